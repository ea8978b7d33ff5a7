// Controls one world of a mock in a test: its items, situations and time.
import type { JsonArray, JsonObject } from "../json/value.ts";
import type { CollectionNames } from "../mock/items/names.ts";
import type { Mask } from "../mock/journal/mask.ts";
import { type ExchangeReading, readEntry } from "../mock/journal/reading.ts";
import type { Situation } from "../mock/situations/situation.ts";
import type { Clock } from "../mock/clock.ts";
import type { Seed } from "../mock/seed/seed.ts";
import type { World } from "../mock/world.ts";
import { MockWebhooks } from "./mock-webhooks.ts";
import { shown } from "./wrong-use.ts";

/** Initial items: a number of generated ones, the items of the first resource, or items for each resource by name. */
export type Items = number | readonly object[] | Readonly<Record<string, readonly object[]>>;

/** A request and its response. */
export type MockExchange = ExchangeReading;

/** An active situation. */
export interface ActiveSituation {
  /** Its name in `X-Mock-Situation`. */
  readonly name: string;
  /** How many requests it has affected. */
  readonly applied: number;
  /** Switches it off. */
  remove(): void;
  [Symbol.dispose](): void;
}

/** The time in a world. */
export interface MockClock {
  /** The current time of the world. */
  now(): Date;
  /** Sets the time, which continues from there. */
  set(time: Date | string): void;
  /** Stops the clock at the current time, or at another. */
  freeze(time?: Date | string): void;
  /** Moves the time by a number of milliseconds. */
  advance(milliseconds: number): void;
  /** Returns to the initial time. */
  reset(): void;
}

/** One world of a mock, which clients may share. */
export class MockWorld {
  readonly clock: MockClock;
  /** What the mock sends by itself. */
  readonly webhooks: MockWebhooks;
  readonly #world: () => World;

  readonly #mask: () => Mask;

  constructor(world: () => World, mask: () => Mask) {
    this.#world = world;
    this.#mask = mask;
    this.webhooks = new MockWebhooks(world, mask);
    this.clock = clockOf(() => world().clock);
  }

  /** The latest requests and responses, oldest first, with masked secrets. */
  get requests(): readonly MockExchange[] {
    const entries = (this.#world().journal?.entries ?? []).filter(({ delivery }) => delivery === undefined);
    return entries.map((entry) => readEntry(entry, this.#mask()));
  }

  /** Returns to the initial items, time and situations. */
  reset(): void {
    this.#world().reset();
  }

  /**
   * Sets other initial items, for now and after each reset.
   * @throws SeedError for items that the document does not allow; TypeError for an unknown resource
   */
  seed(items: Items): void {
    const world = this.#world();
    world.reseed(seedsOf(items, world.names));
  }

  /**
   * Replaces the items of resources for now; a reset returns to the initial ones.
   * @throws SeedError for items that the document does not allow; TypeError for an unknown resource
   */
  replace(items: Items): void {
    const world = this.#world();
    world.replace(seedsOf(items, world.names));
  }

  /**
   * The items of a resource, in list order.
   * @param resource its name, which is optional if there is only one
   */
  items<T = JsonObject>(resource?: string): T[] {
    const world = this.#world();
    const { all } = world.names;
    const at = resourceIndex(resource ?? (all.length === 1 ? all[0] : undefined), world.names);
    return world
      .collection(at)
      .items()
      .map(({ item }) => item) as unknown as T[];
  }

  /**
   * Switches a situation on: latency, a status, a share of failures, …
   * @throws SituationError that says what is possible
   */
  situation(situation: Situation): ActiveSituation {
    if (typeof situation !== "object" || situation === null) {
      throw new TypeError(`situation takes an object such as { on: "GET", status: 500 }; it got ${shown(situation)}`);
    }
    const { situations } = this.#world();
    const { id, name } = situations.add(situation);
    const remove = (): void => void situations.remove(id);
    return {
      name,
      get applied() {
        return situations.list().find((one) => one.id === id)?.applied ?? 0;
      },
      remove,
      [Symbol.dispose]: remove,
    };
  }
}

/** The seeds by the index of the resource. */
function seedsOf(items: Items, names: CollectionNames): Map<number, Seed> {
  if (typeof items === "number") return new Map(names.all.map((_, at) => [at, { kind: "count", count: items }]));
  if (Array.isArray(items)) return new Map([[0, { kind: "items", items: items as JsonArray }]]);
  if (typeof items !== "object" || items === null) {
    throw new TypeError(`seed takes a number, a list of items, or an object of such lists; it got ${shown(items)}`);
  }
  return new Map(
    Object.entries(items).map(([name, list]): [number, Seed] => {
      return [resourceIndex(name, names), { kind: "items", items: list as unknown as JsonArray }];
    }),
  );
}

/** @throws TypeError for an unknown name */
export function resourceIndex(name: unknown, { find, told }: CollectionNames): number {
  const found = typeof name === "string" ? find(name) : undefined;
  if (found === undefined) throw new TypeError(`there is no resource ${shown(name)}; ${told}`);
  return found;
}

function clockOf(clock: () => Clock): MockClock {
  return {
    now: () => new Date(clock().now()),
    set: (time) => clock().set(momentOf(time), false),
    freeze: (time) => clock().set(time === undefined ? clock().now() : momentOf(time), true),
    advance: (milliseconds) => clock().advance(milliseconds),
    reset: () => clock().reset(),
  };
}

function momentOf(time: Date | string): number {
  const moment = new Date(time).getTime();
  if (Number.isNaN(moment))
    throw new TypeError(`a time is a Date or a text such as "2030-12-06T12:00:00Z"; it got ${shown(time)}`);
  return moment;
}
