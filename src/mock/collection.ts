// The items of one resource while the mock runs: the store, the identifiers, and how both begin.
import type { Contract } from "../contract/model.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Resource } from "../resource/model.ts";
import { MemoryStore } from "../store/memory.ts";
import { type Seed, SeedError, seedItems } from "../store/seed/seed.ts";
import type { Key, Store } from "../store/store.ts";
import { Identifiers } from "./identifiers.ts";
import { jsonMedia, responseFor, successStatus } from "./response.ts";
import { parseStoredList } from "./view.ts";

export interface CollectionOptions {
  readonly seed: Seed;
  /** How many items fit. */
  readonly capacity: number;
}

/** A resource with its items. */
export class Collection {
  readonly resource: Resource;
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly capacity: number;
  /** The text of the list that the store starts with: a tenth of what the items themselves would take. */
  readonly #start: string;

  /** @throws SeedError when items of the seed do not fit, or do not fit in */
  constructor(contract: Contract, resource: Resource, options: CollectionOptions) {
    this.resource = resource;
    this.capacity = options.capacity;
    this.identifiers = new Identifiers(resource.identifier);
    this.store = new MemoryStore({
      indexed: resource.filters.map(({ property }) => property),
      capacity: options.capacity,
    });
    const list = resource.operations.list;
    const media = list === undefined ? undefined : jsonMedia(responseFor(list, successStatus(list, "list")));
    const items = seedItems(
      {
        document: contract.document,
        item: resource.item.pointer,
        validate: resource.item.validate,
        identifier: resource.identifier.property,
        kind: resource.identifier.kind,
        examples: media?.examples.map(({ value }) => value) ?? [],
        nthKey: (n) => this.identifiers.nth(n),
      },
      options.seed,
    );
    if (items.length > this.capacity) {
      throw new SeedError([
        { index: this.capacity, message: `is one more than the capacity of ${this.capacity} items` },
      ]);
    }
    this.#fill(items);
    this.#start = this.store.list({ conditions: [], limit: Infinity });
  }

  /** Goes back to the items of the seed. */
  reset(): void {
    this.store.reset();
    this.#fill(parseStoredList(this.#start));
  }

  /** Adds an item under the next identifier. @returns false when there is no room, or no identifier, for it */
  add(key: Key, item: JsonObject): boolean {
    if (!this.store.put(key, item)) return false;
    this.identifiers.advance();
    return true;
  }

  /** The identifier of the next item; those that the seed took are passed over. */
  nextKey(): Key | undefined {
    for (;;) {
      const key = this.identifiers.peek();
      if (key === undefined || this.store.fetch(key) === undefined) return key;
      this.identifiers.advance();
    }
  }

  #fill(items: readonly JsonObject[]): void {
    const { property } = this.resource.identifier;
    for (const item of items) this.store.put(item[property] as Key, item);
    this.identifiers.restart(items.map((item) => item[property] as Key));
  }
}
