import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { ByteBudget } from "../../src/store/byte-budget.ts";
import { MemoryStore } from "../../src/store/memory/memory-store.ts";
import { Pages } from "../../src/store/memory/pages.ts";
import { KeyMap } from "../../src/store/memory/key-map.ts";
import { SlotList } from "../../src/store/memory/slot-list.ts";
import type { Key, Order } from "../../src/store/store.ts";
import { storeContract } from "./store-contract.ts";

describe("the memory store", () => {
  storeContract((capacity) => new MemoryStore({ indexed: ["color", "size"], capacity }));

  test("a property without an index cannot be queried", () => {
    const store = new MemoryStore({ indexed: ["color"] });
    expect(() => store.list({ conditions: [{ property: "shape", values: ["round"] }], limit: 1 })).toThrow("shape");
  });

  test("accepts an item that is no longer than the one before, even if a removal exceeded the budget", () => {
    const budget = new ByteBudget(1_000_000);
    const [own, shared] = [1, 2].map(() => {
      const store = new MemoryStore({ indexed: [], budget });
      for (let id = 1; id <= 100; id++) store.put(id, { id, color: "red" });
      return store;
    }) as [MemoryStore, MemoryStore];
    const fork = shared.fork();
    budget.count(budget.left);
    expect(fork?.remove(100)).toBe(true);
    expect(budget.left).toBeLessThan(0);
    expect(own.put(1, { id: 1, color: "tan" })).toBe('{"id":1,"color":"tan"}');
    expect(own.put(1, { id: 1, color: "sea" })).toBe('{"id":1,"color":"sea"}');
    expect(own.put(1, { id: 1, color: "blue" })).toBeUndefined();
    expect(own.fetch(1)).toBe('{"id":1,"color":"sea"}');
  });

  test("accepts an item that fits exactly, and refuses one that needs one byte more", () => {
    const budget = new ByteBudget(1_000_000);
    new MemoryStore({ indexed: [], budget }).put(1, { id: 1 });
    const putWith = (limit: number): string | undefined =>
      new MemoryStore({ indexed: [], budget: new ByteBudget(limit) }).put(1, { id: 1 });
    expect([putWith(budget.used), putWith(budget.used - 1)]).toEqual(['{"id":1}', undefined]);
  });

  test("agrees with a plain list through random puts and removals", () => {
    const step = fc.record({
      id: fc.integer({ min: 1, max: 40 }),
      color: fc.constantFrom("red", "blue", undefined),
      remove: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const store = new MemoryStore({ indexed: ["color"], capacity: 30 });
        const model = new Map<number, { id: number; color?: string }>();
        for (const { id, color, remove } of steps) {
          const item = { id, ...(color === undefined ? {} : { color }) };
          const fits = model.has(id) || (!remove && model.size < 30);
          expect(remove ? store.remove(id) : store.put(id, item) !== undefined).toBe(fits);
          if (fits && remove) model.delete(id);
          else if (fits) model.set(id, item);
        }
        expect(store.list({ conditions: [], limit: 1e9 })).toBe(JSON.stringify([...model.values()]));
        for (const color of ["red", "blue"]) {
          const expected = [...model.values()].filter((item) => item.color === color).slice(0, 5);
          const query = { conditions: [{ property: "color", values: [color] }], limit: 5 };
          expect(store.list(query)).toBe(JSON.stringify(expected));
        }
      }),
      { numRuns: 100 },
    );
  });

  test("a list takes as many steps with a hundred and with a hundred thousand items", () => {
    const steps = (count: number): number => {
      const store = new MemoryStore({ indexed: ["color"] });
      for (let id = 1; id <= count; id++) store.put(id, { id, color: id % 2 ? "red" : "blue" });
      const [read, found] = [vi.spyOn(Pages.prototype, "get"), vi.spyOn(SlotList.prototype, "first")];
      store.list({ conditions: [{ property: "color", values: ["red"] }], limit: 20 });
      const taken = read.mock.calls.length + found.mock.results.flatMap(({ value }) => value as number[]).length;
      vi.restoreAllMocks();
      return taken;
    };
    expect(steps(100)).toBeGreaterThan(0);
    expect(steps(100_000)).toBe(steps(100));
  });

  test("uses no more memory after 30,000 creations and removals than its items need", () => {
    const store = new MemoryStore({ indexed: ["color"], capacity: 10 });
    for (let id = 1; id <= 30_000; id++) {
      store.put(id, { id, color: "red" });
      if (id > 5) store.remove(id - 5);
    }
    expect(store.count()).toBe(5);
    expect(JSON.parse(store.list({ conditions: [], limit: 2 }))).toEqual([
      { id: 29_996, color: "red" },
      { id: 29_997, color: "red" },
    ]);
  });
});

