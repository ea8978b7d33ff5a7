// Which slots hold an item whose property has a value: one list of slots for each value that occurs.
import { type JsonValue, writeJson } from "../contract/json.ts";
import { SlotList } from "./slot-list.ts";

/** The slots by the value of one property. Items that lack the property are in none of the lists. */
export class ValueIndex {
  readonly #lists = new Map<IndexKey, SlotList>();

  add(value: JsonValue | undefined, slot: number): void {
    if (value === undefined) return;
    const key = indexKey(value);
    let list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, (list = new SlotList()));
    list.add(slot);
  }

  remove(value: JsonValue | undefined, slot: number): void {
    if (value === undefined) return;
    const key = indexKey(value);
    const list = this.#lists.get(key);
    // Values may be many and each rare: a list that nobody needs any more must not stay.
    if (list?.remove(slot) === true && list.size === 0) this.#lists.delete(key);
  }

  /** The list of a value; undefined where no item has it. */
  slots(value: JsonValue): SlotList | undefined {
    return this.#lists.get(indexKey(value));
  }

  clear(): void {
    this.#lists.clear();
  }
}

type IndexKey = null | boolean | number | bigint | string;

/** Equal values give equal keys: 1e20 and 100000000000000000000 are one number, however they were written. */
function indexKey(value: JsonValue): IndexKey {
  if (typeof value === "object" && value !== null) return `\u0000${writeJson(value)}`;
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value;
}
