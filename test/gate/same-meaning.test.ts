// Different schemas that allow the same values: compatible in both directions, and never unknown.
import { expect, test } from "vitest";
import { withRequest, withResponse, worstOf } from "./documents.ts";

type Schema = Record<string, unknown>;

const TEXT = { type: "string" };
const WHOLE = { type: "integer" };
const object = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });
const array = (more: Schema): Schema => ({ type: "array", ...more });
const CHOICE = { oneOf: [{ ...TEXT, maxLength: 9 }, { type: "number" }, { type: "boolean" }] };
const MAP = { type: "object", additionalProperties: TEXT };
const PERSON = object({ name: TEXT, pets: array({ items: object({ age: WHOLE }) }) }, { required: ["name"] });
const PEOPLE = array({ items: PERSON, maxItems: 5 });
const COMPONENTS = { components: { schemas: { A: object({ a: TEXT }), B: object({ b: TEXT }) } } };
const A = { $ref: "#/components/schemas/A" };

/** The subject, and two schemas that allow the same. Old: the first is in an OpenAPI 3.0 document. */
const SAME: readonly (readonly [what: string, one: Schema, other: Schema, old?: true])[] = [
  ["a type and a list of alternatives", { type: ["string", "null"] }, { anyOf: [TEXT, { type: "null" }] }],
  [
    "null as an alternative",
    { type: ["string", "null"], maxLength: 3 },
    { oneOf: [{ ...TEXT, maxLength: 3 }, { type: "null" }] },
  ],
  ["nullable of 3.0", { ...TEXT, nullable: true }, { anyOf: [TEXT, { type: "null" }] }, true],
  ["a nullable map of 3.0", { ...MAP, nullable: true }, { anyOf: [MAP, { type: "null" }] }, true],
  ["a nullable object of 3.0", { ...PERSON, nullable: true }, { anyOf: [PERSON, { type: "null" }] }, true],
  ["a nullable list of 3.0", { ...PEOPLE, nullable: true }, { oneOf: [{ type: "null" }, PEOPLE] }, true],
  ["an object or null", { ...PERSON, type: ["object", "null"] }, { oneOf: [PERSON, { type: "null" }] }],
  [
    "a nullable map of alternatives",
    { ...object({}), additionalProperties: CHOICE, nullable: true },
    { anyOf: [{ ...object({}), additionalProperties: CHOICE }, { type: "null" }] },
    true,
  ],
  ["nullable of 3.0 next to allOf", { nullable: true, allOf: [A] }, { oneOf: [A, { type: "null" }] }, true],
  [
    "binary content of 3.0",
    { ...TEXT, format: "binary" },
    { ...TEXT, contentMediaType: "application/octet-stream" },
    true,
  ],
  ["all types", { type: ["null", "boolean", "number", "string", "array", "object"] }, {}],
  ["values with and without their type", { ...TEXT, enum: ["a", "b"] }, { enum: ["b", "a"] }],
  ["values and the length that they have", { enum: ["a", "b"] }, { enum: ["a", "b"], maxLength: 1 }],
  ["values and alternatives", { enum: ["a", "b"] }, { oneOf: [{ const: "a" }, { const: "b", title: "B" }] }],
  ["null as a value", { type: "null" }, { const: null }],
  ["true, false and boolean", { type: "boolean" }, { enum: [true, false] }],
  ["bounds of integers", { ...WHOLE, minimum: 1, maximum: 9 }, { ...WHOLE, exclusiveMinimum: 0, exclusiveMaximum: 10 }],
  ["fractions that bound integers", { ...WHOLE, minimum: 0.5 }, { ...WHOLE, minimum: 1 }],
  ["a format and its bounds", { ...WHOLE, format: "int32" }, { ...WHOLE, format: "int32", minimum: -2147483648 }],
  [
    "a few integers in alternatives",
    { ...WHOLE, minimum: 1, maximum: 3 },
    { anyOf: [{ const: 1 }, { const: 2 }, { const: 3 }] },
  ],
  [
    "a pattern and the length that it implies",
    { ...TEXT, pattern: "^.+$" },
    { ...TEXT, pattern: "^.+$", minLength: 1 },
  ],
  [
    "a pattern and the most that it allows",
    { ...TEXT, pattern: "^[a-z]{2,5}$" },
    { ...TEXT, pattern: "^[a-z]{2,5}$", maxLength: 5 },
  ],
  ["multiples of one", { type: "number", multipleOf: 1 }, WHOLE],
  ["numbers of a format of integers", { type: "number", format: "int64" }, { ...WHOLE, format: "int64" }],
  ["divisors together", { ...WHOLE, multipleOf: 6 }, { ...WHOLE, allOf: [{ multipleOf: 2 }, { multipleOf: 3 }] }],
  [
    "a required property, and at least one",
    object({ a: TEXT }, { required: ["a"] }),
    object({ a: TEXT }, { required: ["a"], minProperties: 1 }),
  ],
  [
    "one property, and at most one",
    object({ a: TEXT }, { additionalProperties: false }),
    object({ a: TEXT }, { additionalProperties: false, maxProperties: 1 }),
  ],
  [
    "a tuple and its length",
    array({ prefixItems: [TEXT, WHOLE], items: false }),
    array({ prefixItems: [TEXT, WHOLE], maxItems: 2 }),
  ],
  ["no items, and at most none", array({ items: false }), array({ items: false, maxItems: 0 })],
  ["no item is unique", array({ items: false }), array({ items: false, uniqueItems: true })],
  ["one item is unique", array({ maxItems: 1 }), array({ maxItems: 1, uniqueItems: true })],
  ["an alternative twice", { anyOf: [TEXT, TEXT, WHOLE] }, { anyOf: [TEXT, WHOLE] }],
  [
    "alternatives in alternatives",
    { anyOf: [TEXT, { anyOf: [WHOLE, { type: "null" }] }] },
    { anyOf: [TEXT, WHOLE, { type: "null" }] },
  ],
  ["patterns that any string matches", { ...TEXT, pattern: "" }, { ...TEXT, pattern: "^.*" }],
  [
    "nullable alternatives of 3.0",
    { nullable: true, oneOf: [A, { $ref: "#/components/schemas/B" }] },
    { oneOf: [A, { $ref: "#/components/schemas/B" }, { type: "null" }] },
    true,
  ],
  ["nothing", { not: {} }, { enum: [] }],
  ["if without then", { ...WHOLE, if: { maximum: 3 } }, WHOLE],
];

