// Worlds as values: their cost, their lifetime, and their snapshots.
import { expect, test } from "vitest";
import { loadEmbeddedContract } from "../../src/contract/embedded/embedded.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { ResourcePlan } from "../../src/mock/resource-plan.ts";
import { Family } from "../../src/mock/items/family.ts";
import { collectionNames } from "../../src/mock/items/names.ts";
import { SeedError } from "../../src/mock/seed/seed.ts";
import type { World } from "../../src/mock/world.ts";
import { type SessionLimits, Worlds } from "../../src/mock/worlds.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { ByteBudget } from "../../src/store/byte-budget.ts";

const contract = await loadEmbeddedContract();
const inference = inferResources(contract);
const [resource] = inference.resources;

function worldsOf(count: number, limits: Partial<SessionLimits> = {}, budget = new ByteBudget(1e8)): Worlds {
  if (resource === undefined) throw new Error("the embedded document has a resource");
  const plan = new ResourcePlan(contract, new Family(resource, []), {
    seed: { kind: "count", count },
    capacity: 1e6,
    budget,
  });
  return new Worlds({ resources: [plan], names: collectionNames(inference), operations: contract.operations }, limits);
}

const textOf = (world: World): string => world.collection(0).store.list({ conditions: [], limit: Infinity });
const firstOf = (world: World): JsonObject => (JSON.parse(textOf(world)) as JsonObject[])[0] as JsonObject;

test("a thousand worlds without writes take almost no memory, and read the items of the seed", () => {
  const budget = new ByteBudget(1e8);
  const worlds = worldsOf(1000, {}, budget);
  const used = budget.used;
  for (let n = 0; n < 1000; n++) expect(worlds.session(`s${n}`)?.collection(0).store.count()).toBe(1000);
  expect(budget.used).toBe(used);
  worlds.close();
});

test("a write is visible only in its own world, and dropping the world frees its memory", () => {
  const budget = new ByteBudget(1e8);
  const worlds = worldsOf(50, {}, budget);
  const used = budget.used;
  const [one, two] = [worlds.session("one") as World, worlds.session("two") as World];
  const before = textOf(two);
  one.collection(0).remove(1);
  one.collection(0).put(2, { ...firstOf(two), id: 2 });
  expect(textOf(two)).toBe(before);
  expect(textOf(worlds.shared)).toBe(before);
  expect(one.collection(0).store.count()).toBe(49);
  worlds.drop("one");
  worlds.drop("two");
  expect(budget.used).toBe(used);
});

test("sessions that were idle for an hour are dropped, and the longest-idle one makes room for a new one", () => {
  let now = 0;
  const worlds = worldsOf(1, { most: 2, now: () => now });
  const first = worlds.session("first");
  now = 30_000;
  worlds.session("second");
  expect(worlds.session("third")).toBeUndefined();
  now = 60_000;
  expect(worlds.session("third")).toBeDefined();
  expect(worlds.list().map(({ name }) => name)).toEqual(["second", "third"]);
  expect(worlds.session("first")).toBeUndefined();
  now = 3_630_000;
  worlds.dropIdle();
  expect(worlds.list()).toEqual([{ name: "third", idle: 3570 }]);
  expect(worlds.session("first")).not.toBe(first);
  worlds.close();
});

test("a world can be restored to a snapshot, identifiers included", () => {
  const budget = new ByteBudget(1e8);
  const worlds = worldsOf(5, {}, budget);
  const used = budget.used;
  const world = worlds.session("one") as World;
  expect(world.snapshot("begin")).toBe("kept");
  world.collection(0).remove(3);
  expect(world.snapshot("less")).toBe("kept");
  world.reset();
  expect(world.collection(0).store.count()).toBe(5);
  expect(world.restore("less")).toBe("restored");
  expect(world.collection(0).store.count()).toBe(4);
  world.collection(0).remove(4);
  expect(world.restore("less")).toBe("restored");
  expect(world.collection(0).store.count()).toBe(4);
  expect(world.restore("begin")).toBe("restored");
  expect(world.collection(0).store.count()).toBe(5);
  expect(world.restore("other")).toBe("unknown");
  expect(world.forget("less")).toBe(true);
  worlds.drop("one");
  expect(budget.used).toBe(used);
});

test("new items, and a new seed, are accepted as a whole or not at all", () => {
  const worlds = worldsOf(3);
  const world = worlds.shared;
  const items = [{ ...firstOf(world), id: 40 }];
  world.replace(new Map([[0, { kind: "items", items }]]));
  expect(world.collection(0).store.count()).toBe(1);
  expect(world.collection(0).nextKey(() => false)).toBe(41);
  world.reset();
  expect(world.collection(0).store.count()).toBe(3);
  world.reseed(new Map([[0, { kind: "items", items }]]));
  world.collection(0).remove(40);
  world.reset();
  expect(world.collection(0).store.count()).toBe(1);
  const wrong = new Map([[0, { kind: "items", items: [{ id: 1 }] } as const]]);
  expect(() => world.reseed(wrong)).toThrow(SeedError);
  expect(world.collection(0).store.count()).toBe(1);
});

test("the clock can be set, run, be frozen, be moved and be reset", () => {
  const { clock } = worldsOf(1).shared;
  const then = Date.parse("2031-01-01T23:59:00Z");
  clock.set(then, true);
  expect(clock.read()).toEqual({ now: "2031-01-01T23:59:00.000Z", frozen: true, changed: true });
  clock.advance(120_000);
  expect(clock.today()).toBe("2031-01-02");
  clock.advance(-86_400_000);
  expect(clock.today()).toBe("2031-01-01");
  clock.set(then, false);
  expect(clock.now()).toBeGreaterThanOrEqual(then);
  expect(clock.read().frozen).toBe(false);
  clock.reset();
  expect(clock.read().changed).toBe(false);
});
