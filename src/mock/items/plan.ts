// What is worked out once for the items of a resource, whichever world they are in.
import type { Contract } from "../../contract/model.ts";
import type { Resource } from "../../resource/model.ts";
import type { ByteBudget } from "../../store/byte-budget.ts";
import { MemoryStore } from "../../store/memory.ts";
import { type Refusal, refuse } from "../errors/refusal.ts";
import { type Seed, SeedError, type SeedTarget, seedItems } from "../seed/seed.ts";
import type { Key } from "../../store/store.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { ANY, type Family, bare, hiddenKey, keyIn, labelOf } from "./family.ts";
import { once } from "./fitting.ts";
import { Identifiers } from "./identifiers.ts";
import { repeating, seedTarget, startingItems } from "../seed/target.ts";
import { parseStoredList } from "./view.ts";
import type { JsonObject } from "../../json/value.ts";

export interface CollectionOptions {
  readonly seed: Seed;
  /** The ways to the items below which those of each member begin; none for a member below no item that is kept. */
  readonly parents?: (member: Resource) => readonly (readonly string[])[];
  /** Is told why it starts empty though nobody asked for that. */
  readonly onFault?: (fault: string) => void;
  /** How many items fit. */
  readonly capacity: number;
  /** How many bytes the items of all resources may take up together. */
  readonly budget: ByteBudget;
}

/** Below which of the parents each of the first items begins. */
const SHARES = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2];
/** Items below which others begin. */
const MOST_WAYS = 50;

/** What all worlds share of a resource: what it starts with, and what is said when it is full. */
export class ResourcePlan {
  readonly family: Family;
  readonly resource: Resource;
  readonly capacity: number;
  readonly budget: ByteBudget;
  /** Of an item that would be one too many. */
  readonly fullOfItems: Refusal;
  /** Of an item that there is no memory for. */
  readonly fullOfBytes: Refusal;
  /** Worked out when items are first made: what examples it takes are judged. */
  readonly #target: () => SeedTarget;
  readonly #parents: CollectionOptions["parents"];
  readonly #identifiers: Identifiers;
  /** The items of the seed: only read, and copied by whoever writes. */
  #start: Start | undefined;
  /** Until it has begun: items of a seed take up as much as what is stored of them. */
  #seed: Seed | undefined;
  readonly #onFault: CollectionOptions["onFault"];
  /** What was made of it so far. */
  readonly #made = new Map<number, JsonObject>();
  #ways: readonly (readonly string[])[] | undefined;

  /** @throws SeedError when items of the seed do not fit, or do not fit in */
  constructor(contract: Contract, family: Family, options: CollectionOptions) {
    const { seed, capacity, budget } = options;
    const resource = family.home;
    this.family = family;
    this.resource = resource;
    this.#parents = options.parents;
    this.capacity = capacity;
    this.budget = budget;
    this.fullOfItems = refuse("store_full", "store", `the store holds its maximum of ${capacity} items`);
    this.fullOfBytes = refuse(
      "store_full",
      "store",
      `the store has no room left in the ${budget.limit} bytes that its items may take up`,
    );
    this.#identifiers = new Identifiers(contract.document, resource);
    this.#target = once(() => seedTarget(contract, family, this.#identifiers));
    this.#seed = seed;
    this.#onFault = options.onFault;
    // What somebody wrote is judged at the start; what is made can wait until somebody asks for it.
    if (seed.kind !== "default") this.begin();
  }

  /** The ways to the items that it starts with: what lies below them begins there. */
  get ways(): readonly (readonly string[])[] {
    return (this.#ways ??= this.#readWays());
  }

  #readWays(): string[][] {
    const { family, resource } = this;
    const items = parseStoredList(this.begin().store.list({ conditions: [], limit: MOST_WAYS }));
    return items.map((stored) => {
      const { id, labels } = family.unpack(stored);
      const label = labels.get(resource);
      const above =
        label === undefined ? [] : label.split("/").map((text) => (text === ANY ? ANY : decodeURIComponent(text)));
      return [...above, showScalar(id)];
    });
  }

