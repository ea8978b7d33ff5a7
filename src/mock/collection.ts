// The items of one resource while the mock runs: the store, the identifiers, and how both begin.
import type { Contract } from "../contract/model.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Identifier, Resource } from "../resource/model.ts";
import { MemoryStore } from "../store/memory.ts";
import { type Seed, SeedError, type SeedTarget, seedItems } from "../store/seed/seed.ts";
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
  /** Why it starts empty though nobody asked for that; absent where it does not. */
  readonly seedFault: string | undefined;
  /** Gives the items of the seed once more. */
  readonly #again: () => readonly JsonObject[];

  /** @throws SeedError when items of the seed do not fit, or do not fit in */
  constructor(contract: Contract, resource: Resource, options: CollectionOptions) {
    const { seed, capacity } = options;
    this.resource = resource;
    this.capacity = capacity;
    this.identifiers = new Identifiers(resource.identifier);
    this.store = new MemoryStore({ indexed: resource.filters.map(({ property }) => property), capacity });
    const target = this.#seedTarget(contract);
    const { items, fault } = startingItems(target, options);
    this.seedFault = fault;
    if (items.length > capacity) {
      throw new SeedError([{ index: capacity, message: `is one more than the capacity of ${capacity} items` }]);
    }
    this.#fill(items);
    this.#again = seed.kind === "items" ? this.#keepText() : () => startingItems(target, options).items;
  }

  /** Goes back to the items of the seed. */
  reset(): void {
    const items = this.#again();
    this.store.reset();
    this.#fill(items);
  }

  /** Adds an item under the identifier that was found for it. @returns false when there is no room, or no identifier, for it */
  add(key: Key, item: JsonObject): boolean {
    if (!this.store.put(key, item)) return false;
    this.identifiers.advance();
    return true;
  }

  /** The identifier of a new item: the client's where the contract leaves it to choose, else the next. */
  keyFor(body: JsonObject): Key | undefined {
    const { chosen, property } = this.resource.identifier;
    const own = chosen === true ? this.identifiers.keyOf(body[property]) : undefined;
    return own ?? this.nextKey();
  }

  /** The identifier of the next item; those that the seed took are passed over. */
  nextKey(): Key | undefined {
    for (;;) {
      const key = this.identifiers.peek();
      if (key === undefined || this.store.fetch(key) === undefined) return key;
      this.identifiers.advance();
    }
  }

  #seedTarget(contract: Contract): SeedTarget {
    const { item, identifier, operations } = this.resource;
    const list = operations.list;
    const media = list === undefined ? undefined : jsonMedia(responseFor(list, successStatus(list, "list")));
    return {
      document: contract.document,
      item: item.pointer,
      validate: item.validate,
      identifier: identifier.property,
      kind: identifier.kind,
      examples: media?.examples.map(({ value }) => value) ?? [],
      nthKey: (n) => this.identifiers.nth(n),
      ...roomFor(identifier),
    };
  }

  /** What somebody wrote cannot be made again: it is kept as bytes, which weigh a fraction of the values. */
  #keepText(): () => readonly JsonObject[] {
    const bytes = Buffer.from(this.store.list({ conditions: [], limit: Infinity }), "utf8");
    return () => parseStoredList(bytes.toString("utf8"));
  }

  #fill(items: readonly JsonObject[]): void {
    const { property } = this.resource.identifier;
    for (const item of items) this.store.put(item[property] as Key, item);
    this.identifiers.restart(items.map((item) => item[property] as Key));
  }
}

/** Where there are few identifiers, half of them are left for items to come. */
function roomFor({ kind, least = 1n, reach }: Identifier): Pick<SeedTarget, "room"> {
  if (kind !== "integer" || reach === undefined) return {};
  return { room: Math.max(1, Math.ceil(Number(reach - least + 1n) / 2)) };
}

interface Start {
  readonly items: readonly JsonObject[];
  readonly fault?: string;
}

/**
 * Where nobody asked for items, as many are there as fit; and where none can be made, an empty store is of more use
 * than none.
 */
function startingItems(target: SeedTarget, { seed, capacity }: CollectionOptions): Start {
  try {
    const items = seedItems(target, seed);
    return { items: seed.kind === "default" ? items.slice(0, capacity) : items };
  } catch (error) {
    if (seed.kind !== "default" || !(error instanceof SeedError)) throw error;
    return { items: [], fault: error.problems[0]?.message ?? "" };
  }
}
