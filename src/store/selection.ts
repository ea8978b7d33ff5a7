// Finds the slots for a query. A list reads the first slots of one index, so its cost depends on how many it returns.
import type { Contents } from "./contents.ts";
import type { SlotList } from "./slot-list.ts";
import type { Condition, Query } from "./store.ts";
import { writeJson } from "../json/write.ts";

/** The slots of the items that a query selects, in order. */
export function select(contents: Contents, query: Query): number[] {
  const { conditions, limit, offset = 0 } = query;
  if (query.after !== undefined || query.before !== undefined) return beside(contents, query);
  if (conditions.length === 0) return contents.all.first(limit, offset);
  const found = matching(contents, conditions, limit + offset);
  return offset === 0 ? found : found.slice(offset);
}

/** The slots on one side of an item: the first ones after it, or the last ones before it. */
function beside(contents: Contents, { conditions, limit, offset = 0, after, before }: Query): number[] {
  const key = after ?? before;
  const mark = key === undefined ? undefined : contents.keys.slotOf(key);
  if (mark === undefined || contents.texts.get(mark) === undefined) return [];
  const all = conditions.length === 0 ? contents.all.first(Infinity) : matching(contents, conditions, Infinity);
  if (after !== undefined) return all.filter((slot) => slot > mark).slice(offset, offset + limit);
  const earlier = all.filter((slot) => slot < mark);
  return earlier.slice(Math.max(0, earlier.length - offset - limit), earlier.length - offset);
}

/** The number of items that meet all conditions. */
export function countOf(contents: Contents, conditions: readonly Condition[]): number {
  return conditions.length === 0 ? contents.all.size : matching(contents, conditions, Infinity).length;
}

function matching(contents: Contents, conditions: readonly Condition[], limit: number): number[] {
  const candidates = conditions.map((condition) => listsOf(contents, condition)).sort((a, b) => total(a) - total(b));
  const [fewest = [], ...others] = candidates;
  if (others.length === 0) return merge(fewest, limit);
  // With several conditions, walk the rarest and test the others.
  const found: number[] = [];
  for (const slot of fewest.length === 1 ? (fewest[0] as SlotList) : merge(fewest, Infinity)) {
    if (found.length >= limit) break;
    if (others.every((lists) => lists.some((list) => list.has(slot)))) found.push(slot);
  }
  return found;
}

function listsOf(contents: Contents, { property, values }: Condition): SlotList[] {
  const index = contents.indexes.get(property);
  if (index === undefined) throw new Error(`the store keeps no index of ${JSON.stringify(property)}`);
  return [...new Set(values.map((value) => index.slots(value)))].filter((list) => list !== undefined);
}

/** The first slots of several lists, in ascending order. No slot is in two lists of the same property. */
function merge(lists: readonly SlotList[], limit: number): number[] {
  const [only] = lists;
  if (lists.length === 1 && only !== undefined) return only.first(limit);
  const slots = lists.flatMap((list) => list.first(limit));
  return slots.sort((a, b) => a - b).slice(0, limit === Infinity ? undefined : limit);
}

function total(lists: readonly SlotList[]): number {
  return lists.reduce((sum, list) => sum + list.size, 0);
}

/** A name that only equal queries share. */
export function nameOf({ conditions, limit, offset = 0, after, before }: Query): string {
  let name = offset === 0 ? String(limit) : `${limit}+${offset}`;
  for (const key of [after, before]) name += key === undefined ? "" : `\n${typeof key} ${String(key).length} ${key}`;
  if (after !== undefined || before !== undefined) name += after === undefined ? " before" : " after";
  for (const { property, values } of conditions) {
    name += `\n${property}`;
    for (const value of values) {
      const text = typeof value === "string" ? value : writeJson(value);
      // The length keeps one value from looking like two.
      name += `\n${typeof value} ${text.length} ${text}`;
    }
  }
  return name;
}
