// What is computed once for the items of a resource, for all worlds.
import type { Contract } from "../contract/model.ts";
import type { Resource } from "../resource/model.ts";
import type { ByteBudget } from "../store/byte-budget.ts";
import { MemoryStore } from "../store/memory/memory-store.ts";
import { type Refusal, refuse } from "./errors/refusal.ts";
import { type Seed, SeedError, type SeedTarget, seedItems } from "./seed/seed.ts";
import type { Key } from "../store/store.ts";
import { showScalar } from "../contract/serialization/text.ts";
import { ANY, type Family, bare, hiddenKey, itemsAbove, keyIn, labelOf, referenceTo, textsIn } from "./items/family.ts";
import { lazy } from "../memo.ts";
import type { Relating } from "./relations/rule.ts";
import { itemExamplesOf } from "./seed/examples.ts";
import { Identifiers } from "./items/identifiers.ts";
import { repeating, seedTarget, startingItems } from "./seed/target.ts";
import { parseStored, parseStoredList } from "./items/stored.ts";
import type { JsonObject, JsonValue } from "../json/value.ts";

export interface CollectionOptions {
  readonly seed: Seed;
  /** The day around which the times of generated items are. */
  readonly today?: number | undefined;
  /** The parent paths below which the items of each member start; none for a member without stored parents. */
  readonly parents?: (member: Resource) => readonly (readonly string[])[];
  /** Makes generated items refer to others that exist. */
  readonly relate?: (item: JsonObject, id: Key, above: Relating["above"]) => JsonObject;
  /** It is one of many collections. */
  readonly isOfMany?: boolean;
  /** Receives the reason if the collection starts empty although it need not. */
  readonly onFault?: (fault: string) => void;
  /** The maximum number of items. */
  readonly capacity: number;
  /** The maximum number of bytes that the items of all resources may use together. */
  readonly budget: ByteBudget;
}

/** Which parent each of the first items belongs to. */
const SHARES = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2];
/** How many items each collection starts with at least, if they can be made. */
const FEWEST = 3;
/** Items below which others start. */
const MOST_WAYS = 50;

/** What all worlds share of a resource: the items it starts with, and the refusals when it is full. */
export class ResourcePlan {
  readonly family: Family;
  readonly resource: Resource;
  readonly capacity: number;
  readonly budget: ByteBudget;
  /** For an item beyond the maximum number. */
  readonly fullOfItems: Refusal;
  /** For an item that exceeds the memory limit. */
  readonly fullOfBytes: Refusal;
  /** Computed when items are first generated, because that validates examples. */
  readonly #target: () => SeedTarget;
  readonly #parents: CollectionOptions["parents"];
  readonly #relate: CollectionOptions["relate"];
  readonly #identifiers: Identifiers;
  /** The items of the seed: read-only, copied on write. */
  #start: Start | undefined;
  /** Released once started: the items of a seed take as much memory as the stored ones. */
  #seed: Seed | undefined;
  readonly #onFault: CollectionOptions["onFault"];
  #ways: readonly (readonly string[])[] | undefined;
  #first: First | undefined;
  /** Its items are made when they are first asked for, and are not those of a user. */
  readonly #isOfMany: boolean;

  /** @throws SeedError if items of the seed are invalid, or exceed a limit */
  constructor(contract: Contract, family: Family, options: CollectionOptions) {
    const { seed, capacity, budget } = options;
    const resource = family.home;
    this.family = family;
    this.resource = resource;
    this.#parents = options.parents;
    this.#relate = options.relate;
    this.capacity = capacity;
    this.budget = budget;
    this.fullOfItems = refuse("store_full", "store", `the store holds its maximum of ${capacity} items`);
    this.fullOfBytes = refuse(
      "store_full",
      "store",
      `the store has no room left in the ${budget.limit} bytes that its items may take up`,
    );
    this.#identifiers = new Identifiers(contract.document, { ...resource, examples: itemExamplesOf(family) });
    this.#target = lazy(() => ({ ...seedTarget(contract, family, this.#identifiers), today: options.today }));
    this.#seed = seed;
    this.#isOfMany = options.isOfMany === true && seed.kind === "default";
    this.#onFault = options.onFault;
    // A seed from the user is validated at the start; generating items can wait until they are needed.
    if (seed.kind !== "default") this.begin();
  }