test.each(SAME)("compatible in both directions: %s", async (_what, one, other, old) => {
  const more = old === true ? { ...COMPONENTS, openapi: "3.0.3" } : COMPONENTS;
  for (const build of [withRequest, withResponse]) {
    for (const pair of [
      [build(one, more), build(other, COMPONENTS)],
      [build(other, COMPONENTS), build(one, more)],
    ] as const) {
      expect(["nothing", "compatible"]).toContain(await worstOf(...pair));
    }
  }
});

test("text that encodes bytes has a format in 3.0 and a keyword in 3.1", async () => {
  const old = { ...withRequest({ ...TEXT, format: "byte" }), openapi: "3.0.3" };
  expect(await worstOf(old, withRequest({ ...TEXT, contentEncoding: "base64" }))).toBe("compatible");
  expect(await worstOf(old, withRequest({ ...TEXT, contentEncoding: "base16" }))).toBe("policy");
});

const NONE = { type: "null" };
const either = (properties: Schema, more: Schema = {}): Schema => ({ anyOf: [object(properties, more), NONE] });

/** A nullable object as newer documents express it: an alternative next to null, which allows more than before. */
const REWRITTEN: readonly (readonly [what: string, request: Schema, verdict: string])[] = [
  ["with a new property", either({ a: TEXT, b: TEXT }), "compatible"],
  ["with a property that allows more", either({ a: { type: ["string", "integer"] }, b: TEXT }), "compatible"],
  ["with a new property that is required", either({ a: TEXT, b: TEXT }, { required: ["b"] }), "breaking"],
  ["with a property that allows less", either({ a: { ...TEXT, enum: ["x"] }, b: TEXT }), "breaking"],
  ["without null", { anyOf: [object({ a: TEXT, b: TEXT }), TEXT] }, "breaking"],
];

test.each(REWRITTEN)("an object or null that becomes alternatives %s", async (_what, schema, verdict) => {
  const nullable = object({ a: TEXT }, { nullable: true });
  const old = { ...withRequest(object({ o: nullable })), openapi: "3.0.3" };
  expect(await worstOf(old, withRequest(object({ o: schema })))).toBe(verdict);
});

test("a new value in only one alternative of a response is reported", async () => {
  const of = (...values: string[]) => object({ a: { ...TEXT, enum: values } });
  const now = object({ o: { ...of("x", "y"), type: ["object", "null"] } });
  const base = withResponse(object({ o: { anyOf: [of("x"), NONE] } }));
  expect(["breaking", "policy", "unknown"]).toContain(await worstOf(base, withResponse(now)));
});