  /** What identifies the items, for whoever reads identifiers and makes none. */
  get identifiers(): Identifiers {
    return this.#identifiers;
  }

  /** What a collection begins with in a new world: made when it is first asked for. */
  begin(): Start {
    if (this.#start !== undefined) return this.#start;
    const seed = this.#seed ?? { kind: "default" };
    const made = seed.kind === "default" ? { made: this.#made } : {};
    const { items, fault } = startingItems({ ...this.#target(), ...made }, seed, this.capacity);
    this.#start = this.#fill(items, seed.kind === "default");
    this.#seed = undefined;
    this.#made.clear();
    if (fault !== undefined) this.#onFault?.(fault);
    return this.#start;
  }

  /**
   * What it would begin with after another seed.
   * @throws SeedError when items of the seed do not fit, or do not fit in
   */
  startWith(seed: Seed): Start {
    try {
      const { items } = startingItems(this.#target(), seed, this.capacity);
      return this.#fill(items, false);
    } catch (error) {
      throw error instanceof SeedError ? new SeedError(error.problems, this.family.home.name) : error;
    }
  }

  /** So many items as they could be in the collection, made anew. @throws SeedError where none can be made */
  make(count: number): readonly JsonObject[] {
    return seedItems(this.#target(), { kind: "count", count });
  }

  /** @param cuts whether what does not fit in is left out */
  #fill(items: readonly JsonObject[], cuts: boolean): Start {
    const { capacity, budget, family } = this;
    if (items.length > capacity) {
      throw new SeedError([{ index: capacity, message: `is one more than the capacity of ${capacity} items` }]);
    }
    const store = new MemoryStore({ indexed: family.indexed, capacity, budget });
    const entries = this.#labelled(items);
    const rest = entries.findIndex(({ key, stored }) => store.put(key, stored) === undefined);
    if (rest !== -1 && !cuts) {
      store.reset();
      const message = `does not fit into the ${budget.limit} bytes that items may take up`;
      throw new SeedError([{ index: rest, message }]);
    }
    const kept = rest === -1 ? entries : entries.slice(0, rest);
    const identifiers = this.#identifiers.copy();
    identifiers.restart(kept.map(({ id }) => id));
    return { store, identifiers };
  }

  /** Distributes items over what they belong to. */
  #labelled(items: readonly JsonObject[]): { readonly key: Key; readonly id: Key; readonly stored: JsonObject }[] {
    const { family, resource } = this;
    return items.map((written, index) => {
      const given = bare(written);
      const id = keyIn(resource, given) ?? hiddenKey(written) ?? this.#identifiers.nth(index + 1);
      const known = family.isPlain ? undefined : family.unpack(written).labels;
      // What was kept of another run says itself where it is.
      if (known !== undefined && known.size > 0) {
        const stored = family.pack(given, id, known);
        return { key: family.keyOf(id, known.get(family.home) ?? ""), id, stored };
      }
      const ways = new Map(family.scoped.map((member) => [member, this.#wayOf(member, index)] as const));
      const item = repeating(given, ways, resource);
      const labels = new Map([...ways].map(([member, way]) => [member, labelOf(way)] as const));
      const stored = family.pack(item, id, labels);
      return { key: family.keyOf(id, family.unpack(stored).labels.get(resource) ?? ""), id, stored };
    });
  }

  /** Below which item the one at an index begins. The first has the most, so that there is something to page through. */
  #wayOf(member: Resource, index: number): readonly string[] {
    const ways = this.#parents?.(member) ?? [];
    const share = index < SHARES.length ? (SHARES[index] as number) : index;
    const way = ways[share < ways.length ? share : share % Math.max(1, ways.length)] ?? [];
    return member.scope.map((_, place) => way[place] ?? ANY);
  }
}

/** What a collection was at some time, and can be again. */
export interface Start {
  readonly store: MemoryStore;
  readonly identifiers: Identifiers;
}
