// Conforming stores raise nothing, with either judge, and every fault of creation is found.
import { expect, test } from "vitest";
import type { Run } from "../../conformance/run.ts";
import { askJudge, secondOpinion } from "../../conformance/second-judge/second-judge.ts";
import { loadJudge } from "../../src/prism/judge.ts";
import { VARIANTS } from "../faults/index.ts";
import { IN_PROOF, shareOf } from "../share.ts";
import { contractOf } from "./documents.ts";
import { missed } from "./finding.ts";
import { complaints, judgeStore, sideBySide } from "./side-by-side.ts";

test("no variant has failures, and the two judges agree on each", { timeout: 900_000 }, async () => {
  const loaded = loadJudge(await contractOf("the animal store"));
  if ("missing" in loaded) throw new Error(loaded.missing);
  const judge = askJudge(loaded);
  const differences = async ({ session }: Run): Promise<string[]> => {
    const { disagreements, judged } = await secondOpinion(session.record, session.plan, judge);
    expect(judged.length).toBeGreaterThan(20);
    return disagreements.map(({ part, ours, theirs }) => JSON.stringify({ part, ours, theirs }));
  };
  const variants = shareOf(VARIANTS, 80);
  const raised = await sideBySide(variants, async ({ id, overrides }) => {
    const run = await judgeStore(overrides, { timeoutMs: 10_000 });
    return [...complaints(run), ...(await differences(run))].map((line) => `${id}: ${line}`);
  });
  await loaded.close();
  expect(raised.flat()).toEqual([]);
});

test.runIf(IN_PROOF)("every fault of creation is found by a check of its class", { timeout: 900_000 }, async () => {
  expect(await missed("create")).toEqual([]);
});
