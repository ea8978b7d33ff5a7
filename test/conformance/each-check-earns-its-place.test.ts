// With any single check removed, a fault goes unfound: for each check there is one that nothing else finds. This is
// read from one matrix of faults and checks, recorded once; the suite is not run again for each check.
import { beforeAll, describe, expect, test } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import { loadContract } from "../../src/contract/load.ts";
import { FAULTS } from "../faults/index.ts";
import { SHAPES } from "../faults/shapes/index.ts";
import { contractOf } from "./documents.ts";
import { MOCK_FAULTS, STORE_FAULTS, type StoreFault } from "./extra-faults.ts";
import { complaints, failedIds, judge, judgeStore, sideBySide } from "./side-by-side.ts";
import { UNIQUE_FAULT } from "./unique-faults.ts";
import { startMock } from "./tampered.ts";

/** The faults that the stores of other shapes have for one check each. */
const OF_SHAPES = Object.fromEntries(
  SHAPES.flatMap(({ faults }) => faults.map(({ by = "", id }) => [by, id] as const)),
);
const UNIQUE: Readonly<Record<string, string>> = { ...UNIQUE_FAULT, ...OF_SHAPES };

/** The ids of the checks that find each fault. */
const matrix = new Map<string, readonly string[]>();

async function row(id: string): Promise<readonly string[]> {
  const store: StoreFault | undefined = [...FAULTS, ...STORE_FAULTS].find((fault) => fault.id === id);
  for (const shape of SHAPES) {
    const own = shape.faults.find((fault) => fault.id === id);
    if (own !== undefined) return failedIds(await judge(await loadContract(shape.document), await shape.start(own)));
  }
  const mock = MOCK_FAULTS.find((fault) => fault.id === id);
  if (mock !== undefined) {
    const run = await judge(await contractOf(mock.document), await startMock(mock.document, mock.tampering));
    expect(complaints(run, ["error"])).toEqual([]);
    return failedIds(run);
  }
  if (store === undefined) throw new Error(`there is no fault ${id}`);
  const today = store.today === undefined ? {} : { today: store.today };
  return failedIds(await judgeStore(store.overrides, { ...store.needs, ...today }));
}

beforeAll(async () => {
  const faults = [...new Set(Object.values(UNIQUE))];
  const rows = await sideBySide(faults, row);
  faults.forEach((fault, index) => matrix.set(fault, rows[index] ?? []));
}, 900_000);

describe("each check finds a fault that no other finds", () => {
  test.each(CHECKS.map(({ id }) => id))("%s", (id) => {
    expect(matrix.get(UNIQUE[id] ?? "")).toEqual([id]);
  });
});

test("no check is named that is not there", () => {
  const ids = new Set(CHECKS.map(({ id }) => id));
  expect(Object.keys(UNIQUE).filter((id) => !ids.has(id))).toEqual([]);
});

test("every fault that was added for a check is used", () => {
  const used = new Set(Object.values(UNIQUE));
  const extra = [...STORE_FAULTS, ...MOCK_FAULTS].map(({ id }) => id);
  expect(extra.filter((id) => !used.has(id))).toEqual([]);
});
