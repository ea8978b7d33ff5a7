// Services with bugs of the kind that a first answer does not show: a run finds each of them, and blames a service
// without them for nothing. docs/figures.md has the sum.
import { beforeAll, describe, expect, test } from "vitest";
import type { Run } from "../../conformance/run.ts";
import type { Contract } from "../../src/contract/model.ts";
import { loadContract } from "../../src/contract/load.ts";
import { OTHER, SEEDED, type Seeded, startSeeded } from "../faults/seeded/index.ts";
import { shareOf } from "../share.ts";
import { complaints, judge } from "./side-by-side.ts";

/** The claims of the document that a run finds broken. */
const broken = ({ results }: Run): string[] =>
  results
    .filter(({ check, outcome }) => check.level === "must" && outcome.verdict === "fail")
    .map(({ check }) => check.id);

describe.each(shareOf(SEEDED, 2))("the $name", (service: Seeded) => {
  let contract: Contract;
  const run = async (bug?: number): Promise<Run> =>
    judge(contract, await startSeeded(service, contract, bug), { other: OTHER });

  beforeAll(async () => {
    contract = await loadContract(service.document);
  });

  test("is blamed for nothing while it keeps its document", async () => {
    expect(complaints(await run())).toEqual([]);
  });

  const bugs = service.bugs.map((what, index) => ({ what, number: index + 1 }));
  test.each(shareOf(bugs, 20))("has a bug that is found: $what", async (bug) => {
    expect(broken(await run(bug.number))).not.toEqual([]);
  });
});

test("there are ten bugs of each service", () => {
  for (const { bugs } of SEEDED) expect(bugs.length).toBeGreaterThanOrEqual(10);
});
