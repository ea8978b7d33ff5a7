// The slots that meet the conditions of a query, found by the indexes.
import type { Contents } from "./contents.ts";
import type { SlotList } from "./slot-list.ts";
import type { Condition } from "../store.ts";
import { writeJson } from "../../json/write.ts";

/** The slots that meet conditions. */
export interface Chosen {
  /** An upper bound of how many there are. */
  readonly most: number;
  size(): number;
  has(slot: number): boolean;
  first(limit: number, skip: number): number[];
  /** Those above a slot, in ascending order; or those below, in descending order. */
  from(mark: number, isUp: boolean): Iterable<number>;
}

export function chosenBy(contents: Contents, conditions: readonly Condition[]): Chosen {
  const [fewest = [contents.all], ...others] = conditions
    .map((condition) => listsOf(contents, condition))
    .sort((a, b) => total(a) - total(b));
  // With several conditions, walk the rarest and test the others.
  const isIn = (slot: number): boolean => others.every((lists) => lists.some((list) => list.has(slot)));
  const from: Chosen["from"] = function* (mark, isUp) {
    for (const slot of merged(fewest, mark, isUp)) if (isIn(slot)) yield slot;
  };
  const [only] = fewest;
  return {
    most: total(fewest),
    size: () => (others.length === 0 ? total(fewest) : [...from(-1, true)].length),
    has: (slot) => fewest.some((list) => list.has(slot)) && isIn(slot),
    first(limit, skip) {
      if (others.length === 0 && fewest.length === 1 && only !== undefined) return only.first(limit, skip);
      const found: number[] = [];
      let toSkip = skip;
      for (const slot of from(-1, true)) {
        if (found.length >= limit) break;
        if (toSkip > 0) toSkip--;
        else found.push(slot);
      }
      return found;
    },
    from,
  };
}

function listsOf(contents: Contents, { property, values }: Condition): SlotList[] {
  const index = contents.indexes.get(property);
  if (index === undefined) throw new Error(`the store keeps no index of ${JSON.stringify(property)}`);
  return [...new Set(values.map((value) => index.slots(value)))].filter((list) => list !== undefined);
}

/** The slots of several lists on one side of a mark. No slot is in two lists of the same property. */
function* merged(lists: readonly SlotList[], mark: number, isUp: boolean): Iterable<number> {
  const walks = lists.map((list) => (isUp ? list.above(mark) : list.below(mark)));
  const [only] = walks;
  if (walks.length === 1 && only !== undefined) {
    yield* only;
    return;
  }
  const heads = walks.map((walk) => walk.next());
  for (;;) {
    let best = -1;
    for (const [index, head] of heads.entries()) {
      if (head.done === true) continue;
      const other = heads[best];
      if (other === undefined || (isUp ? head.value < other.value : head.value > other.value)) best = index;
    }
    const head = heads[best];
    if (head === undefined) return;
    yield head.value;
    heads[best] = (walks[best] as Iterator<number>).next() as IteratorResult<number, number>;
  }
}

function total(lists: readonly SlotList[]): number {
  return lists.reduce((sum, list) => sum + list.size, 0);
}

/** A name that only equal conditions share. */
export function conditionsName(conditions: readonly Condition[]): string {
  let name = "";
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
