// Which schemas need no validator, because they contain nothing that a compiler could refuse.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { isPlain, isReference } from "../../src/lint/plain.ts";

const refer: JsonObject = { $ref: "#/components/schemas/A" };

test.each<JsonObject>([
  {},
  { type: "string" },
  { enum: ["a"], const: "a" },
  { format: "date" },
  { minimum: 1, maximum: 2, exclusiveMinimum: 0, exclusiveMaximum: 3, multipleOf: 1 },
  { minLength: 1, maxLength: 2 },
  { minItems: 1, maxItems: 2, uniqueItems: true, items: { type: "string" } },
  { required: ["a"], properties: { a: { type: "string" } }, additionalProperties: false },
  { minProperties: 1, maxProperties: 2 },
  { title: "A", description: "A.", default: 1, examples: [1], deprecated: true, "x-own": { pattern: "(" } },
  { properties: { a: refer }, items: refer },
])("%j is plain", (schema) => {
  expect(isPlain(schema)).toBe(true);
  expect(isPlain({ properties: { inner: schema } })).toBe(true);
});

test.each<JsonObject>([
  refer,
  { pattern: "^a" },
  { allOf: [{}] },
  { not: {} },
  { patternProperties: { a: {} } },
  { unevaluatedProperties: false },
  { $id: "a" },
  { anything: 1 },
  { items: { pattern: "^a" } },
  { additionalProperties: { properties: { a: { oneOf: [{}] } } } },
  { properties: { a: { ...refer, title: "A" } } },
])("%j is not plain", (schema) => {
  expect(isPlain(schema)).toBe(false);
});

test("a schema with too many parts is not plain, however plain they are", () => {
  const of = (count: number) =>
    isPlain({ properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}])) });
  expect([of(999), of(1000)]).toEqual([true, false]);
});

test("a schema with only a $ref is a reference, and no other is", () => {
  expect([refer, { ...refer, title: "A" }, {}].map(isReference)).toEqual([true, false, false]);
});
