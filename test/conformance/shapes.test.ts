// APIs of other shapes: nested collections, envelopes and cursors, and keys that clients choose.
import { describe, expect, test } from "vitest";
import type { Run } from "../../conformance/run.ts";
import { writeJson } from "../../src/json/write.ts";
import { SHAPES } from "../faults/shapes/index.ts";
import { IN_PROOF, shareOf } from "../share.ts";
import { contractOfShape } from "./shape-contracts.ts";
import { complaints, failedIds, judge, sideBySide } from "./side-by-side.ts";

/** The one that takes the fewest requests: every run tests it, and the proof tests all. */
const SMALLEST = "keyed";

describe.each(SHAPES.map((shape) => [shape.name, shape] as const))("%s", (name, shape) => {
  let run: Promise<Run> | undefined;
  /** The run against a conforming store, shared by two tests. */
  const kept = (): Promise<Run> =>
    (run ??= contractOfShape(shape).then(async (known) => judge(known, await shape.start(), { changeExisting: true })));

  test.runIf(IN_PROOF || name === SMALLEST)(
    "a store that follows the document has no failures, and everything new is decided",
    { timeout: 120_000 },
    async () => {
      const run = await kept();
      expect(complaints(run)).toEqual([]);
      const decided = new Set(
        run.results.filter(({ outcome }) => outcome.verdict === "pass").map(({ check }) => check.id),
      );
      expect(shape.faults.filter(({ by }) => !decided.has(by ?? "")).map(({ by }) => by)).toEqual([]);
    },
  );

  test.runIf(IN_PROOF || name === SMALLEST)("what the run created is removed again", { timeout: 120_000 }, async () => {
    const run = await kept();
    const left = run.session.created.filter(
      ({ removed, resource }) => !removed && resource.operations.remove !== undefined,
    );
    expect(left.map(({ resource, id }) => `${resource.collection} ${writeJson(id)}`)).toEqual([]);
  });

  test.runIf(IN_PROOF || name === SMALLEST)("no variant has failures", { timeout: 900_000 }, async () => {
    const contract = await contractOfShape(shape);
    const raised = await sideBySide(shareOf(shape.variants, 12), async (variant) =>
      complaints(await judge(contract, await shape.start(variant), { changeExisting: true })).map(
        (line) => `${variant.id}: ${line}`,
      ),
    );
    expect(raised.flat()).toEqual([]);
  });

  // `wording.test.ts` tests in every run that each is found.
  test.runIf(IN_PROOF || name === SMALLEST)(
    "each fault is found by the check that it is meant for, and by no other",
    { timeout: 900_000 },
    async () => {
      const contract = await contractOfShape(shape);
      const found = await sideBySide(shareOf(shape.faults, 18), async (fault) => {
        const run = await judge(contract, await shape.start(fault), { changeExisting: true });
        expect(complaints(run, ["error"])).toEqual([]);
        return [fault.id, failedIds(run), [fault.by]] as const;
      });
      expect(found.map(([id, ids]) => [id, ids])).toEqual(found.map(([id, , wanted]) => [id, wanted]));
    },
  );
});
