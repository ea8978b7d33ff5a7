// No check is redundant: for each, there is a fault that no other check finds. This is read from one matrix of faults
// and checks, which is recorded once, so the suite need not run again for each check.
import { beforeAll, describe, expect, test } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import { MOCK_FAULTS, STORE_FAULTS } from "./extra-faults.ts";
import { OWN_FAULT, runAgainst } from "./own-faults.ts";
import { complaints, failedIds, sideBySide } from "./side-by-side.ts";
import { sampleOf } from "../share.ts";

/** A third of them where CI takes a sample: each takes a whole run. */
const TRIED = sampleOf(
  CHECKS.map(({ id }) => id),
  3,
);

/** The ids of the checks that find each fault. */
const matrix = new Map<string, readonly string[]>();

async function row(id: string): Promise<readonly string[]> {
  const run = await runAgainst(id);
  expect(complaints(run, ["error"])).toEqual([]);
  return failedIds(run);
}

beforeAll(async () => {
  const faults = [...new Set(TRIED.flatMap((id) => OWN_FAULT[id] ?? []))];
  const rows = await sideBySide(faults, row);
  faults.forEach((fault, index) => matrix.set(fault, rows[index] ?? []));
}, 900_000);

describe("each check finds a fault that no other finds", () => {
  test.each(TRIED)("%s", (id) => {
    expect(matrix.get(OWN_FAULT[id] ?? "")).toEqual([id]);
  });
});

test("every check that is named exists", () => {
  const ids = new Set(CHECKS.map(({ id }) => id));
  expect(Object.keys(OWN_FAULT).filter((id) => !ids.has(id))).toEqual([]);
});

test("every fault that was added for a check is used", () => {
  const used = new Set(Object.values(OWN_FAULT));
  const extra = [...STORE_FAULTS, ...MOCK_FAULTS].map(({ id }) => id);
  expect(extra.filter((id) => !used.has(id))).toEqual([]);
});
