// Which numbers and integers remain between bounds, however these are written.
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json/value.ts";
import { withoutFlags } from "../../../src/schema/form/bounds.ts";
import { boundedIntegers, integersOf } from "../../../src/schema/keywords/numbers.ts";
import { ANYTHING } from "../../../src/schema/form/normal-form.ts";

type Bounds = Readonly<Record<string, number | bigint>>;
const formOf = (bounds: Bounds, formats: readonly string[] = []) => ({ ...ANYTHING, bounds, formats });

test.each<[JsonObject, JsonObject]>([
  [{}, {}],
  [{ minimum: 1 }, { minimum: 1 }],
  [{ exclusiveMinimum: 1 }, { exclusiveMinimum: 1 }],
  [{ minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  [{ minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
  [{ maximum: 0, exclusiveMaximum: true }, { exclusiveMaximum: 0 }],
  [{ exclusiveMaximum: true }, {}],
  [
    { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true, type: "number" },
    { exclusiveMinimum: 1, exclusiveMaximum: 9, type: "number" },
  ],
])("%j is written as %j in 3.1", (written, meant) => {
  expect(withoutFlags(written)).toEqual(meant);
});

const INT32 = { least: -(2n ** 31n), most: 2n ** 31n - 1n };
const INT64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

test.each<[Bounds, object]>([
  [{}, {}],
  [
    { minimum: 1, maximum: 3 },
    { least: 1n, most: 3n },
  ],
  [
    { minimum: 0.5, maximum: 3.5 },
    { least: 1n, most: 3n },
  ],
  [
    { minimum: -0.5, maximum: -0.5 },
    { least: 0n, most: -1n },
  ],
  [
    { exclusiveMinimum: 1, exclusiveMaximum: 3 },
    { least: 2n, most: 2n },
  ],
  [
    { exclusiveMinimum: 0.5, exclusiveMaximum: 3.5 },
    { least: 1n, most: 3n },
  ],
  [{ exclusiveMinimum: -1.5 }, { least: -1n }],
  [
    { exclusiveMinimum: 2n ** 60n, maximum: 2n ** 61n },
    { least: 2n ** 60n + 1n, most: 2n ** 61n },
  ],
  [{ exclusiveMaximum: 2n ** 60n }, { most: 2n ** 60n - 1n }],
  [{ minimum: Number.NEGATIVE_INFINITY, maximum: Number.POSITIVE_INFINITY }, {}],
  [{ exclusiveMinimum: Number.NEGATIVE_INFINITY, exclusiveMaximum: Number.POSITIVE_INFINITY }, {}],
])("integers between bounds: %o", (bounds, range) => {
  expect(boundedIntegers(formOf(bounds))).toEqual(range);
  expect(integersOf(formOf(bounds))).toEqual(range);
});

test.each<[Bounds, readonly string[], object]>([
  [{}, ["int32"], INT32],
  [{}, ["int64"], INT64],
  [{}, ["int64", "int32"], INT32],
  [{}, ["date"], {}],
  [{ minimum: 0 }, ["int32"], { ...INT32, least: 0n }],
  [{ maximum: 5 }, ["int64"], { ...INT64, most: 5n }],
  [{ minimum: -(2n ** 40n), maximum: 2n ** 40n }, ["int32"], INT32],
])("integers between bounds %o within formats %j", (bounds, formats, range) => {
  expect(integersOf(formOf(bounds, formats))).toEqual(range);
  expect(boundedIntegers(formOf(bounds, formats))).toEqual(boundedIntegers(formOf(bounds)));
});
