// What one client sees: the items of every resource, the time, and the situations. Clients without a session share one
// world. Each session has its own, which uses almost no memory until it is written to.
import { Clock } from "./clock.ts";
import { Collection, type CollectionWatcher, copyOf } from "./items/collection.ts";
import type { CollectionNames } from "./items/names.ts";
import { type ResourcePlan, type Start } from "./resource-plan.ts";
import type { Journal, Journals } from "./journal/journal.ts";
import type { Operation } from "../contract/model.ts";
import type { Situation } from "./situations/situation.ts";
import { Situations } from "./situations/situations.ts";
import { Made } from "./made.ts";
import { KeptAnswers } from "./kept-answers.ts";
import { Tokens } from "./tokens/tokens.ts";
import { SentLinks } from "./sent-links.ts";
import type { Seed } from "./seed/seed.ts";
import type { ByteBudget } from "../store/byte-budget.ts";
import type { Outbox } from "./outbox.ts";
import { Files } from "../store/files.ts";

/** What all worlds of a mock are created from. */
export interface WorldPlan {
  readonly resources: readonly ResourcePlan[];
  /** The name of each of them. */
  readonly names: CollectionNames;
  /** The operations of the contract, for situations. */
  readonly operations: readonly Operation[];
  /** The day to simulate, instead of the real one. */
  readonly today?: string | undefined;
  /** The situations that are active from the start. */
  readonly situations?: readonly Situation[] | undefined;
  /** Records requests; absent if nobody reads them. */
  readonly journals?: Journals | undefined;
  /** Creates what hears of changes; absent if nothing is sent because of them. */
  readonly outboxOf?: ((world: World) => Outbox) | undefined;
  /** Creates what hears of everything that changes; absent for a world of its own. */
  readonly watcherOf?: ((world: World) => WorldWatcher) | undefined;
  /** The memory for what all worlds keep. */
  readonly budget?: ByteBudget | undefined;
}

/** Hears of what changes in a world, so that others can do the same. */
export interface WorldWatcher {
  collection(at: number, collection: Collection): CollectionWatcher;
  /** A snapshot was kept, or forgotten. */
  snapshot(name: string, isKept: boolean): void;
}

/** The maximum number of snapshots of a world. */
export const MOST_SNAPSHOTS = 20;

/** One world of a mock. */
export class World {
  /** The name of its session; undefined for the shared world. */
  readonly name: string | undefined;
  readonly clock: Clock;
  readonly situations: Situations;
  readonly journal: Journal | undefined;
  /** The addresses that its clients have sent. */
  readonly sent = new SentLinks();
  /** The tokens that its operations have issued. */
  readonly tokens = new Tokens();
  /** What its clients have created of late. */
  readonly made = new Made();
  /** The answers to requests with an idempotency key. */
  readonly repeats = new KeptAnswers();
  /** The files that its clients have sent. */
  readonly files: Files;
  readonly outbox: Outbox | undefined;
  readonly watcher: WorldWatcher | undefined;
  readonly #plan: WorldPlan;
  readonly #collections: (Collection | undefined)[] = [];
  #snapshots: Map<string, readonly (Start | undefined)[]> | undefined;

  constructor(plan: WorldPlan, name?: string) {
    this.#plan = plan;
    this.name = name;
    this.clock = new Clock(plan.today);
    this.situations = new Situations(plan.operations, plan.situations);
    this.journal = plan.journals?.of(name);
    this.files = new Files(plan.budget);
    this.outbox = plan.outboxOf?.(this);
    this.watcher = plan.watcherOf?.(this);
  }