test("a slot list agrees with a sorted set", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 2500 }), (slots) => {
      const list = new SlotList();
      const model = new Set<number>();
      for (const slot of slots) {
        if (model.delete(slot)) list.remove(slot);
        else {
          list.add(slot);
          model.add(slot);
        }
      }
      const sorted = [...model].sort((a, b) => a - b);
      expect([...list.above(-1)]).toEqual(sorted);
      const mark = slots[0] ?? 7;
      expect([...list.above(mark)]).toEqual(sorted.filter((slot) => slot > mark));
      expect([...list.below(mark)]).toEqual(sorted.filter((slot) => slot < mark).toReversed());
      expect(list.first(7)).toEqual(sorted.slice(0, 7));
      expect(list.size).toBe(sorted.length);
      expect(list.remove(5000)).toBe(false);
    }),
    { numRuns: 50 },
  );
});

test("a creation that is taken back and done again costs the same, however many items there are", () => {
  let looks = 0;
  const used = new Set<number>();
  const keys = new KeyMap((slot) => {
    looks++;
    return used.has(slot);
  });
  for (let key = 1; key <= 10_000; key++) used.add(keys.add(key));
  for (let times = 0; times < 5; times++) {
    const slot = keys.slotOf(10_000) ?? -1;
    used.delete(slot);
    keys.remove(10_000);
    expect(keys.add(10_000)).toBe(slot);
    used.add(slot);
  }
  expect(looks).toBe(0);
});

test("keys that are removed and put back, in the opposite order, are what they were", () => {
  const key = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constantFrom("a", "b"));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 40 }), fc.array(key, { maxLength: 20 }), (before, during) => {
      const used = new Map<Key, number>();
      const keys = new KeyMap((slot) => [...used.values()].includes(slot));
      const toggle = (one: Key): (() => void) => {
        const slot = used.get(one);
        if (slot === undefined) {
          used.set(one, keys.add(one));
          return () => {
            used.delete(one);
            keys.remove(one);
          };
        }
        used.delete(one);
        keys.remove(one);
        return () => {
          used.set(one, slot);
          keys.putBack(one, slot);
        };
      };
      for (const one of before) toggle(one);
      const known = new Map(used);
      const undo = during.map(toggle);
      for (const step of undo.toReversed()) step();
      expect(used).toEqual(known);
      for (const [one, slot] of known) expect(keys.slotOf(one)).toBe(slot);
      const taken = [...used.values()];
      const another = keys.add(99);
      expect(Math.max(-1, ...taken)).toBeLessThan(another);
    }),
    { numRuns: 500 },
  );
});

test("a long list that is kept in order counts as memory, and is sorted each time if there is no room for that", () => {
  const order: Order = { name: "n", valueOf: ({ n = null }) => n, compare: (a, b) => Number(a) - Number(b) };
  const first = (store: MemoryStore): unknown => JSON.parse(store.list({ conditions: [], limit: 2, order }));
  const filled = (room: number): { readonly store: MemoryStore; readonly budget: ByteBudget } => {
    const budget = new ByteBudget(room);
    const store = new MemoryStore({ budget });
    for (let id = 1; id <= 2_000; id++) store.put(id, { id, n: (id * 7_919) % 2_003 });
    return { store, budget };
  };
  const [roomy, tight] = [filled(10_000_000), filled(10_000_000)];
  const used = roomy.budget.used;
  tight.budget.count(tight.budget.left - 1_000);
  const full = tight.budget.used;
  expect(first(roomy.store)).toEqual(first(tight.store));
  expect(roomy.budget.used - used).toBe(2_000 * 64);
  expect(tight.budget.used).toBe(full);
  const fork = roomy.store.fork();
  fork?.put(3_000, { id: 3_000, n: -1 });
  expect(first(fork as MemoryStore)).toEqual([{ id: 3_000, n: -1 }, ...(first(roomy.store) as unknown[]).slice(0, 1)]);
  fork?.reset();
  roomy.store.reset();
  expect(roomy.budget.used).toBe(0);
});
