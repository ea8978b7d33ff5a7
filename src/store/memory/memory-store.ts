// The in-memory store. An item is kept only as JSON text: serialized once, when it is stored, and sent as is. A list
// reads the first slots of one index, so its cost depends on how many items it returns.
import { ByteBudget, textBytes } from "../byte-budget.ts";
import { chosenBy } from "./indexed.ts";
import { Contents, parseItem } from "./contents.ts";
import { ListCache } from "./list-cache.ts";
import { PAGE_BYTES, type Pages } from "./pages.ts";
import { countOf, nameOf, select } from "./selection.ts";
import type { Condition, Key, Query, Store } from "../store.ts";
import { type JsonObject, ownValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";

export interface MemoryStoreOptions {
  /** The properties that conditions may use. */
  readonly indexed?: readonly string[];
  /** The maximum number of items. */
  readonly capacity?: number;
  /** The maximum number of bytes, shared by stores in the same memory. */
  readonly budget?: ByteBudget;
}

export const DEFAULT_CAPACITY = 1_000_000;

/** What an item takes besides its text: the string header and its entries in lists. */
const ITEM_BYTES = 64;
/** What a key takes if it does not follow from the one before it. */
const KEY_BYTES = 64;

let stores = 0;

/** Items in memory, which are lost when the process ends. */
export class MemoryStore implements Store {
  readonly #capacity: number;
  readonly #budget: ByteBudget;
  readonly #indexed: readonly string[];
  #contents: Contents;
  /** Another store reads the same contents, so they must be copied before a write. */
  #isShared = false;
  /** Texts that count against another store. */
  #lent: Pages | undefined;
  /** Whether this store has paid for the slots of its contents. */
  #hasPaidPlaces = true;
  #answers: ListCache;
  /** The part of the budget that this store uses. */
  #bytes = 0;
  readonly #id = ++stores;
  #changes = 0;

  constructor(options: MemoryStoreOptions = {}) {
    this.#capacity = options.capacity ?? DEFAULT_CAPACITY;
    this.#budget = options.budget ?? new ByteBudget();
    this.#indexed = options.indexed ?? [];
    this.#contents = Contents.empty(this.#indexed);
    this.#answers = new ListCache(this.#budget.answers);
  }

  /** Differs after each change, and between stores. */
  get revision(): string {
    return `${this.#id}.${this.#changes}`;
  }

  /** @param written the text of the item, if it has been written before */
  put(key: Key, item: JsonObject, written?: string): string | undefined {
    const known = this.#contents.keys.slotOf(key);
    const old = known === undefined ? undefined : this.#contents.texts.get(known);
    if (old === undefined && this.#contents.all.size >= this.#capacity) return undefined;
    // Serialize first: an item that cannot be written must leave the store unchanged.
    const text = written ?? writeJson(item);
    const before = old === undefined ? undefined : this.#readBack(old);
    if (this.#isShared && !this.#own()) return undefined;
    const { keys, texts, all } = this.#contents;
    const page = old === undefined && texts.needsPage(keys.next) ? PAGE_BYTES : 0;
    const place = old === undefined ? placeBytes(key) + page : 0;
    const bytes = textBytes(text);
    if (!this.#take(bytes + place - (old === undefined ? 0 : this.#paidFor(known as number, old)))) return undefined;
    this.#answers.forget();
    let slot = known;
    if (old === undefined || slot === undefined) {
      slot = keys.add(key);
      all.add(slot);
    } else {
      this.#unindex(before, slot);
    }
    texts.set(slot, text);
    this.#changes++;
    this.#contents.textBytes += old === undefined ? bytes : bytes - textBytes(old);
    this.#contents.placeBytes += place;
    this.#index(item, slot);
    return text;
  }

  remove(key: Key): boolean {
    const slot = this.#contents.keys.slotOf(key);
    const old = slot === undefined ? undefined : this.#contents.texts.get(slot);
    if (old === undefined || slot === undefined) return false;
    const before = this.#readBack(old);
    this.#changes++;
    // Freeing room must not fail for lack of room.
    if (this.#isShared) this.#own(true);
    this.#answers.forget();
    this.#unindex(before, slot);
    this.#count(-this.#paidFor(slot, old));
    this.#contents.textBytes -= textBytes(old);
    const page = this.#contents.texts.delete(slot) ? PAGE_BYTES : 0;
    this.#contents.all.remove(slot);
    this.#contents.keys.remove(key);
    this.#countPlaces(-placeBytes(key) - page);
    return true;
  }

  /** The place of an item in the order of all. */
  placeOf(key: Key): number | undefined {
    return this.#contents.keys.slotOf(key);
  }

  /** Puts an item back where it was before it was removed. */
  putBack(key: Key, slot: number, text: string): void {
    const { keys, texts, all } = this.#contents;
    const item = this.#readBack(text);
    const page = texts.needsPage(slot) ? PAGE_BYTES : 0;
    this.#answers.forget();
    this.#changes++;
    keys.putBack(key, slot);
    texts.set(slot, text);
    all.add(slot);
    this.#count(textBytes(text));
    this.#contents.textBytes += textBytes(text);
    this.#countPlaces(placeBytes(key) + page);
    if (item !== undefined) this.#index(item, slot);
  }

  fetch(key: Key): string | undefined {
    const { keys, texts } = this.#contents;
    const slot = keys.slotOf(key);
    return slot === undefined ? undefined : texts.get(slot);
  }

  list(query: Query): string {
    const name = nameOf(query);
    const kept = this.#answers.get(name);
    if (kept !== undefined) return kept;
    const { texts } = this.#contents;
    const slots = select(this.#contents, query, this.#budget.left);
    this.#count(this.#contents.orders.takeGrown());
    const text = `[${slots.map((slot) => texts.get(slot)).join(",")}]`;
    this.#answers.keep(name, text);
    return text;
  }

  count(conditions: readonly Condition[] = []): number {
    return countOf(this.#contents, conditions);
  }

  reset(): void {
    this.#changes++;
    if (this.#isShared) this.#answers = new ListCache(this.#budget.answers);
    else this.#answers.forget();
    this.#contents = Contents.empty(this.#indexed);
    this.#isShared = false;
    this.#lent = undefined;
    this.#hasPaidPlaces = true;
    this.#count(-this.#bytes);
  }

  /**
   * A store that starts with the same items. Costs nothing until one of the two is written to.
   * @param isLasting true if it outlives this store, in which case it pays for all texts itself
   * @returns undefined if the budget has no room for that
   */
  fork(isLasting = false): MemoryStore | undefined {
    const { textBytes: texts, placeBytes: places } = this.#contents;
    const options = { indexed: this.#indexed, capacity: this.#capacity, budget: this.#budget };
    const fork = new MemoryStore(options);
    if (isLasting && !fork.#take(texts + places)) return undefined;
    fork.#contents = this.#contents;
    fork.#answers = this.#answers;
    fork.#lent = isLasting ? undefined : this.#contents.texts;
    fork.#hasPaidPlaces = isLasting;
    this.#isShared = true;
    fork.#isShared = true;
    return fork;
  }

  /**
   * Takes ownership of shared contents, which the first write requires.
   * @returns false if the budget has no room for the copy
   */
  #own(isForced = false): boolean {
    const places = this.#hasPaidPlaces ? 0 : this.#contents.placeBytes;
    if (!isForced && places > this.#budget.left) return false;
    this.#count(places);
    this.#hasPaidPlaces = true;
    this.#contents = this.#contents.copy();
    this.#count(this.#contents.orders.takeGrown());
    this.#isShared = false;
    this.#answers = new ListCache(this.#budget.answers);
    return true;
  }

  /** The part of the budget that a text in a slot takes for this store. */
  #paidFor(slot: number, text: string): number {
    return this.#lent?.get(slot) === text ? 0 : textBytes(text);
  }

  /** @returns false if the budget does not have so many bytes left */
  #take(bytes: number): boolean {
    if (bytes > 0 && bytes > this.#budget.left) return false;
    this.#count(bytes);
    return true;
  }

  #count(bytes: number): void {
    this.#budget.count(bytes);
    this.#bytes += bytes;
  }

  #countPlaces(bytes: number): void {
    this.#count(bytes);
    this.#contents.placeBytes += bytes;
  }

  /** Parses a text, if an index needs the item. */
  #readBack(text: string): JsonObject | undefined {
    const { indexList, orders } = this.#contents;
    return indexList.length + orders.size === 0 ? undefined : parseItem(text);
  }

  #index(item: JsonObject, slot: number): void {
    const { indexList, orders } = this.#contents;
    let grown = 0;
    for (const { property, index } of indexList) grown += index.add(ownValue(item, property), slot);
    if (grown > 0) this.#countPlaces(grown);
    if (orders.size === 0) return;
    orders.add(slot, item, (conditions) => chosenBy(this.#contents, conditions).has(slot));
    this.#count(orders.takeGrown());
  }

  #unindex(item: JsonObject | undefined, slot: number): void {
    if (item === undefined) return;
    const { indexList, orders } = this.#contents;
    let freed = 0;
    for (const { property, index } of indexList) freed += index.remove(ownValue(item, property), slot);
    this.#countPlaces(-freed);
    if (orders.size === 0) return;
    orders.remove(slot, item);
    this.#count(orders.takeGrown());
  }
}

/** What an item takes besides its text, apart from pages and indexes. */
function placeBytes(key: Key): number {
  return ITEM_BYTES + (typeof key === "number" ? 0 : KEY_BYTES + (typeof key === "string" ? key.length * 2 : 0));
}