  /** The paths of the items that it starts with: items below them start there. */
  get ways(): readonly (readonly string[])[] {
    return (this.#ways ??= this.#readWays());
  }

  #readWays(): string[][] {
    const { family, resource } = this;
    const items = parseStoredList(this.begin().store.list({ conditions: [], limit: MOST_WAYS }));
    return items.map((stored) => {
      const { id, labels } = family.unpack(stored);
      return [...textsIn(labels.get(resource) ?? ""), showScalar(id)];
    });
  }

  /** The identifiers, for callers that only read them. */
  get identifiers(): Identifiers {
    return this.#identifiers;
  }

  /** The state that a collection starts from in a new world, created when it is first needed. */
  begin(): Start {
    if (this.#start !== undefined) return this.#start;
    const { items, ids, isMade } = this.first;
    this.#start = this.#fill(items, ids, isMade);
    this.#seed = undefined;
    // Those of a user are many, and stored as they are.
    if (!isMade) this.#first = { items: [], ids, isMade };
    return this.#start;
  }

  /** The items that it starts with before they refer to others, which makes their identifiers known. */
  get first(): First {
    return (this.#first ??= this.#readFirst());
  }

  /** The identifiers by which others refer to them. In a large document, few are known before the items are made. */
  get named(): readonly Key[] {
    if (!this.#isOfMany) return this.first.ids;
    const { examples, items = [], keys = [], room = FEWEST } = this.#target();
    if (examples.length + items.length + keys.length > 0) return this.first.ids;
    return Array.from({ length: Math.min(FEWEST, room, this.capacity) }, (_, at) => this.#identifiers.nth(at + 1));
  }

  /** True if its items were generated, without a seed of the user. */
  get isMade(): boolean {
    return this.first.isMade;
  }

  /** By what others refer to them. */
  get references(): readonly Key[] {
    if (this.family.referred === undefined || this.#isOfMany) return this.named;
    return this.first.items.map((item, index) => referenceTo(this.family, item) ?? (this.first.ids[index] as Key));
  }

  isNamed(id: JsonValue): boolean {
    const key = this.#identifiers.keyOf(id);
    return key !== undefined && (this.named.includes(key) || this.references.includes(key));
  }

  /** One of them: the same before and after it refers to others, because any collection may be asked for first. */
  findFirst(id: JsonValue): JsonObject | undefined {
    const key = this.#identifiers.keyOf(id);
    if (key === undefined || this.family.hasOwnNames) return undefined;
    const { items, ids, isMade } = this.first;
    const text = isMade ? undefined : this.#start?.store.fetch(key);
    if (text !== undefined) return bare(parseStored(text));
    return items[ids.indexOf(key)] ?? items.find((item) => referenceTo(this.family, item) === key);
  }

  #readFirst(): First {
    const seed = this.#seed ?? { kind: "default" };
    const { items, fault } = startingItems(this.#target(), seed, this.capacity);
    if (fault !== undefined) this.#onFault?.(fault);
    return { items, ids: this.#keysOf(items), isMade: seed.kind === "default" };
  }

  #keysOf(items: readonly JsonObject[]): readonly Key[] {
    return items.map((item, index) => this.#keyAt(item, index));
  }

  #keyAt(written: JsonObject, index: number): Key {
    return keyIn(this.resource, bare(written)) ?? hiddenKey(written) ?? this.#identifiers.nth(index + 1);
  }

  /**
   * The state that it would start from with another seed.
   * @throws SeedError if items of the seed are invalid, or exceed a limit
   */
  startWith(seed: Seed): Start {
    try {
      const { items } = startingItems(this.#target(), seed, this.capacity);
      return this.#fill(items, this.#keysOf(items), false);
    } catch (error) {
      throw error instanceof SeedError ? new SeedError(error.problems, this.family.home.name) : error;
    }
  }

  /** A state with stored items, which are not judged again. @throws SeedError if there is no room for them */
  startOf(stored: readonly JsonObject[], progress: number | bigint): Start {
    const start = this.#fill(stored, this.#keysOf(stored), false);
    start.identifiers.moveTo(progress);
    return start;
  }

  /** Newly generated items, as many as the collection could have. @throws SeedError if none can be generated */
  make(count: number): readonly JsonObject[] {
    return seedItems(this.#target(), { kind: "count", count });
  }

  /** @param cuts whether items beyond the limit are left out */
  #fill(items: readonly JsonObject[], ids: readonly Key[], cuts: boolean): Start {
    const { capacity, budget, family } = this;
    if (items.length > capacity) {
      throw new SeedError([{ index: capacity, message: `is one more than the capacity of ${capacity} items` }]);
    }
    const store = new MemoryStore({ indexed: family.indexed, capacity, budget });
    const identifiers = this.#identifiers.copy();
    let kept = 0;
    for (const [index, written] of items.entries()) {
      const { key, stored } = this.#labelled(written, ids[index] as Key, index, cuts);
      if (store.put(key, stored) === undefined) break;
      kept++;
    }
    if (kept < items.length && !cuts) {
      store.reset();
      const message = `does not fit into the ${budget.limit} bytes that items may take up`;
      throw new SeedError([{ index: kept, message }]);
    }
    identifiers.restart(ids.slice(0, kept));
    return { store, identifiers };
  }

  /** An item as it is stored: among those of its parents. */
  #labelled(
    written: JsonObject,
    id: Key,
    index: number,
    isMade: boolean,
  ): { readonly key: Key; readonly stored: JsonObject } {
    const { family, resource } = this;
    const given = bare(written);
    if (family.isPlain && !isMade) return { key: id, stored: given };
    const known = family.isPlain ? undefined : family.unpack(written).labels;
    // Items saved by another run already have their labels.
    if (known !== undefined && known.size > 0) {
      return { key: family.keyOf(id, known.get(family.home) ?? ""), stored: family.pack(given, id, known) };
    }
    const ways = new Map(family.scoped.map((member) => [member, this.#wayOf(member, index)] as const));
    const told = isMade ? (this.#relate?.(given, id, aboveIn(ways)) ?? given) : given;
    const item = repeating(told, ways, resource);
    const labels = new Map([...ways].map(([member, way]) => [member, labelOf(way)] as const));
    const stored = family.pack(item, id, labels);
    return { key: family.keyOf(id, family.unpack(stored).labels.get(resource) ?? ""), stored };
  }

  /**
   * The parent of the item at an index. The first parent has the most items, so that there is something to page
   * through.
   */
  #wayOf(member: Resource, index: number): readonly string[] {
    const ways = this.#parents?.(member) ?? [];
    const share = index < SHARES.length ? (SHARES[index] as number) : index;
    const way = ways[share < ways.length ? share : share % Math.max(1, ways.length)] ?? [];
    return member.scope.map((_, place) => way[place] ?? ANY);
  }
}

/** The items that one is below, by all its paths. */
function aboveIn(ways: ReadonlyMap<Resource, readonly string[]>): Relating["above"] {
  return new Map([...ways].flatMap(([member, way]) => [...itemsAbove(member, way)]));
}

/** The items of a start, and their identifiers. */
interface First {
  readonly items: readonly JsonObject[];
  readonly ids: readonly Key[];
  readonly isMade: boolean;
}

/** A state of a collection that it can return to. */
export interface Start {
  readonly store: MemoryStore;
  readonly identifiers: Identifiers;
}
