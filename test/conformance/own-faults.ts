// The fault that only this check finds, for each check, and runs against the store that has it.
import type { AnyCheck } from "../../conformance/check.ts";
import type { Run } from "../../conformance/run.ts";
import { FAULTS } from "../faults/index.ts";
import { loadContract } from "../../src/contract/load.ts";
import { OTHER, SEEDED, startSeeded } from "../faults/seeded/index.ts";
import { SHAPES } from "../faults/shapes/index.ts";
import { contractOf } from "./documents.ts";
import { MOCK_FAULTS, STORE_FAULTS, type StoreFault } from "./extra-faults.ts";
import { contractOfShape } from "./shape-contracts.ts";
import { judge, judgeStore } from "./side-by-side.ts";
import { startMock } from "./tampered.ts";
import { UNIQUE_FAULT } from "./unique-faults.ts";

/** The faults of stores of other shapes, each for one check. */
const OF_SHAPES = Object.fromEntries(
  SHAPES.flatMap(({ faults }) => faults.map(({ by = "", id }) => [by, id] as const)),
);

/** By the id of a check, the id of a fault. */
export const OWN_FAULT: Readonly<Record<string, string>> = { ...UNIQUE_FAULT, ...OF_SHAPES };

/** Runs the suite, or some checks of it, against the store that has a fault. */
export async function runAgainst(id: string, checks?: readonly AnyCheck[]): Promise<Run> {
  // Nothing is lost in these stores, so what acts on a whole collection or on settings is tried as well.
  const options = { changeExisting: true, ...(checks === undefined ? {} : { checks }) };
  for (const shape of SHAPES) {
    const own = shape.faults.find((fault) => fault.id === id);
    if (own !== undefined) return judge(await contractOfShape(shape), await shape.start(own), options);
  }
  const [, name, number = ""] = /^(\w+)-bug (\d+)$/.exec(id) ?? [];
  const seeded = SEEDED.find((service) => service.name === name);
  if (seeded !== undefined) {
    const contract = await loadContract(seeded.document);
    return judge(contract, await startSeeded(seeded, contract, Number(number)), { ...options, other: OTHER });
  }
  const mock = MOCK_FAULTS.find((fault) => fault.id === id);
  if (mock !== undefined)
    return judge(await contractOf(mock.document), await startMock(mock.document, mock.tampering), {
      ...options,
      ...mock.needs,
    });
  const store: StoreFault | undefined = [...FAULTS, ...STORE_FAULTS].find((fault) => fault.id === id);
  if (store === undefined) throw new Error(`there is no fault ${id}`);
  const today = store.today === undefined ? {} : { today: store.today };
  return judgeStore(store.overrides, { ...store.needs, ...today, ...options });
}
