// Conforming stores raise nothing, and every fault of creation is found.
import { expect, test } from "vitest";
import { VARIANTS } from "../faults/index.ts";
import { IN_PROOF, shareOf } from "../share.ts";
import { missed } from "./finding.ts";
import { complaints, judgeStore, sideBySide } from "./side-by-side.ts";

test("no variant has failures", { timeout: 900_000 }, async () => {
  const raised = await sideBySide(shareOf(VARIANTS, 80), async ({ id, overrides }) =>
    complaints(await judgeStore(overrides, { timeoutMs: 10_000 })).map((line) => `${id}: ${line}`),
  );
  expect(raised.flat()).toEqual([]);
});

test.runIf(IN_PROOF)("every fault of creation is found by a check of its class", { timeout: 900_000 }, async () => {
  expect(await missed("create")).toEqual([]);
});