  /** The items of a resource, by its index among those of the contract. */
  collection(at: number): Collection {
    const plan = this.#plan.resources[at] as ResourcePlan;
    const known = this.#collections[at];
    if (known !== undefined) return known;
    const made = this.outbox?.collection(plan) ?? new Collection(plan);
    made.watcher = this.watcher?.collection(at, made);
    return (this.#collections[at] = made);
  }

  /** The collections that were used, by their index. */
  get used(): ReadonlyMap<number, Collection> {
    return new Map(this.#collections.flatMap((one, at) => (one === undefined ? [] : [[at, one] as const])));
  }

  /** What its collections are called. */
  get names(): CollectionNames {
    return this.#plan.names;
  }

  /** The items of every resource. */
  get collections(): readonly Collection[] {
    return this.#plan.resources.map((_, at) => this.collection(at));
  }

  /** Returns to the initial items, time and situations. */
  reset(): void {
    for (const collection of this.#collections) collection?.restart();
    this.clock.reset();
    this.situations.reset();
    this.sent.clear();
    this.repeats.clear();
    this.made.clear();
    this.files.clear();
    this.outbox?.reset();
  }

  /**
   * Starts over with other items. If it fails, nothing has changed.
   * @param seeds by the index of the resource; resources without a seed stay as they are
   * @throws SeedError if items do not fit
   */
  reseed(seeds: ReadonlyMap<number, Seed>): void {
    const starts = this.#starts(seeds);
    for (const [at, start] of starts) this.collection(at).restartWith(start);
  }

  /** Replaces the items; the starting state stays. @throws SeedError if they do not fit */
  replace(seeds: ReadonlyMap<number, Seed>): void {
    const starts = this.#starts(seeds);
    for (const [at, start] of starts) this.collection(at).adopt(start);
  }

  /** Saves the current items under a name, and replaces an earlier snapshot of that name. */
  snapshot(name: string): "kept" | "too many" | "no room" {
    const known = this.#snapshots?.get(name);
    if (known === undefined && (this.#snapshots?.size ?? 0) >= MOST_SNAPSHOTS) return "too many";
    const kept = this.#collections.map((collection) => collection?.keep());
    if (this.#collections.some((collection, at) => collection !== undefined && kept[at] === undefined)) {
      release(kept);
      return "no room";
    }
    this.adoptSnapshot(name, kept);
    this.watcher?.snapshot(name, true);
    return "kept";
  }

  /** Keeps the starts of collections as the snapshot of that name. */
  adoptSnapshot(name: string, kept: readonly (Start | undefined)[]): void {
    release(this.#snapshots?.get(name) ?? []);
    (this.#snapshots ??= new Map()).set(name, kept);
  }

  /** Returns to the snapshot of that name. */
  restore(name: string): "restored" | "unknown" | "no room" {
    const kept = this.#snapshots?.get(name);
    if (kept === undefined) return "unknown";
    const copies = kept.map((start) => (start === undefined ? undefined : copyOf(start)));
    if (kept.some((start, at) => start !== undefined && copies[at] === undefined)) {
      release(copies);
      return "no room";
    }
    for (const [at, copy] of copies.entries()) if (copy !== undefined) this.collection(at).adopt(copy);
    // A collection that was still unused then is at its starting state.
    for (const [at, collection] of this.#collections.entries()) if (copies[at] === undefined) collection?.restart();
    return "restored";
  }

  get snapshots(): readonly string[] {
    return [...(this.#snapshots?.keys() ?? [])];
  }

  /** @returns false if there is no snapshot of that name */
  forget(snapshot: string): boolean {
    const kept = this.#snapshots?.get(snapshot);
    release(kept ?? []);
    if (kept !== undefined) this.watcher?.snapshot(snapshot, false);
    return this.#snapshots?.delete(snapshot) ?? false;
  }

  /** Releases everything: the world is no longer used. */
  close(): void {
    for (const collection of this.#collections) collection?.close();
    for (const kept of this.#snapshots?.values() ?? []) release(kept);
    this.#snapshots = undefined;
    this.files.clear();
    this.outbox?.close();
    this.journal?.close();
  }

  #starts(seeds: ReadonlyMap<number, Seed>): [number, Start][] {
    const starts: [number, Start][] = [];
    try {
      for (const [at, seed] of seeds) starts.push([at, (this.#plan.resources[at] as ResourcePlan).startWith(seed)]);
    } catch (error) {
      release(starts.map(([, start]) => start));
      throw error;
    }
    return starts;
  }
}

function release(kept: readonly (Start | undefined)[]): void {
  for (const start of kept) start?.store.reset();
}
