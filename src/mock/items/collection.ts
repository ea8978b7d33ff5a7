// The items of one resource in one world at run time: the store, the identifiers, and the state that both start from.
import type { Resource } from "../../resource/model.ts";
import type { MemoryStore } from "../../store/memory/memory-store.ts";
import type { Key, Store, Query } from "../../store/store.ts";
import type { Identifiers } from "./identifiers.ts";
import type { JsonObject } from "../../json/value.ts";
import type { ResourcePlan, Start } from "../resource-plan.ts";
import { parseStored, parseStoredList } from "./stored.ts";
import type { Unpacked } from "./family.ts";

/** A copy with the same items that counts against the byte budget itself. @returns undefined if there is no room */
export function copyOf({ store, identifiers }: Start): Start | undefined {
  const copy = store.fork(true);
  return copy === undefined ? undefined : { store: copy, identifiers: identifiers.copy() };
}

/** Hears of what changes in a collection. */
export interface CollectionWatcher {
  /** An item was put or, without a text, removed. @param place where it was before it was removed */
  changed(key: Key, text: string | undefined, former: string | undefined, place: number | undefined): void;
  /** Other items are in place of all of them: those of the start, given ones, or those of a new start. */
  replaced(by: "start" | "items" | "new start"): void;
}

/** How many taken identifiers in a row are skipped. */
const MOST_PASSED = 1_000;

/** A resource with its items in one world. */
export class Collection {
  readonly plan: ResourcePlan;
  #start: Start;
  #store: MemoryStore;
  #identifiers: Identifiers;
  watcher: CollectionWatcher | undefined;

  /** It starts with the items of the plan. */
  constructor(plan: ResourcePlan) {
    this.plan = plan;
    this.#start = plan.begin();
    this.#store = forkOf(this.#start);
    this.#identifiers = this.#start.identifiers.copy();
  }

  get resource(): Resource {
    return this.plan.resource;
  }

  /** The store, read-only. */
  get store(): Pick<Store, "fetch" | "list" | "count"> {
    return this.#store;
  }

  /** Its items, in the order of the store; all of them unless the query says otherwise. */
  items(query: Partial<Query> = {}): readonly Unpacked[] {
    const stored = parseStoredList(this.#store.list({ conditions: [], limit: Infinity, ...query }));
    return stored.map((one) => this.plan.family.unpack(one));
  }

  get identifiers(): Identifiers {
    return this.#identifiers;
  }

  /** A text that is different after each change of the items. */
  get revision(): string {
    return this.#store.revision;
  }

  /** True if no item can be added, however small. */
  get isFull(): boolean {
    return this.#store.count() >= this.plan.capacity;
  }

  /** Returns to the items that it started with. */
  restart(): void {
    this.#begin(this.#start);
    this.watcher?.replaced("start");
  }

  /** True for an item that was generated and that nobody has changed since. */
  isMade(key: Key): boolean {
    const start = this.#start.store.fetch(key);
    return this.plan.isMade && start !== undefined && start === this.#store.fetch(key);
  }

  /** The state that it returns to; undefined for that of the plan. */
  get ownStart(): Start | undefined {
    return this.#start === this.plan.begin() ? undefined : this.#start;
  }

  /** Sets another starting state without returning to it. */
  startWith(start: Start | undefined): void {
    const former = this.ownStart;
    this.#start = start ?? this.plan.begin();
    former?.store.reset();
  }

  /** Sets another starting state, and returns to it. */
  restartWith(start: Start): void {
    this.#begin(start);
    this.startWith(start);
    this.watcher?.replaced("new start");
  }

  /** Continues with other items, which this collection owns from now on; the starting state stays. */
  adopt({ store, identifiers }: Start): void {
    this.#store.reset();
    this.#store = store;
    this.#identifiers = identifiers;
    this.watcher?.replaced("items");
  }

  /** The current state, to return to later. @returns undefined if there is no room for it */
  keep(): Start | undefined {
    return copyOf({ store: this.#store, identifiers: this.#identifiers });
  }

  /** Releases all memory. */
  close(): void {
    this.#store.reset();
    this.ownStart?.store.reset();
  }

  /** Stores an item under a key, and uses up no identifier. @returns the same as the store */
  put(key: Key, item: JsonObject): string | undefined {
    if (this.watcher === undefined) return this.#store.put(key, item);
    const former = this.#store.fetch(key);
    const text = this.#store.put(key, item);
    if (text !== undefined) this.watcher.changed(key, text, former, undefined);
    return text;
  }

  remove(key: Key): void {
    const place = this.watcher && this.#store.placeOf(key);
    const former = this.watcher && this.#store.fetch(key);
    this.#store.remove(key);
    if (former !== undefined) this.watcher?.changed(key, undefined, former, place);
  }

  /** Does what was done elsewhere: nobody hears of it. @returns false if there is no room */
  repeat(key: Key, text: string | undefined): boolean {
    if (text === undefined) this.#store.remove(key);
    return text === undefined || this.#store.put(key, parseStored(text), text) !== undefined;
  }

  /** Puts a removed item back where it was. */
  putBack(key: Key, place: number, text: string): void {
    this.#store.putBack(key, place, text);
  }

  /** Adds an item under the next identifier. @returns its JSON text, or undefined if there is no room */
  add(key: Key, item: JsonObject): string | undefined {
    const text = this.put(key, item);
    if (text !== undefined) this.#identifiers.advance();
    return text;
  }

  /** The identifier of the next item; skips those that seed items already have. */
  nextKey(isTaken: (id: Key) => boolean): Key | undefined {
    let again: Key | undefined;
    for (let passed = 0; ; passed++) {
      const id = this.#identifiers.peek();
      if (id === undefined) return again;
      if (!isTaken(id)) {
        if (!this.#identifiers.wasGiven(id)) return id;
        again ??= id;
      }
      // A schema may allow only a few texts, none of them new. Integers end by themselves.
      if (typeof id === "string" && passed > MOST_PASSED) return again;
      this.#identifiers.advance();
    }
  }

  #begin(start: Start): void {
    this.#store.reset();
    this.#store = forkOf(start);
    this.#identifiers = start.identifiers.copy();
  }
}

/** Another store with the items of a start, which uses no memory until it is written to. */
function forkOf({ store }: Start): MemoryStore {
  return store.fork() as MemoryStore;
}
