// The annotations of schemas that apply together.
import { expect, test } from "vitest";
import type { JsonObject } from "../../../src/json/value.ts";
import { annotationsOf, annotationsText, isSilenced, isSilencedAt } from "../../../src/schema/normal/annotations.ts";

const NOTHING = { examples: [], readOnly: false, writeOnly: false, deprecated: false };

test.each<[JsonObject[], object]>([
  [[], {}],
  [[{ title: "near" }, { title: "far", description: "far" }], { title: "near", description: "far" }],
  [[{ title: 5, description: null }, { title: "" }], { title: "" }],
  [[{ default: null }, { default: 1 }], { default: null }],
  [[{}, { default: false }], { default: false }],
  [[{ example: 1, examples: [2, 3] }, { example: null }], { examples: [1, 2, 3, null] }],
  [[{ examples: { a: 1 } }], {}],
  [[{ readOnly: true }, { writeOnly: true }], { readOnly: true, writeOnly: true }],
  [[{ readOnly: false }, { deprecated: true }], { deprecated: true }],
  [[{ readOnly: "true", writeOnly: 1 }], {}],
])("%j", (definitions, said) => {
  expect(annotationsOf(definitions)).toEqual({ ...NOTHING, ...said });
});

test("readOnly properties are ignored in requests, and writeOnly ones in responses", () => {
  const silent = (schema: JsonObject | boolean) => [isSilenced(schema, "request"), isSilenced(schema, "response")];
  expect(silent({ readOnly: true })).toEqual([true, false]);
  expect(silent({ writeOnly: true })).toEqual([false, true]);
  expect(silent({ readOnly: false, writeOnly: "true" })).toEqual([false, false]);
  expect(silent({ deprecated: true })).toEqual([false, false]);
  expect(silent(true)).toEqual([false, false]);
});

test("readOnly and writeOnly also apply to the targets of references, however far away", () => {
  const schemas: Record<string, JsonObject> = {
    "/a": { $ref: "#/b" },
    "/b": { $ref: "#/c" },
    "/c": { readOnly: true },
    "/d": { $ref: "#/d" },
    "/e": { $ref: "#/nowhere" },
  };
  const silent = (pointer: string) => isSilencedAt(pointer, "request", (place) => schemas[place]);
  expect(Object.keys(schemas).map(silent)).toEqual([true, true, true, false, false]);
});

test.each<[JsonObject, [string, string][]]>([
  [{ minimum: 1, title: "A" }, []],
  [
    { type: "string", enum: ["a"] },
    [
      ["enum", '["a"]'],
      ["type", '"string"'],
    ],
  ],
  [
    { "x-b": 2, "x-a": { c: 1 } },
    [
      ["x-a", '{"c":1}'],
      ["x-b", "2"],
    ],
  ],
  [
    { readOnly: true, contentEncoding: "base64" },
    [
      ["contentEncoding", '"base64"'],
      ["readOnly", "true"],
    ],
  ],
  [{ oneOf: [{ $ref: "#/a" }] }, []],
])("for %j, the policy compares %j", (definition, compared) => {
  expect(annotationsText([{ definition }])).toBe(JSON.stringify([compared]));
});

test("alternatives count if a discriminator selects them by name", () => {
  const definition = { anyOf: [{ $ref: "#/b" }], oneOf: [{ $ref: "#/a" }], discriminator: { propertyName: "kind" } };
  const [compared] = JSON.parse(annotationsText([{ definition }])) as [string, string][][];
  expect(compared?.filter(([key]) => key.endsWith("Of"))).toEqual([
    ["anyOf", '[{"$ref":"#/b"}]'],
    ["oneOf", '[{"$ref":"#/a"}]'],
  ]);
});
