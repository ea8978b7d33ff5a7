// Finds the slots of items by the value of a property: one list of slots for each value.
import { SlotList } from "./slot-list.ts";
import { wholeDigits } from "../../json/number.ts";
import type { JsonValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";

/** The slots by value of one property. Items without the property are in none of the lists. */
export class ValueIndex {
  readonly #lists: Map<IndexKey, SlotList>;

  constructor(lists: Map<IndexKey, SlotList> = new Map()) {
    this.#lists = lists;
  }

  /** @returns the approximate number of bytes that the index grew by */
  add(value: JsonValue | undefined, slot: number): number {
    if (value === undefined) return 0;
    const key = indexKey(value);
    const known = this.#lists.get(key);
    const list = known ?? new SlotList();
    list.add(slot);
    if (known !== undefined) return SLOT_BYTES;
    this.#lists.set(key, list);
    return SLOT_BYTES + listBytes(key);
  }

  /** @returns the approximate number of bytes that the index shrank by */
  remove(value: JsonValue | undefined, slot: number): number {
    if (value === undefined) return 0;
    const key = indexKey(value);
    const list = this.#lists.get(key);
    if (list?.remove(slot) !== true) return 0;
    // There may be many rare values, so an empty list must be dropped.
    if (list.size > 0) return SLOT_BYTES;
    this.#lists.delete(key);
    return SLOT_BYTES + listBytes(key);
  }

  /** The list of a value; undefined if no item has it. */
  slots(value: JsonValue): SlotList | undefined {
    return this.#lists.get(indexKey(value));
  }

  copy(): ValueIndex {
    return new ValueIndex(new Map(Array.from(this.#lists, ([key, list]) => [key, list.copy()])));
  }
}

const SLOT_BYTES = 16;
/** What a list takes besides its slots and the value. */
const LIST_BYTES = 256;

function listBytes(key: IndexKey): number {
  return LIST_BYTES + (typeof key === "string" ? key.length * 2 : 0);
}

type IndexKey = null | boolean | number | bigint | string;

/** Equal values give equal keys: 1e20 and 100000000000000000000 are the same number, however they are written. */
function indexKey(value: JsonValue): IndexKey {
  if (typeof value === "object" && value !== null) return `\u0000${writeJson(value)}`;
  return typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? BigInt(wholeDigits(value))
    : value;
}
