import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { documentOfValue } from "../../src/contract/load.ts";
import { type Shape, isType, mayBe, shapeOf } from "../../src/contract/shape.ts";
import { documentWith } from "./documents.ts";

async function shapeIn(schemas: JsonObject, openapi = "3.1.0"): Promise<Shape> {
  const document = await documentOfValue(documentWith({ openapi, components: { schemas } }));
  return shapeOf(document, "/components/schemas/It");
}

const at = (name: string, ...steps: string[]): string => ["/components/schemas", name, ...steps].join("/");

describe("what a schema plainly says", () => {
  it("types, properties, required, closed", async () => {
    const shape = await shapeIn({
      It: { type: "object", required: ["a"], properties: { a: {}, b: {} }, additionalProperties: false },
    });
    expect(shape).toMatchObject({ pointer: at("It"), types: ["object"], closed: true });
    expect([...shape.properties]).toEqual([
      ["a", at("It", "properties", "a")],
      ["b", at("It", "properties", "b")],
    ]);
    expect([...shape.required]).toEqual(["a"]);
  });

  it("references followed, to where the schema really stands", async () => {
    const shape = await shapeIn({
      It: { $ref: "#/components/schemas/B" },
      B: { $ref: "#/components/schemas/C" },
      C: { type: "string" },
    });
    expect(shape).toMatchObject({ pointer: at("C"), types: ["string"] });
  });

  it("what stands beside a reference counts in 3.1 and not in 3.0", async () => {
    const schemas = {
      It: { $ref: "#/components/schemas/B", readOnly: true, maximum: 3 },
      B: { type: "integer", maximum: 5 },
    };
    expect(await shapeIn(schemas)).toMatchObject({ types: ["integer"], readOnly: true, maximum: 3 });
    expect(await shapeIn(schemas, "3.0.3")).toMatchObject({ types: ["integer"], readOnly: false, maximum: 5 });
  });

  it.for<[string, JsonObject, object]>([
    [
      "the narrower bounds",
      {
        allOf: [
          { minimum: 1, maximum: 9 },
          { minimum: 3, maximum: 9007199254740993n },
        ],
      },
      { minimum: 3, maximum: 9 },
    ],
    [
      "the narrower lengths",
      { minLength: 1, maxLength: 5, allOf: [{ minLength: 2, maxLength: 9 }] },
      { minLength: 2, maxLength: 5 },
    ],
    ["the types that both allow", { type: ["string", "null"], allOf: [{ type: "string" }] }, { types: ["string"] }],
    ["an integer is a number", { type: "number", allOf: [{ type: "integer" }] }, { types: ["integer"] }],
    [
      "an integer is a number, the other way round",
      { type: ["integer", "null"], allOf: [{ type: "number" }] },
      { types: ["integer"] },
    ],
    ["the values that both allow", { enum: ["a", "b"], allOf: [{ enum: ["b", "c"] }] }, { values: ["b"] }],
    ["a constant is a list of one", { const: 1 }, { values: [1] }],
    ["every pattern", { pattern: "a", allOf: [{ pattern: "b" }] }, { patterns: ["a", "b"] }],
    [
      "the alternatives",
      { oneOf: [{}, {}], anyOf: [{}] },
      { alternatives: [[at("It", "oneOf", "0"), at("It", "oneOf", "1")], [at("It", "anyOf", "0")]] },
    ],
    [
      "default, examples, format",
      { default: 1, example: 2, examples: [3], format: "int64" },
      { default: 1, examples: [2, 3], format: "int64" },
    ],
    [
      "the items of an array",
      { type: "array", items: {}, minItems: 1, maxItems: 2, uniqueItems: true },
      { items: at("It", "items"), minItems: 1, maxItems: 2, uniqueItems: true },
    ],
    ["no unevaluated properties", { unevaluatedProperties: false }, { closed: true }],
    ["exclusive bounds", { exclusiveMinimum: 1, exclusiveMaximum: 5 }, { exclusiveMinimum: 1, exclusiveMaximum: 5 }],
  ])("%s", async ([, It, expected]) => {
    expect(await shapeIn({ It })).toMatchObject(expected);
  });

  it("properties and required ones of all parts", async () => {
    const shape = await shapeIn({
      It: { allOf: [{ $ref: "#/components/schemas/Base" }, { required: ["b"], properties: { b: {} } }] },
      Base: { required: ["a"], properties: { a: {} } },
    });
    expect([...shape.properties.values()]).toEqual([
      at("Base", "properties", "a"),
      at("It", "allOf", "1", "properties", "b"),
    ]);
    expect([...shape.required]).toEqual(["a", "b"]);
  });

  it.for<[JsonObject, object]>([
    [{ type: "string", nullable: true }, { types: ["string", "null"] }],
    [{ type: "integer", minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    [{ type: "integer", maximum: 1, exclusiveMaximum: true }, { exclusiveMaximum: 1 }],
  ])("3.0: %o", async ([It, expected]) => {
    const shape = await shapeIn({ It }, "3.0.3");
    expect(shape).toMatchObject(expected);
    expect([shape.minimum, shape.maximum]).toEqual([undefined, undefined]);
  });

  it("the document is left as it was", async () => {
    const document = await documentOfValue(
      documentWith({ openapi: "3.0.3", components: { schemas: { It: { type: "string", nullable: true } } } }),
    );
    const shapes = [1, 2, 3].map(() => shapeOf(document, at("It")).types);
    expect(shapes).toEqual(Array.from({ length: 3 }, () => ["string", "null"]));
    expect(document.root["components"]).toEqual({ schemas: { It: { type: "string", nullable: true } } });
  });

  it("a schema that contains itself comes to an end", async () => {
    const shape = await shapeIn({
      It: { allOf: [{ $ref: "#/components/schemas/It" }, { $ref: "#/components/schemas/B" }], type: "object" },
      B: { allOf: [{ $ref: "#/components/schemas/It" }], properties: { b: {} } },
    });
    expect([...shape.properties.keys()]).toEqual(["b"]);
  });

  it("what a value may be", async () => {
    const number = await shapeIn({ It: { type: ["number", "null"] } });
    expect([mayBe(number, "integer"), mayBe(number, "number"), mayBe(number, "string")]).toEqual([true, true, false]);
    expect([isType(number, "number"), isType(number, "integer")]).toEqual([true, false]);
    const anything = await shapeIn({ It: {} });
    expect([mayBe(anything, "object"), isType(anything, "object")]).toEqual([true, false]);
  });
});
