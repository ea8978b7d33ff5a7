// A store written independently of the reference shows that the suite finds classes of faults, not only known examples.
import { expect, test } from "vitest";
import { OTHER_FAULTS, OTHER_VARIANTS, startOther } from "../faults/other/index.ts";
import { IN_PROOF, shareOf } from "../share.ts";
import { type DocumentName, contractOf } from "./documents.ts";
import { complaints, failedIds, judge, sideBySide } from "./side-by-side.ts";

const PATIENCE = { timeoutMs: 10_000 };

test.runIf(IN_PROOF)("every fault of the second store is found", { timeout: 900_000 }, async () => {
  const contract = await contractOf("the animal store");
  const missed = await sideBySide(shareOf(OTHER_FAULTS, 180), async ({ id, what, by, quirks, today }) => {
    // Nothing is lost in this store, so what acts on a whole collection is tried as well.
    const options = { changeExisting: true, ...(today === undefined ? {} : { today }) };
    const run = await judge(contract, await startOther(quirks), options);
    expect(complaints(run, ["error"])).toEqual([]);
    const found = failedIds(run).some((check) => by.split(" ").some((beginning) => check.startsWith(beginning)));
    return found ? [] : [`${id}: ${what}`];
  });
  expect(missed.flat()).toEqual([]);
});

const NAMES: readonly DocumentName[] = ["the animal store", "no other errors"];

test.runIf(IN_PROOF).each(NAMES)(
  "no variant of the second store has failures: %s",
  { timeout: 900_000 },
  async (name) => {
    const contract = await contractOf(name);
    const raised = await sideBySide(shareOf(OTHER_VARIANTS, 40), async ({ id, quirks }) =>
      complaints(await judge(contract, await startOther(quirks), PATIENCE)).map((line) => `${id}: ${line}`),
    );
    expect(raised.flat()).toEqual([]);
  },
);

test("a run against the second store decides everything with fewer than 400 requests", async () => {
  const run = await judge(await contractOf("the animal store"), await startOther());
  expect(complaints(run, ["fail", "error", "inconclusive"])).toEqual([]);
  expect(run.session.requests).toBeLessThan(400);
});
