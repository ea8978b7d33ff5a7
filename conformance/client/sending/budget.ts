// Divides the writes of a run among its stages, so that none uses up what later ones need.
import { count } from "../../../src/report/text.ts";
import type { Role } from "../../../src/resource/model.ts";
import { type Plan, operationsInRole } from "../../plan.ts";
import { Undecidable } from "../undecidable.ts";

/** A plain item of each kind, and what checks ask of creation apart from its values. */
const FOR_EACH_KIND = 6;
const FEW_FOR_EACH_KIND = 2;

/** The least writes to leave to later checks when the store is filled. */
const LEAST_FOR_LATER = 12;

/** Items to replace, to update and to remove, one for each check that does so, and one write in reserve. */
const FOR_EACH_CHANGE = 8;

const CHANGES = ["replace", "update", "remove"] as const satisfies readonly Role[];

const LOOPBACK_WRITES = 200;
const REMOTE_WRITES = 25;
/** More on loopback, where only the user's own data is at stake. */
const LOOPBACK_WRITES_A_KIND = 20;

/** The default number of items that a run may create. @param plan absent before anything is written */
export function usualWrites(isLocal: boolean, plan?: Plan): number {
  if (!isLocal) return REMOTE_WRITES;
  return Math.max(LOOPBACK_WRITES, LOOPBACK_WRITES_A_KIND * (plan === undefined ? 0 : kindsOf(plan)));
}

/** Writes reserved for the stage that changes and removes items: at most a third of all, or two fifths of few. */
export function keptForChanging(plan: Plan, maxWrites: number): number {
  const changed = plan.resources.filter(
    ({ operations }) => operations.create !== undefined && CHANGES.some((role) => operations[role] !== undefined),
  );
  const most = isTight(plan, maxWrites) ? maxWrites * 0.4 : maxWrites / 3;
  return Math.floor(Math.min(FOR_EACH_CHANGE * changed.length, most));
}

/** Writes that filling the store leaves to later checks: one item of each kind, as far as the budget allows. */
export function keptForLater(plan: Plan, maxWrites: number): number {
  return Math.max(LEAST_FOR_LATER, Math.floor(Math.min(kindsOf(plan), maxWrites / 4)));
}

/** Writes that items with special values leave to plain items of other kinds: at most half of all. */
export function keptForOthers(plan: Plan, maxWrites: number): number {
  const each = isTight(plan, maxWrites) ? FEW_FOR_EACH_KIND : FOR_EACH_KIND;
  return Math.floor(Math.min(each * (kindsOf(plan) - 1), maxWrites / 2));
}

/** True if there is no room for an item for each check: checks then share items, and what matters least is left out. */
export function isTight(plan: Plan, maxWrites: number): boolean {
  return maxWrites < LOOPBACK_WRITES_A_KIND * kindsOf(plan);
}

/** The items of one kind with special values, the most telling first, where writes are few. */
export function specialsOfKind(plan: Plan, maxWrites: number): number {
  return isTight(plan, maxWrites)
    ? Math.max(2, Math.floor((maxWrites * 0.4) / kindsOf(plan)))
    : Number.POSITIVE_INFINITY;
}

/** Why nothing more is written. @param isKept whether the remaining writes are reserved for others */
export function spent(maxWrites: number, isKept: boolean): Undecidable {
  const budget = `the budget of ${count(maxWrites, "write")}`;
  const reason = isKept ? `what is left of ${budget} is kept for other kinds and changes` : `${budget} is spent`;
  return new Undecidable(reason, "a larger --max-writes");
}

/** Why no second item is created that nothing can remove. @param isValid whether by a valid request */
export function onlyOne(isValid: boolean): Undecidable {
  const once = isValid ? "one was created already" : "a wrong request has created one already";
  return new Undecidable(`the document has no operation that removes such an item, and ${once}`, "--max-writes");
}

/** How many kinds of items the document lets a run create. */
export function kindsOf(plan: Plan): number {
  return operationsInRole(plan, "create").length;
}
