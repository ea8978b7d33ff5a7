// The items of one resource while the mock runs, in one world: the store, the identifiers, and how both begin.
import type { Resource } from "../../resource/model.ts";
import type { MemoryStore } from "../../store/memory.ts";
import type { Key, Store } from "../../store/store.ts";
import type { Identifiers } from "./identifiers.ts";
import type { JsonObject } from "../../json/value.ts";
import { turns } from "../../schema/turns.ts";
import type { ResourcePlan, Start } from "./plan.ts";

/** Another collection's worth of the same items, that pays for itself. @returns undefined where there is no room for it */
export function copyOf({ store, identifiers }: Start): Start | undefined {
  const copy = store.fork(true);
  return copy === undefined ? undefined : { store: copy, identifiers: identifiers.copy() };
}

/** So many identifiers in a row are looked at that items have already. */
const MOST_PASSED = 1_000;

/** A resource with its items in one world. */
export class Collection {
  readonly plan: ResourcePlan;
  #start: Start;
  #store: MemoryStore;
  #identifiers: Identifiers;

  /** It begins with what the plan has. */
  constructor(plan: ResourcePlan) {
    this.plan = plan;
    this.#start = plan.begin();
    this.#store = forkOf(this.#start);
    this.#identifiers = this.#start.identifiers.copy();
  }

  get resource(): Resource {
    return this.plan.resource;
  }

  /** What is there, to be read. */
  get store(): Pick<Store, "fetch" | "list" | "count"> {
    return this.#store;
  }

  get identifiers(): Identifiers {
    return this.#identifiers;
  }

  /** Another text after each change of the items. */
  get revision(): string {
    return this.#store.revision;
  }

  /** True where no item can be added, however small. */
  get isFull(): boolean {
    return this.#store.count() >= this.plan.capacity;
  }

  /** Goes back to the items that it began with. */
  restart(): void {
    this.#begin(this.#start);
  }

  /** Takes another beginning, and goes there. */
  restartWith(start: Start): void {
    const former = this.#start;
    this.#start = start;
    this.#begin(start);
    if (former !== this.plan.begin()) former.store.reset();
  }

  /** Goes on with other items, which are this collection's from now on; the beginning stays. */
  adopt({ store, identifiers }: Start): void {
    this.#store.reset();
    this.#store = store;
    this.#identifiers = identifiers;
  }

  /** What it is now, to go back to. @returns undefined where there is no room for it */
  keep(): Start | undefined {
    return copyOf({ store: this.#store, identifiers: this.#identifiers });
  }

  /** Lets go of everything. */
  close(): void {
    this.#store.reset();
    if (this.#start !== this.plan.begin()) this.#start.store.reset();
  }

  /** Stores an item under a key, and takes no identifier for it. @returns as the store does */
  put(key: Key, item: JsonObject): string | undefined {
    turns.settle();
    return this.#store.put(key, item);
  }

  remove(key: Key): void {
    turns.settle();
    this.#store.remove(key);
  }

  /** Adds an item under the identifier that was found for it. @returns its JSON text, or undefined when there is no room */
  add(key: Key, item: JsonObject): string | undefined {
    const text = this.put(key, item);
    if (text !== undefined) this.#identifiers.advance();
    return text;
  }

  /** The identifier of the next item; those that the seed took are passed over. */
  nextKey(isTaken: (id: Key) => boolean): Key | undefined {
    let again: Key | undefined;
    for (let passed = 0; ; passed++) {
      const id = this.#identifiers.peek();
      if (id === undefined) return again;
      if (!isTaken(id)) {
        if (!this.#identifiers.wasGiven(id)) return id;
        turns.settle();
        again ??= id;
      }
      // There may be few texts that a schema allows, and none of them is new. Integers come to an end of their own.
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

/** Another store with the items of a start, which costs nothing until something is written. */
function forkOf({ store }: Start): MemoryStore {
  return store.fork() as MemoryStore;
}
