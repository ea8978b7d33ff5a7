// Finds the slots for a query. A list reads the first slots of one index, so its cost depends on how many it returns.
import { chosenBy, conditionsName } from "./indexed.ts";
import type { Contents } from "./contents.ts";
import { sortedSlots } from "./orders/sorted.ts";
import type { Condition, Query } from "../store.ts";

/**
 * The slots of the items that a query selects, in order.
 * @param room the number of bytes that it may use so that the next query in the same order is cheap
 */
export function select(contents: Contents, query: Query, room = Infinity): number[] {
  const { conditions, limit, offset = 0, order } = query;
  if (order !== undefined) return sortedSlots(contents, query, { order, room, chosen: chosenBy(contents, conditions) });
  if (query.after !== undefined || query.before !== undefined) return beside(contents, query);
  return chosenBy(contents, conditions).first(limit, offset);
}

export function countOf(contents: Contents, conditions: readonly Condition[]): number {
  return chosenBy(contents, conditions).size();
}

/** The slots on one side of an item: the first ones after it, or the last ones before it. */
function beside(contents: Contents, { conditions, limit, offset = 0, after, before }: Query): number[] {
  const key = after ?? before;
  const mark = key === undefined ? undefined : contents.keys.slotOf(key);
  if (mark === undefined || contents.texts.get(mark) === undefined) return [];
  const found: number[] = [];
  let toSkip = offset;
  for (const slot of chosenBy(contents, conditions).from(mark, after !== undefined)) {
    if (found.length >= limit) break;
    if (toSkip > 0) toSkip--;
    else found.push(slot);
  }
  return after === undefined ? found.toReversed() : found;
}

/** A name that only equal queries share. */
export function nameOf({ conditions, limit, offset = 0, after, before, order }: Query): string {
  let name = offset === 0 ? String(limit) : `${limit}+${offset}`;
  for (const key of [after, before]) name += key === undefined ? "" : `\n${typeof key} ${String(key).length} ${key}`;
  if (after !== undefined || before !== undefined) name += after === undefined ? " before" : " after";
  if (order !== undefined) name += `\norder ${order.name.length} ${order.name}`;
  return name + conditionsName(conditions);
}
