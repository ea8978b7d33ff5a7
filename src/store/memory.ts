// The store in memory. An item is kept as its JSON text alone: it is serialised once, when it is stored, and sent
// as it stands. A list reads the first slots of one index, so its cost depends on how many it returns.
import { type JsonObject, readJson, writeJson } from "../contract/json.ts";
import { KeyMap } from "./key-map.ts";
import { Pages } from "./pages.ts";
import { SlotList } from "./slot-list.ts";
import type { Condition, Key, Query, Store } from "./store.ts";
import { ValueIndex } from "./value-index.ts";

export interface MemoryStoreOptions {
  /** The properties that conditions may name. */
  readonly indexed?: readonly string[];
  /** How many items fit. */
  readonly capacity?: number;
}

export const DEFAULT_CAPACITY = 1_000_000;

/** Answers that are kept until the next write: how many, and how long each may be. */
const KEPT_ANSWERS = 256;
const KEPT_LENGTH = 65_536;

/** Items in memory, gone with the process. */
export class MemoryStore implements Store {
  readonly #capacity: number;
  readonly #keys = new KeyMap();
  readonly #texts = new Pages();
  readonly #all = new SlotList();
  readonly #indexes: ReadonlyMap<string, ValueIndex>;
  /** The same, in the form that is gone through fastest: with each creation. */
  readonly #indexList: readonly { readonly property: string; readonly index: ValueIndex }[];
  readonly #answers = new Map<string, string>();

  constructor(options: MemoryStoreOptions = {}) {
    this.#capacity = options.capacity ?? DEFAULT_CAPACITY;
    this.#indexes = new Map((options.indexed ?? []).map((property) => [property, new ValueIndex()]));
    this.#indexList = Array.from(this.#indexes, ([property, index]) => ({ property, index }));
  }

  put(key: Key, item: JsonObject | undefined): boolean {
    let slot = this.#keys.slotOf(key);
    const old = slot === undefined ? undefined : this.#texts.get(slot);
    if (old === undefined ? item === undefined || this.#all.size >= this.#capacity : false) return false;
    // Before anything changes: an item that cannot be written must leave the store as it was.
    const text = item === undefined ? "" : writeJson(item);
    if (this.#answers.size > 0) this.#answers.clear();
    if (old !== undefined) this.#unindex(old, slot as number);
    if (item === undefined) {
      this.#vacate(key, slot as number);
      return true;
    }
    if (old === undefined || slot === undefined) {
      slot = this.#keys.add(key);
      this.#all.add(slot);
    }
    this.#texts.set(slot, text);
    for (const { property, index } of this.#indexList) index.add(item[property], slot);
    return true;
  }

  fetch(key: Key): string | undefined {
    const slot = this.#keys.slotOf(key);
    return slot === undefined ? undefined : this.#texts.get(slot);
  }

  list(query: Query): string {
    const name = nameOf(query);
    const kept = this.#answers.get(name);
    if (kept !== undefined) return kept;
    const slots = this.#select(query);
    const text = `[${slots.map((slot) => this.#texts.get(slot)).join(",")}]`;
    if (text.length > KEPT_LENGTH) return text;
    if (this.#answers.size >= KEPT_ANSWERS) this.#answers.clear();
    this.#answers.set(name, text);
    return text;
  }

  count(): number {
    return this.#all.size;
  }

  reset(): void {
    this.#keys.clear();
    this.#texts.clear();
    this.#all.clear();
    this.#answers.clear();
    for (const index of this.#indexes.values()) index.clear();
  }

  #vacate(key: Key, slot: number): void {
    this.#texts.delete(slot);
    this.#all.remove(slot);
    this.#keys.remove(key);
  }

  #unindex(text: string, slot: number): void {
    if (this.#indexes.size === 0) return;
    const item = parse(text);
    for (const { property, index } of this.#indexList) index.remove(item[property], slot);
  }

  #select({ conditions, limit, offset = 0 }: Query): number[] {
    if (conditions.length === 0) return this.#all.first(limit, offset);
    const found = this.#matching(conditions, limit + offset);
    return offset === 0 ? found : found.slice(offset);
  }

  #matching(conditions: readonly Condition[], limit: number): number[] {
    const candidates = conditions.map((condition) => this.#lists(condition)).sort((a, b) => total(a) - total(b));
    const [fewest = [], ...others] = candidates;
    if (others.length === 0) return merge(fewest, limit);
    // With several conditions, the rarest is walked and the others are asked.
    const found: number[] = [];
    for (const slot of fewest.length === 1 ? (fewest[0] as SlotList) : merge(fewest, Infinity)) {
      if (found.length >= limit) break;
      if (others.every((lists) => lists.some((list) => list.has(slot)))) found.push(slot);
    }
    return found;
  }

  #lists({ property, values }: Condition): SlotList[] {
    const index = this.#indexes.get(property);
    if (index === undefined) throw new Error(`the store keeps no index of ${JSON.stringify(property)}`);
    return [...new Set(values.map((value) => index.slots(value)))].filter((list) => list !== undefined);
  }
}

/** The first slots of several lists, in ascending order. No slot is in two lists of one property. */
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
function nameOf({ conditions, limit, offset = 0 }: Query): string {
  let name = offset === 0 ? String(limit) : `${limit}+${offset}`;
  for (const { property, values } of conditions) {
    name += `\n${property}`;
    for (const value of values) {
      const text = typeof value === "string" ? value : writeJson(value);
      // The length keeps a value from being taken for two.
      name += `\n${typeof value} ${text.length} ${text}`;
    }
  }
  return name;
}

function parse(text: string): JsonObject {
  const reading = readJson(text, Infinity);
  if ("fault" in reading) throw new Error("a stored item cannot be read back");
  return reading.value as JsonObject;
}
