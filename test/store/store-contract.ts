// The contract of stores: one test suite for all implementations.
import { expect, test } from "vitest";
import type { Order, Query, Store } from "../../src/store/store.ts";
import type { JsonObject } from "../../src/json/value.ts";

export interface StoreMaker {
  /** A store that indexes `color` and `size` and has room for this many items. */
  (capacity: number): Store;
}

const ALL = { conditions: [], limit: Infinity } as const;

function texts(...items: JsonObject[]): string {
  return JSON.stringify(items);
}

/** Runs the contract of stores against one implementation. */
export function storeContract(make: StoreMaker): void {
  const item = (id: number, color?: string): JsonObject => ({ id, ...(color === undefined ? {} : { color }) });

  test("is empty at first", () => {
    const store = make(10);
    expect(store.count()).toBe(0);
    expect(store.list(ALL)).toBe("[]");
    expect(store.fetch(1)).toBeUndefined();
  });

  test("gives back what was put, as text", () => {
    const store = make(10);
    expect(store.put(1, { id: 1, name: "ñ", big: 9223372036854775807n })).toBe(
      '{"id":1,"name":"ñ","big":9223372036854775807}',
    );
    expect(store.fetch(1)).toBe('{"id":1,"name":"ñ","big":9223372036854775807}');
  });

  test("keeps numbers, bigints and texts apart as keys", () => {
    const store = make(10);
    store.put(1, { id: 1 });
    store.put("1", { id: "1" });
    store.put(9007199254740993n, { id: 9007199254740993n });
    expect(store.fetch(1)).toBe('{"id":1}');
    expect(store.fetch("1")).toBe('{"id":"1"}');
    expect(store.fetch(9007199254740993n)).toBe('{"id":9007199254740993}');
    expect(store.fetch(9007199254740992n)).toBeUndefined();
    expect(store.count()).toBe(3);
  });

  test("lists in the order of first storing, up to the limit", () => {
    const store = make(10);
    for (const id of [3, 4, 9, 10, 1]) store.put(id, item(id));
    expect(store.list(ALL)).toBe(texts(item(3), item(4), item(9), item(10), item(1)));
    expect(store.list({ conditions: [], limit: 2 })).toBe(texts(item(3), item(4)));
    expect(store.list({ conditions: [], limit: 0 })).toBe("[]");
  });

  test("skips the requested number of items before the limit counts", () => {
    const store = make(2000);
    for (let id = 1; id <= 1500; id++) store.put(id, { id, color: id % 2 ? "red" : "blue", size: id % 3 });
    const ids = (limit: number, offset: number, conditions: Query["conditions"] = []): number[] =>
      (JSON.parse(store.list({ conditions, limit, offset })) as { id: number }[]).map(({ id }) => id);
    expect(ids(3, 2)).toEqual([3, 4, 5]);
    expect(ids(2, 1100)).toEqual([1101, 1102]);
    expect(ids(9, 1498)).toEqual([1499, 1500]);
    expect(ids(Infinity, 1499)).toEqual([1500]);
    for (const beyond of [1500, 2 ** 60, Infinity]) expect(ids(3, beyond)).toEqual([]);
    const red = { property: "color", values: ["red"] };
    expect(ids(2, 1, [red])).toEqual([3, 5]);
    expect(ids(2, 1, [{ property: "color", values: ["red", "blue"] }])).toEqual([2, 3]);
    expect(ids(2, 1, [red, { property: "size", values: [0, 1] }])).toEqual([3, 7]);
    expect(ids(2, 0, [red])).toEqual([1, 3]);
  });

  test("filters by value, and an absent property equals nothing", () => {
    const store = make(10);
    store.put(1, item(1, "red"));
    store.put(2, item(2));
    store.put(3, item(3, "blue"));
    store.put(4, item(4, "red"));
    const by = (...values: string[]): string => store.list({ conditions: [{ property: "color", values }], limit: 10 });
    expect(by("red")).toBe(texts(item(1, "red"), item(4, "red")));
    expect(by("green")).toBe("[]");
    expect(by("blue", "red")).toBe(texts(item(1, "red"), item(3, "blue"), item(4, "red")));
    expect(by("red", "red")).toBe(texts(item(1, "red"), item(4, "red")));
    expect(by()).toBe("[]");
  });

  test.each([10, 700])("lists in an order, with %i items twice and changed in between", (count) => {
    const store = make(2 * count + 10);
    const numbers: Order = {
      name: "size",
      valueOf: ({ size = null }) => size,
      compare: (a, b) => Number(b) - Number(a),
    };
    const latest: Order = { name: "latest", valueOf: () => null, compare: () => 0, isLatestFirst: true };
    const model = new Map<number, JsonObject>();
    const put = (id: number, size: number, color: string): void => {
      store.put(id, { id, size, color });
      model.set(id, { id, size, color });
    };
    const remove = (id: number): void => {
      store.remove(id);
      model.delete(id);
    };
    const ids = (query: Partial<Query>): number[] =>
      (JSON.parse(store.list({ ...ALL, ...query })) as { id: number }[]).map(({ id }) => id);
    const compare = (): void => {
      const all = [...model.values()].toSorted((a, b) => Number(b["size"]) - Number(a["size"]));
      const red = all.filter(({ color }) => color === "red");
      const idsOf = (items: readonly JsonObject[]): number[] => items.map(({ id }) => Number(id));
      const conditions = [{ property: "color", values: ["red"] }];
      expect(ids({ order: numbers })).toEqual(idsOf(all));
      expect(ids({ order: numbers, offset: 4, limit: 3 })).toEqual(idsOf(all.slice(4, 7)));
      expect(ids({ order: numbers, conditions })).toEqual(idsOf(red));
      const mark = Math.floor(red.length / 2);
      const key = Number(red[mark]?.["id"]);
      expect(ids({ order: numbers, conditions, after: key, limit: 3 })).toEqual(idsOf(red.slice(mark + 1, mark + 4)));
      expect(ids({ order: numbers, conditions, before: key, limit: 2 })).toEqual(
        idsOf(red.slice(Math.max(0, mark - 2), mark)),
      );
      expect(ids({ order: numbers, after: -1 })).toEqual([]);
      expect(ids({ order: latest, limit: 5 })).toEqual([...model.keys()].toReversed().slice(0, 5));
    };
    for (let id = 1; id <= 2 * count; id++) put(id, (id * 7919) % 23, id % 3 === 0 ? "blue" : "red");
    compare();
    for (let id = 2; id <= 2 * count; id += 5) put(id, (id * 31) % 29, id % 2 === 0 ? "blue" : "red");
    compare();
    for (let id = 1; id <= 2 * count; id += 7) remove(id);
    compare();
    put(1, 11, "red");
    compare();
    store.reset();
    expect(ids({ order: numbers })).toEqual([]);
  });

  test("all conditions must hold, and the limit comes after them", () => {
    const store = make(100);
    for (let id = 1; id <= 60; id++) store.put(id, { id, color: id % 2 ? "red" : "blue", size: id % 3 });
    const list = store.list({
      conditions: [
        { property: "color", values: ["red"] },
        { property: "size", values: [0, 1] },
      ],
      limit: 4,
    });
    expect((JSON.parse(list) as { id: number }[]).map(({ id }) => id)).toEqual([1, 3, 7, 9]);
  });

  test("compares numbers by value, and tells them from strings", () => {
    const store = make(10);
    store.put(1, { id: 1, size: 5 });
    store.put(2, { id: 2, size: "5" });
    store.put(3, { id: 3, size: 9007199254740993n });
    const ids = (value: number | bigint | string): string =>
      store.list({ conditions: [{ property: "size", values: [value] }], limit: 9 });
    expect(ids(5)).toBe('[{"id":1,"size":5}]');
    expect(ids("5")).toBe('[{"id":2,"size":"5"}]');
    expect(ids(9007199254740993n)).toBe('[{"id":3,"size":9007199254740993}]');
    expect(ids(9007199254740992n)).toBe("[]");
  });

  test("replaces in place, and the indexes follow", () => {
    const store = make(10);
    for (const id of [1, 2, 3]) store.put(id, item(id, "red"));
    expect(store.put(2, item(2, "blue"))).toBe(store.fetch(2));
    expect(store.count()).toBe(3);
    expect(store.list(ALL)).toBe(texts(item(1, "red"), item(2, "blue"), item(3, "red")));
    const red = { conditions: [{ property: "color", values: ["red"] }], limit: 9 };
    expect(store.list(red)).toBe(texts(item(1, "red"), item(3, "red")));
    store.put(2, item(2, "red"));
    expect(store.list(red)).toBe(texts(item(1, "red"), item(2, "red"), item(3, "red")));
  });

  test("removes, once, and never shows what is gone", () => {
    const store = make(10);
    for (const id of [1, 2, 3]) store.put(id, item(id, "red"));
    expect(store.list(ALL)).toBe(texts(item(1, "red"), item(2, "red"), item(3, "red")));
    expect(store.remove(2)).toBe(true);
    expect(store.remove(2)).toBe(false);
    expect(store.fetch(2)).toBeUndefined();
    expect(store.count()).toBe(2);
    expect(store.list(ALL)).toBe(texts(item(1, "red"), item(3, "red")));
    expect(store.list({ conditions: [{ property: "color", values: ["red"] }], limit: 9 })).toBe(
      texts(item(1, "red"), item(3, "red")),
    );
    store.put(2, item(2));
    expect(store.list(ALL)).toBe(texts(item(1, "red"), item(3, "red"), item(2)));
  });

  test("refuses what does not fit in, loses nothing, and has room again after a removal", () => {
    const store = make(2);
    store.put(1, item(1));
    store.put(2, item(2));
    expect(store.put(3, item(3))).toBeUndefined();
    expect(store.fetch(3)).toBeUndefined();
    expect(store.put(2, item(2, "red"))).toBe(store.fetch(2));
    expect(store.list(ALL)).toBe(texts(item(1), item(2, "red")));
    store.remove(1);
    expect(store.put(3, item(3))).toBe(store.fetch(3));
  });

  test("removes everything on a reset", () => {
    const store = make(3);
    for (const id of [5, 6, 8]) store.put(id, item(id, "red"));
    store.reset();
    expect(store.count()).toBe(0);
    expect(store.list(ALL)).toBe("[]");
    expect(store.fetch(5)).toBeUndefined();
    expect(store.list({ conditions: [{ property: "color", values: ["red"] }], limit: 9 })).toBe("[]");
    for (const id of [1, 2, 3]) expect(store.put(id, item(id))).toBe(store.fetch(id));
    expect(store.fetch(2)).toBe('{"id":2}');
  });

  test("never confuses two queries", () => {
    const store = make(9);
    store.put(1, { id: 1, color: "a\nstring 1 b", size: "c" });
    store.put(2, { id: 2, color: "a", size: "b" });
    const list = (conditions: { property: string; values: string[] }[]): number[] =>
      (JSON.parse(store.list({ conditions, limit: 9 })) as { id: number }[]).map(({ id }) => id);
    expect(list([{ property: "color", values: ["a\nstring 1 b"] }])).toEqual([1]);
    expect(list([{ property: "color", values: ["a", "b"] }])).toEqual([2]);
    expect(
      list([
        { property: "color", values: ["a"] },
        { property: "size", values: ["b"] },
      ]),
    ).toEqual([2]);
  });
}
