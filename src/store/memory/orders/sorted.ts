// Lists in the order of a property. A long one is sorted when somebody first asks for it, and kept in order from then
// on: a page of it costs the same at any length.
import type { JsonValue } from "../../../json/value.ts";
import { type Chosen, conditionsName } from "../indexed.ts";
import { type Contents, itemIn } from "../contents.ts";
import { ENTRY_BYTES } from "./kept-orders.ts";
import { SortedSlots } from "./sorted-slots.ts";
import type { Order, Query } from "../../store.ts";

/** Fewer items are sorted for each list. */
const FEW = 1_000;

/** The items that meet the conditions, their order, and the bytes that may be used to keep it. */
interface Wanted {
  readonly chosen: Chosen;
  readonly order: Order;
  readonly room: number;
}

/** The slots of the items that a query selects, in its order. */
export function sortedSlots(contents: Contents, query: Query, { chosen, order, room }: Wanted): number[] {
  const { conditions, limit, offset = 0, after, before } = query;
  const name = `${order.name.length} ${order.name}${conditionsName(conditions)}`;
  const valueOf = (slot: number): JsonValue => order.valueOf(itemIn(contents, slot));
  let sorted = contents.orders.get(name);
  if (sorted === undefined) {
    const slots = chosen.first(Infinity, 0);
    sorted = new SortedSlots(
      order,
      slots.map((slot) => [slot, valueOf(slot)]),
    );
    if (sorted.size >= FEW && sorted.size * ENTRY_BYTES <= room) contents.orders.keep(name, { conditions, sorted });
  }
  const key = after ?? before;
  if (key === undefined) return sorted.part(offset, limit);
  const mark = contents.keys.slotOf(key);
  if (mark === undefined || contents.texts.get(mark) === undefined) return [];
  const rank = sorted.rankOf(mark, valueOf(mark));
  if (rank === undefined) return [];
  if (after !== undefined) return sorted.part(rank + 1 + offset, limit);
  const start = Math.max(0, rank - offset - limit);
  return sorted.part(start, rank - offset - start);
}
