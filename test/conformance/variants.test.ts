// What keeps the contract raises nothing; and every fault of creation is found.
import { expect, test } from "vitest";
import { VARIANTS } from "../faults/index.ts";
import { missed } from "./finding.ts";
import { complaints, judgeStore, sideBySide } from "./side-by-side.ts";

test("no variant raises anything", { timeout: 900_000 }, async () => {
  const runs = await sideBySide(VARIANTS, ({ overrides }) => judgeStore(overrides, { timeoutMs: 10_000 }));
  const raised = runs.flatMap((run, index) => complaints(run).map((line) => `${VARIANTS[index]?.id ?? ""}: ${line}`));
  expect(raised).toEqual([]);
});

test("every fault of creation is found by a check of its class", { timeout: 900_000 }, async () => {
  expect(await missed("create")).toEqual([]);
});
