// `unevaluatedProperties` and `unevaluatedItems` judge exactly what no keyword beside them looked at.
import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { compiled } from "../contract/documents.ts";

const CLOSED = { unevaluatedProperties: false };
const ENDED = { unevaluatedItems: false };
const THEN = { properties: { foo: { const: "then" } }, required: ["foo"] };
const text = { type: "string" };

test.each<[string, JsonObject, readonly JsonValue[], readonly JsonValue[]]>([
  ["if without then", { if: THEN, ...CLOSED }, [{ foo: "then" }, {}], [{ foo: "else" }, { bar: 1 }]],
  [
    "if with else only",
    { if: THEN, else: { properties: { baz: text } }, ...CLOSED },
    [{ foo: "then" }, { baz: "a" }],
    [
      { foo: "else", baz: "a" },
      { foo: "then", baz: "a" },
    ],
  ],
  [
    "contains",
    { prefixItems: [true], contains: text, ...ENDED },
    [
      [1, "a"],
      ["a", "b"],
    ],
    [[1, 2, "foo"]],
  ],
  ["contains with minContains 0", { contains: text, minContains: 0, ...ENDED }, [[], ["a", "b"]], [["a", 1]]],
  [
    "contains in several parts",
    { allOf: [{ contains: { multipleOf: 2 } }, { contains: { multipleOf: 3 } }], unevaluatedItems: { multipleOf: 5 } },
    [[2, 3, 4, 5, 6]],
    [[2, 3, 4, 7, 8]],
  ],
  [
    "an alternative that the value does not fit",
    {
      anyOf: [
        { properties: { a: text }, required: ["a"] },
        { properties: { b: text }, required: ["b"] },
      ],
      ...CLOSED,
    },
    [{ a: "x" }, { b: "x" }, { a: "x", b: "x" }],
    [
      { a: "x", b: 1 },
      { a: "x", c: 1 },
    ],
  ],
  [
    "a schema for what is left over",
    { properties: { a: text }, unevaluatedProperties: { type: "integer" } },
    [{ a: "x", b: 1 }],
    [{ a: "x", b: "y" }],
  ],
  [
    "patterns beside if",
    { if: { patternProperties: { "^foo": text } }, ...CLOSED },
    [{ fooled: "a" }],
    [{ fooled: 1 }, { bar: "a" }],
  ],
])("beside %s", async (_name, schema, allowed, refused) => {
  const { accepts } = await compiled(schema, "request");
  expect(allowed.filter((value) => !accepts(value))).toEqual([]);
  expect(refused.filter((value) => accepts(value))).toEqual([]);
});

test("through references, also those of an extended component", async () => {
  const schemas = {
    Base: { type: "object", properties: { id: text }, required: ["id"] },
    Named: { allOf: [{ $ref: "#/components/schemas/Base" }], properties: { name: text } },
  };
  const { accepts } = await compiled({ $ref: "#/components/schemas/Named", ...CLOSED }, "request", {
    components: { schemas },
  });
  expect([{ id: "a" }, { id: "a", name: "b" }, { id: "a", nam: "b" }].map(accepts)).toEqual([true, true, false]);
});

describe("the reason", () => {
  test.each<[string, JsonObject, JsonValue, string]>([
    ["names the property", { properties: { a: text }, ...CLOSED }, { b: 1 }, ' must not have the property "b"'],
    ["says how long a list may be", { prefixItems: [true], ...ENDED }, [1, 2, 3], " must have 1 item or fewer"],
    ["names an item in the middle", { contains: text, ...ENDED }, ["a", 1, "b"], "/1 must not be there"],
    [
      "is that of the schema for the rest",
      { unevaluatedProperties: { properties: { c: text } } },
      { b: { c: 1 } },
      "/b/c must be a string",
    ],
  ])("%s", async (_name, schema, value, reason) => {
    const { validate } = await compiled(schema, "request");
    expect(validate(value).map(({ at, message }) => `${at} ${message}`)).toEqual([reason]);
  });
});
