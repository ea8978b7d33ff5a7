// What a discriminator selects (OpenAPI 3.1 section 4.8.25).
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json/value.ts";
import { choiceOf, isChosen, kindsOf } from "../../../src/schema/form/tags.ts";

const to = (name: string): string => `#/components/schemas/${name}`;
const refer = (name: string): JsonObject => ({ $ref: to(name) });
const tag = (mapping?: JsonObject): JsonObject => ({
  discriminator: { propertyName: "kind", ...(mapping === undefined ? {} : { mapping }) },
});

test.each<[string, JsonObject, Record<string, string>]>([
  [
    "alternatives by their names",
    { oneOf: [refer("Cat"), refer("Dog")], ...tag() },
    { Cat: to("Cat"), Dog: to("Dog") },
  ],
  ["alternatives of anyOf, too", { anyOf: [refer("Cat")], ...tag() }, { Cat: to("Cat") }],
  ["no inline alternatives", { oneOf: [{ type: "object" }, refer("Dog")], ...tag() }, { Dog: to("Dog") }],
  [
    "an alternative that is mapped by a reference",
    { oneOf: [refer("Cat")], ...tag({ c: to("Cat") }) },
    { c: to("Cat") },
  ],
  ["an alternative that is mapped by a name", { oneOf: [refer("Cat")], ...tag({ c: "Cat" }) }, { c: to("Cat") }],
  [
    "an alternative that is mapped by a name with a dot",
    { oneOf: [refer("Big.Cat")], ...tag({ c: "Big.Cat" }) },
    { c: to("Big.Cat") },
  ],
  [
    "an alternative that is mapped by a file name",
    { ...tag({ c: "cat.json", d: "dog.yaml", e: "cow.YML" }) },
    { c: "cat.json", d: "dog.yaml", e: "cow.YML" },
  ],
  ["an alternative that is mapped by a path", { ...tag({ c: "./Cat" }) }, { c: "./Cat" }],
  ["nothing if a mapping is not a string", { ...tag({ c: 5 }) }, { c: "" }],
  [
    "one alternative with two values",
    { oneOf: [refer("Cat")], ...tag({ c: "Cat", C: to("Cat") }) },
    { c: to("Cat"), C: to("Cat") },
  ],
  [
    "the unmapped alternatives by their names",
    { oneOf: [refer("Cat"), refer("Dog")], ...tag({ c: "Cat" }) },
    { Dog: to("Dog"), c: to("Cat") },
  ],
])("a discriminator selects %s", (_, schema, mapping) => {
  expect(choiceOf(schema)).toEqual({ property: "kind", mapping: new Map(Object.entries(mapping)) });
  expect(isChosen(schema)).toBe(true);
});

test.each<JsonObject>([{}, { discriminator: "kind" }, { discriminator: {} }, { discriminator: { propertyName: 5 } }])(
  "%j does not select anything",
  (schema) => {
    expect(choiceOf(schema)).toBeUndefined();
    expect(isChosen(schema)).toBe(false);
  },
);

const builtUpon = (name: string, more: JsonObject = {}): JsonObject => ({ allOf: [refer(name), more] });
const object: JsonObject = { type: "object" };

/** The schemas that extend each of some components. */
function kindsIn(schemas: JsonObject): Record<string, Record<string, string>> {
  const found = kindsOf({ components: { schemas } });
  return Object.fromEntries(
    [...found].map(([pointer, { property, targets }]) => [`${pointer} by ${property}`, Object.fromEntries(targets)]),
  );
}

const at = (name: string): string => `/components/schemas/${name}`;
const BY_KIND = `${at("Pet")} by kind`;

test.each<[string, JsonObject, Record<string, Record<string, string>>]>([
  ["no schema extends it", { Pet: { ...object, ...tag() } }, {}],
  ["it has no discriminator", { Pet: object, Cat: builtUpon("Pet") }, {}],
  ["one schema extends it", { Pet: { ...object, ...tag() }, Cat: builtUpon("Pet") }, { [BY_KIND]: { Cat: at("Cat") } }],
  [
    "one schema extends it through another",
    { Pet: { ...object, ...tag() }, Cat: builtUpon("Pet"), Lion: builtUpon("Cat") },
    { [BY_KIND]: { Cat: at("Cat"), Lion: at("Lion") } },
  ],
  [
    "a value is mapped to one of two schemas that extend it",
    { Pet: { ...object, ...tag({ c: "Cat" }) }, Cat: builtUpon("Pet"), Dog: builtUpon("Pet") },
    { [BY_KIND]: { Dog: at("Dog"), c: at("Cat") } },
  ],
  [
    "values are mapped to the schema itself and to a missing one",
    { Pet: { ...object, ...tag({ p: "Pet", x: "Cow" }) }, Cat: builtUpon("Pet") },
    { [BY_KIND]: { Cat: at("Cat") } },
  ],
  ["it has alternatives of its own", { Pet: { oneOf: [refer("Cat")], ...tag() }, Cat: builtUpon("Pet") }, {}],
  ["two schemas extend each other", { Pet: builtUpon("Cat", tag()), Cat: builtUpon("Pet") }, {}],
])("the schemas that a discriminator can select if %s", (_, schemas, kinds) => {
  expect(kindsIn(schemas)).toEqual(kinds);
});
