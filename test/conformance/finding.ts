// Whether each fault of some classes is found by a check of its class.
import { expect } from "vitest";
import type { Family } from "../../conformance/check.ts";
import { CHECKS } from "../../conformance/checks/index.ts";
import { FAULTS, type Fault, type FaultClass } from "../faults/index.ts";
import { shareOf } from "../share.ts";
import { complaints, failedIds, judgeStore, ofFamilies, sideBySide } from "./side-by-side.ts";

/** The families whose claims a fault of a class breaks. */
const FAMILIES: Readonly<Record<FaultClass, readonly Family[]>> = {
  auth: ["auth", "status", "errors", "fetch"],
  parameters: ["parameters", "paging", "filters", "status", "errors"],
  filters: ["filters", "lists", "paging", "schema", "status"],
  lists: ["lists", "filters", "paging", "schema", "status"],
  create: ["create", "lists", "schema", "status", "errors"],
  fetch: ["fetch", "create", "lists", "schema", "status", "errors"],
  errors: ["errors", "protocol", "status"],
  lifecycle: ["lifecycle", "fetch", "schema", "status"],
  protocol: ["protocol", "schema", "status", "errors"],
};

/** The checks of its class that find a fault: alone, or together with the checks they depend on. */
async function finders(fault: Fault): Promise<string[]> {
  const options = fault.needs ?? {};
  const own = ofFamilies(CHECKS, FAMILIES[fault.class]);
  const alone = await judgeStore(fault.overrides, { ...options, checks: own });
  expect(complaints(alone, ["error"])).toEqual([]);
  const found = failedIds(alone);
  if (found.length > 0) return found;
  const names = new Set(own.map(({ id }) => id));
  return failedIds(await judgeStore(fault.overrides, options)).filter((id) => names.has(id));
}

/** The faults of a class that no check of it finds. This takes minutes, so only the proof runs it, and CI a third of them. */
export async function missed(...classes: readonly FaultClass[]): Promise<string[]> {
  const faults = shareOf(
    FAULTS.filter((fault) => classes.includes(fault.class)),
    1,
  );
  const found = await sideBySide(faults, finders);
  return faults.filter((_, index) => found[index]?.length === 0).map(({ id, what }) => `${id}: ${what}`);
}
