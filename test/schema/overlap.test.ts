// Overlapping alternatives: a value that several of them allow is allowed.
import { expect, test } from "vitest";
import { compiled } from "../contract/documents.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { mayOverlap } from "../../src/schema/form/overlap.ts";

const has = (name: string): JsonObject => ({ type: "object", properties: { [name]: { type: "string" } } });
const needs = (name: string): JsonObject => ({ ...has(name), required: [name] });
const discriminator = { propertyName: "kind" };
const KINDS: JsonObject = { oneOf: [has("a"), needs("c"), has("b")], discriminator };
const text = { type: "string" };
const same = { oneOf: [has("a"), { title: "The same", ...has("a") }, { $ref: "#/components/schemas/Same" }] };
const components = { schemas: { Same: { ...has("a"), description: "Once more." }, A: has("a"), B: has("b") } };
const named = [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }];
const NAMED: JsonObject = { oneOf: named, discriminator };
const MAPPED: JsonObject = {
  oneOf: named,
  discriminator: { ...discriminator, mapping: { first: "#/components/schemas/A", second: "B" } },
};

test.each<[string, JsonObject, JsonValue]>([
  ["one that fails is between two that match", KINDS, { kind: "a" }],
  ["the choice is an alternative of another one", { oneOf: [KINDS, text] }, { kind: "a" }],
  ["it is in a property", { type: "object", properties: { x: KINDS } }, { x: { kind: "a" } }],
  ["`anyOf` is next to it", { ...KINDS, anyOf: [needs("kind"), needs("c")] }, { kind: "a" }],
  [
    "the other keywords are checked",
    { ...KINDS, properties: { kind: text }, unevaluatedProperties: false },
    { kind: "a", b: "x" },
  ],
  ["its tag names one of them", NAMED, { kind: "B", a: "x" }],
  ["its tag is mapped to one of them", MAPPED, { kind: "second", b: "x" }],
  ["it has no tag", NAMED, { a: "x" }],
  [
    "its tag names one, and the rest is judged",
    { ...NAMED, unevaluatedProperties: false, properties: { kind: text } },
    { kind: "A", b: "x" },
  ],
  ["all of them are the same", same, { a: "x" }],
  ["none of them restricts lists", { type: "array", oneOf: [{ required: ["a"] }, { required: ["b"] }] }, ["x"]],
])("a value that two of the alternatives allow is allowed if %s", async (_, schema, value) => {
  const { validate, accepts } = await compiled(schema, "request", { components });
  expect(validate(value)).toEqual([]);
  expect(accepts(value)).toBe(true);
});

test.each<[string, JsonObject, JsonValue]>([
  ["there is no discriminator", { oneOf: [has("a"), needs("c"), has("b")] }, { kind: "a" }],
  ["its tag names none of them", NAMED, { kind: "Fish" }],
  ["its tag is no text", NAMED, { kind: 1 }],
  ["its tag is the name of an alternative with another one", MAPPED, { kind: "A" }],
  ["its tag is a name that objects inherit", NAMED, { kind: "constructor" }],
  [
    "its tag names none of them, and the rest is judged",
    { ...NAMED, unevaluatedProperties: false, properties: { kind: text } },
    { kind: "Fish" },
  ],
  ["only some of them are the same", { oneOf: [...same.oneOf, has("b")] }, { a: "x", b: 1 }],
  ["the identical ones do not allow it", same, { a: 1 }],
  ["one of them restricts lists", { type: "array", oneOf: [{ required: ["a"] }, { maxItems: 2 }] }, ["x"]],
  ["none of them allows it", KINDS, { a: 1, b: 1 }],
  ["what they allow is excluded", { not: KINDS }, { kind: "a" }],
  ["another keyword does not allow it", { ...KINDS, required: ["d"] }, { kind: "a" }],
])("a value is refused if %s", async (_, schema, value) => {
  const { validate, accepts } = await compiled(schema, "request", { components });
  expect(validate(value)).not.toEqual([]);
  expect(accepts(value)).toBe(false);
});

test("a value that no alternative allows is reported at its place, with each reason once", async () => {
  const { validate } = await compiled(KINDS, "request");
  const places = validate({ a: 1, b: 1 }).map((one) => [one.keyword, one.at, one.pointer.split("/schema")[1]]);
  expect(places).toEqual([
    ["type", "/a", "/oneOf/0/properties/a/type"],
    ["required", "", "/oneOf/1/required"],
    ["type", "/b", "/oneOf/2/properties/b/type"],
    ["oneOf", "", "/oneOf"],
  ]);
  expect(validate({ a: 1, b: 1 }).at(-1)?.params).toEqual({ matching: [] });
});

test("two large schemas are compared once, however many choices have both", () => {
  let looks = 0;
  const watched = (schema: JsonObject): JsonObject =>
    new Proxy(schema, {
      ownKeys(target) {
        looks += 1;
        return Reflect.ownKeys(target);
      },
    });
  const [one, other] = [watched(has("a")), watched(has("a"))];
  const choice = { oneOf: [{ $ref: "#/components/schemas/One" }, { $ref: "#/components/schemas/Other" }] };
  const at = (pointer: string): JsonValue => (pointer.endsWith("One") ? one : other);
  for (let time = 0; time < 1_000; time++) expect(mayOverlap(choice, at)).toBe(true);
  expect(looks).toBeLessThan(20);
});
