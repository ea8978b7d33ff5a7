// Alternatives that only list values: an `enum` with annotations for each value, or with null.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { readConstants } from "../../../src/schema/keywords/values.ts";

/** The values that alternatives list, if they list nothing else. */
const listed = (...alternatives: JsonValue[]): readonly JsonValue[] | undefined =>
  readConstants({ oneOf: alternatives })?.values;

test.each<JsonObject>([
  { type: "string" },
  { title: "B" },
  { description: "The second letter." },
  { deprecated: true },
  { example: "b" },
  { examples: ["b"] },
  { "x-color": "blue" },
])("%j next to a value does not change which value it is", (beside) => {
  expect(listed({ const: "a" }, { const: "b", ...beside })).toEqual(["a", "b"]);
  expect(listed({ enum: ["a", "b"], ...beside }, { const: "c" })).toEqual(["a", "b", "c"]);
});

test.each<JsonObject>([
  { maxLength: 1 },
  { pattern: "^b$" },
  { format: "date" },
  { not: { const: "a" } },
  { nullable: true },
  { $ref: "#/components/schemas/B" },
  // Neither is complete.
  { enum: ["a", "b"] },
])("%j next to a value adds a constraint", (beside) => {
  expect(listed({ const: "a" }, { const: "b", ...beside })).toBeUndefined();
});

test.each<[alternatives: JsonValue[], values: readonly JsonValue[]]>([
  [[{ const: "a" }], ["a"]],
  [
    [{ enum: ["a"] }, { type: "null" }],
    ["a", null],
  ],
  [
    [{ enum: ["a"] }, { type: "null", const: null }],
    ["a", null],
  ],
  [
    [{ const: null }, { const: 1 }, { const: "1" }],
    [null, 1, "1"],
  ],
  [
    [
      { const: 1, type: "integer" },
      { const: 1.5, type: "number" },
    ],
    [1, 1.5],
  ],
  [[{ const: 2, type: "number" }], [2]],
  [
    [
      { const: { a: 1 }, type: "object" },
      { const: [1], type: "array" },
    ],
    [{ a: 1 }, [1]],
  ],
  [
    [{ const: true, type: "boolean" }, { enum: ["yes", "no"] }],
    [true, "yes", "no"],
  ],
])("the alternatives %j list the values %j", (alternatives, values) => {
  expect(listed(...alternatives)).toEqual(values);
  expect(readConstants({ anyOf: alternatives })).toEqual({ keyword: "anyOf", values });
});

test.each<[what: string, alternatives: JsonValue[]]>([
  ["none", []],
  ["one that allows anything", [{ const: "a" }, {}]],
  ["one that allows any string", [{ const: "a" }, { type: "string" }]],
  ["one that is true", [{ const: "a" }, true]],
  ["one that is not a schema", [{ const: "a" }, "b"]],
  ["one that is null", [{ const: "a" }, null]],
  ["one that lists no values", [{ const: "a" }, { enum: [] }]],
  ["one whose enum is not a list", [{ const: "a" }, { enum: "b" }]],
  ["a value of another type", [{ const: "a" }, { const: 1, type: "string" }]],
  ["a fraction that should be an integer", [{ const: 1.5, type: "integer" }]],
  ["a list with a value of another type", [{ enum: ["a", 1], type: "string" }]],
  // `oneOf` does not allow a value that matches twice.
  ["a value twice", [{ const: "a" }, { enum: ["b", "a"] }]],
  ["an object twice, in another order", [{ const: { a: 1, b: 2 } }, { const: { b: 2, a: 1 } }]],
])("alternatives with %s are not a list of values", (_, alternatives) => {
  expect(listed(...alternatives)).toBeUndefined();
});

test("if there are two groups of alternatives, the one that lists values is read", () => {
  const values = [{ const: "a" }, { const: "b" }];
  expect(readConstants({ oneOf: [{}], anyOf: values })).toEqual({ keyword: "anyOf", values: ["a", "b"] });
  expect(readConstants({ oneOf: values, anyOf: values })).toEqual({ keyword: "oneOf", values: ["a", "b"] });
  expect(readConstants({ allOf: values })).toBeUndefined();
  expect(readConstants({ oneOf: "a" })).toBeUndefined();
});
