// Lists of a store that are kept in the order of a property, because somebody has asked for them.
import type { JsonObject } from "../../../json/value.ts";
import type { SortedSlots } from "./sorted-slots.ts";
import type { Condition } from "../../store.ts";

/** The one that was used longest ago makes room for another. */
const MOST_KEPT = 8;
/** What a slot takes, with the value that it is sorted by. */
export const ENTRY_BYTES = 64;

/** A list: of the items that meet conditions, in an order. */
interface KeptOrder {
  readonly conditions: readonly Condition[];
  readonly sorted: SortedSlots;
}

export class KeptOrders {
  readonly #kept = new Map<string, KeptOrder>();
  #grown = 0;

  get size(): number {
    return this.#kept.size;
  }

  get(name: string): SortedSlots | undefined {
    const known = this.#kept.get(name);
    if (known === undefined) return undefined;
    this.#kept.delete(name);
    this.#kept.set(name, known);
    return known.sorted;
  }

  keep(name: string, kept: KeptOrder): void {
    this.#kept.set(name, kept);
    this.#grown += kept.sorted.size * ENTRY_BYTES;
    const [oldest] = this.#kept;
    if (this.#kept.size <= MOST_KEPT || oldest === undefined) return;
    this.#kept.delete(oldest[0]);
    this.#grown -= oldest[1].sorted.size * ENTRY_BYTES;
  }

  /** An item is new, or has another value. @param isIn whether it meets conditions */
  add(slot: number, item: JsonObject, isIn: (conditions: readonly Condition[]) => boolean): void {
    for (const { conditions, sorted } of this.#kept.values()) {
      if (!isIn(conditions)) continue;
      sorted.add(slot, sorted.order.valueOf(item));
      this.#grown += ENTRY_BYTES;
    }
  }

  /** An item is gone, or about to have another value. @param item as it was */
  remove(slot: number, item: JsonObject): void {
    for (const { sorted } of this.#kept.values())
      if (sorted.remove(slot, sorted.order.valueOf(item))) this.#grown -= ENTRY_BYTES;
  }

  /** The bytes that these lists have grown by since the last call. */
  takeGrown(): number {
    const grown = this.#grown;
    this.#grown = 0;
    return grown;
  }

  copy(): KeptOrders {
    const copy = new KeptOrders();
    for (const [name, { conditions, sorted }] of this.#kept) copy.keep(name, { conditions, sorted: sorted.copy() });
    return copy;
  }
}
