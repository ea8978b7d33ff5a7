// How witnesses are shrunk.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonValue } from "../../../src/json/value.ts";
import { shrink } from "../../../src/schema/generate/shrink.ts";
import { UNLIMITED } from "../../../src/schema/work.ts";

test.each<[string, JsonValue, (value: JsonValue) => boolean, JsonValue]>([
  ["a string", "abcdefghij", (value) => typeof value === "string" && value.includes("d"), "d"],
  ["a list", [0, 7, 3, 9], (value) => Array.isArray(value) && value.includes(3), [3]],
  [
    "an object",
    { a: 1, b: { c: [1, 2, 3], d: 4 }, e: "f" },
    (value) => JSON.stringify(value).includes('"c":['),
    { b: { c: [] } },
  ],
])("%s shrinks as far as it can", (_, value, holds, smallest) => {
  expect(shrink(value, holds, UNLIMITED)).toEqual(smallest);
});

test("a number shrinks to the smallest one that still holds, and no value is tried twice", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1 }), fc.integer({ min: 0 }), (value, limit) => {
      fc.pre(value > limit);
      let tried: JsonValue[] = [];
      const isLarger = (smaller: JsonValue): boolean => {
        tried.push(smaller);
        const holds = Number((smaller as { value?: number }).value) > limit;
        if (holds) tried = [];
        return holds;
      };
      expect(shrink({ value }, isLarger, UNLIMITED)).toEqual({ value: limit + 1 });
      expect(new Set(tried.map((one) => JSON.stringify(one))).size).toBe(tried.length);
    }),
  );
});
