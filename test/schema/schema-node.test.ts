import { describe, expect, it } from "vitest";
import { documentOfValue } from "../../src/contract/load.ts";
import type { Document } from "../../src/document/document.ts";
import { NormalForms } from "../../src/schema/normal/normal-forms.ts";
import { UNLIMITED } from "../../src/schema/work.ts";
import { spentOn } from "../spent.ts";
import { boundedIntegers, integersOf } from "../../src/schema/keywords/numbers.ts";
import { type SchemaNode, isType, mayBe, schemaAt } from "../../src/schema/normal/schema-node.ts";
import { documentWith } from "../contract/documents.ts";
import type { JsonObject } from "../../src/json/value.ts";

async function nodeIn(schemas: JsonObject, openapi = "3.1.0"): Promise<SchemaNode> {
  const document = await documentOfValue(documentWith({ openapi, components: { schemas } }));
  return schemaAt(document, "/components/schemas/It", "response");
}

const at = (name: string, ...steps: string[]): string => ["/components/schemas", name, ...steps].join("/");

const pointersOf = (nodes: Iterable<SchemaNode>): string[] => [...nodes].map(({ pointer }) => pointer);

describe("what a schema node contains", () => {
  it("types, properties, required names, and whether it is closed", async () => {
    const node = await nodeIn({
      It: { type: "object", required: ["a"], properties: { a: {}, b: {} }, additionalProperties: false },
    });
    expect(node).toMatchObject({ pointer: at("It"), types: ["object"], closed: true });
    expect([...node.properties].map(([name, { pointer }]) => [name, pointer])).toEqual([
      ["a", at("It", "properties", "a")],
      ["b", at("It", "properties", "b")],
    ]);
    expect([...node.form.required]).toEqual(["a"]);
  });

  it("the same properties for every schema that leads to them, which are read only once", async () => {
    const schemas = { It: { $ref: "#/components/schemas/B" }, B: { type: "object", properties: { a: {}, b: {} } } };
    const document = await documentOfValue(documentWith({ components: { schemas } }));
    const { properties } = schemaAt(document, at("It"), "response");
    const other = schemaAt(document, at("B"), "response");
    expect(await spentOn(() => expect(other.properties).toBe(properties))).toBe(0);
  });

  it("references are followed to the actual place of the schema", async () => {
    const node = await nodeIn({
      It: { $ref: "#/components/schemas/B" },
      B: { $ref: "#/components/schemas/C" },
      C: { type: "string" },
    });
    expect(node).toMatchObject({ pointer: at("It"), home: at("C"), types: ["string"] });
  });

  it("keywords next to a reference count in 3.1 and not in 3.0", async () => {
    const schemas = {
      It: { $ref: "#/components/schemas/B", readOnly: true, maximum: 3 },
      B: { type: "integer", maximum: 5 },
    };
    const said = ({ types, annotations, form }: SchemaNode): unknown => [types, annotations.readOnly, form.bounds];
    expect(said(await nodeIn(schemas))).toEqual([["integer"], true, { maximum: 3 }]);
    expect(said(await nodeIn(schemas, "3.0.3"))).toEqual([["integer"], false, { maximum: 5 }]);
  });

  it.for<[string, JsonObject, object]>([
    [
      "the stricter bounds",
      {
        allOf: [
          { minimum: 1, maximum: 9 },
          { minimum: 3, maximum: 9007199254740993n },
        ],
      },
      { form: { bounds: { minimum: 3, maximum: 9 } } },
    ],
    [
      "the stricter lengths",
      { minLength: 1, maxLength: 5, allOf: [{ minLength: 2, maxLength: 9 }] },
      { form: { bounds: { minLength: 2, maxLength: 5 } } },
    ],
    ["the types that both allow", { type: ["string", "null"], allOf: [{ type: "string" }] }, { types: ["string"] }],
    ["an integer is a number", { type: "number", allOf: [{ type: "integer" }] }, { types: ["integer"] }],
    [
      "an integer is a number, in the opposite order",
      { type: ["integer", "null"], allOf: [{ type: "number" }] },
      { types: ["integer"] },
    ],
    ["the values that both allow", { enum: ["a", "b"], allOf: [{ enum: ["b", "c"] }] }, { form: { values: ["b"] } }],
    ["a constant is an enum with one value", { const: 1 }, { form: { values: [1] }, types: ["integer"] }],
    ["every pattern", { pattern: "a", allOf: [{ pattern: "b" }] }, { form: { patterns: ["a", "b"] } }],
    [
      "the alternatives",
      { oneOf: [{}, {}], anyOf: [{}] },
      {
        alternatives: [
          { kind: "oneOf", branches: [{ pointer: at("It", "oneOf", "0") }, { pointer: at("It", "oneOf", "1") }] },
          { kind: "anyOf", branches: [{ pointer: at("It", "anyOf", "0") }] },
        ],
      },
    ],
    [
      "default, examples, format",
      { default: 1, example: 2, examples: [3], format: "int64" },
      { annotations: { default: 1, examples: [2, 3] }, form: { formats: ["int64"] } },
    ],
    [
      "the items of an array",
      { type: "array", items: {}, minItems: 1, maxItems: 2, uniqueItems: true },
      { items: { pointer: at("It", "items") }, form: { bounds: { minItems: 1, maxItems: 2 }, uniqueItems: true } },
    ],
    ["no unevaluated properties", { unevaluatedProperties: false }, { closed: true }],
    [
      "exclusive bounds",
      { exclusiveMinimum: 1, exclusiveMaximum: 5 },
      { form: { bounds: { exclusiveMinimum: 1, exclusiveMaximum: 5 } } },
    ],
  ])("%s", async ([, It, expected]) => {
    expect(await nodeIn({ It })).toMatchObject(expected);
  });

  it("properties and required names of all parts", async () => {
    const node = await nodeIn({
      It: { allOf: [{ $ref: "#/components/schemas/Base" }, { required: ["b"], properties: { b: {} } }] },
      Base: { required: ["a"], properties: { a: {} } },
    });
    expect(pointersOf(node.properties.values())).toEqual([
      at("Base", "properties", "a"),
      at("It", "allOf", "1", "properties", "b"),
    ]);
    expect(new Set(node.form.required)).toEqual(new Set(["a", "b"]));
  });

  it.for<[JsonObject, object]>([
    [{ type: "string", nullable: true }, { types: ["string", "null"] }],
    [{ type: "integer", minimum: 1, exclusiveMinimum: true }, { form: { bounds: { exclusiveMinimum: 1 } } }],
    [{ type: "integer", maximum: 1, exclusiveMaximum: true }, { form: { bounds: { exclusiveMaximum: 1 } } }],
    [{ nullable: true, allOf: [{ type: "integer" }] }, { types: ["integer", "null"] }],
    [
      { nullable: true, enum: ["a"] },
      { types: ["string", "null"], form: { values: ["a"] } },
    ],
    [
      { nullable: true, oneOf: [{ type: "integer" }] },
      { types: undefined, alternatives: [{ branches: [{ types: ["integer"] }] }] },
    ],
  ])("3.0: %o", async ([It, expected]) => {
    const node = await nodeIn({ It }, "3.0.3");
    expect(node).toMatchObject(expected);
    expect([node.form.bounds.minimum, node.form.bounds.maximum]).toEqual([undefined, undefined]);
  });

  it("the document is not modified", async () => {
    const document = await documentOfValue(
      documentWith({ openapi: "3.0.3", components: { schemas: { It: { type: "string", nullable: true } } } }),
    );
    const types = [1, 2, 3].map(() => schemaAt(document, at("It"), "request").types);
    expect(types).toEqual(Array.from({ length: 3 }, () => ["string", "null"]));
    expect(document.root["components"]).toEqual({ schemas: { It: { type: "string", nullable: true } } });
  });

  it("a schema that contains itself is read in finite time", async () => {
    const node = await nodeIn({
      It: { allOf: [{ $ref: "#/components/schemas/It" }, { $ref: "#/components/schemas/B" }], type: "object" },
      B: { allOf: [{ $ref: "#/components/schemas/It" }], properties: { b: {} } },
    });
    expect([...node.properties.keys()]).toEqual(["b"]);
  });

  it("the types that a value can have", async () => {
    const number = await nodeIn({ It: { type: ["number", "null"] } });
    expect([mayBe(number, "integer"), mayBe(number, "number"), mayBe(number, "string")]).toEqual([true, true, false]);
    expect([isType(number, "number"), isType(number, "integer")]).toEqual([true, false]);
    const anything = await nodeIn({ It: {} });
    expect([mayBe(anything, "object"), isType(anything, "object")]).toEqual([true, false]);
  });

  it("a property must match every part, and its place is that of the nearest description", async () => {
    const node = await nodeIn({
      It: {
        allOf: [{ $ref: "#/components/schemas/Base" }],
        properties: { a: { maximum: 5, description: "near" } },
      },
      Base: { properties: { a: { type: "integer", minimum: 1, description: "far", default: 3 }, b: {} } },
    });
    const [own] = node.properties.values();
    expect(pointersOf(node.properties.values())).toEqual([at("It", "properties", "a"), at("Base", "properties", "b")]);
    expect(own).toMatchObject({ types: ["integer"], form: { bounds: { minimum: 1, maximum: 5 } } });
    expect(own?.annotations).toMatchObject({ description: "near", default: 3 });
  });

  it("a property that is not sent in one direction is not required there", async () => {
    const document = await documentOfValue(
      documentWith({
        components: {
          schemas: {
            It: { required: ["a", "b"], properties: { a: { $ref: "#/components/schemas/A" }, b: { writeOnly: true } } },
            A: { readOnly: true },
          },
        },
      }),
    );
    expect([...schemaAt(document, at("It"), "request").form.required]).toEqual(["b"]);
    expect([...schemaAt(document, at("It"), "response").form.required]).toEqual(["a"]);
  });

  it("a missing schema allows anything", async () => {
    const document = await documentOfValue(documentWith({}));
    const node = schemaAt(document, "/nowhere", "request");
    expect([node.types, node.properties.size, node.items, node.parts.length]).toEqual([undefined, 0, undefined, 0]);
  });

  it("every reader gets the same node", async () => {
    const document = await documentOfValue(
      documentWith({ components: { schemas: { It: { properties: { a: {} }, items: {} } } } }),
    );
    const node = schemaAt(document, at("It"), "request");
    expect(schemaAt(document, at("It"), "request")).toBe(node);
    expect(schemaAt(document, at("It", "properties", "a"), "request")).toBe(node.properties.get("a"));
    expect(schemaAt(document, at("It", "items"), "request")).toBe(node.items);
    expect(schemaAt(document, at("It"), "response")).not.toBe(node);
  });

  it("the constraints of two schemas together", async () => {
    const node = await nodeIn({ It: { oneOf: [{ type: "integer", maximum: 9 }], minimum: 2, example: 3 } });
    const branch = node.alternatives[0]?.branches[0];
    const both = branch === undefined ? node : node.and(branch);
    expect(both).toMatchObject({ types: ["integer"], form: { bounds: { minimum: 2, maximum: 9 } } });
    expect(both.annotations.examples).toEqual([3]);
  });
});

describe("schemas that extend each other", () => {
  const chain = async (length: number): Promise<Document> => {
    const schemas: Record<string, JsonObject> = {};
    for (let index = 0; index < length; index++) {
      schemas[`S${index}`] = { title: "t", maxLength: 9, allOf: [{ $ref: `#/components/schemas/S${index + 1}` }] };
    }
    return documentOfValue(documentWith({ components: { schemas: { ...schemas, [`S${length}`]: { minLength: 1 } } } }));
  };

  it("are followed however long the chain", async () => {
    const node = schemaAt(await chain(3000), at("S0"), "request");
    expect(node.form.bounds).toEqual({ minLength: 1, maxLength: 9 });
  });

  it("stop at the limit, with the place in the error", async () => {
    const forms = new NormalForms(await chain(100), "request", UNLIMITED, 50);
    expect(() => forms.conjunction(at("S0"))).toThrow(
      /more ways than can be followed.*\(at \/components\/schemas\/S0\)/s,
    );
  });
});

describe("the integers that a schema allows", () => {
  it.for<[JsonObject, object, object]>([
    [
      { minimum: 0.5, maximum: 9.5 },
      { least: 1n, most: 9n },
      { least: 1n, most: 9n },
    ],
    [
      { exclusiveMinimum: 1, exclusiveMaximum: 4 },
      { least: 2n, most: 3n },
      { least: 2n, most: 3n },
    ],
    [
      { exclusiveMinimum: 1.5, exclusiveMaximum: 3.5 },
      { least: 2n, most: 3n },
      { least: 2n, most: 3n },
    ],
    [{ minimum: 3, exclusiveMinimum: 3 }, { least: 4n }, { least: 4n }],
    [{ format: "int32", minimum: 1 }, { least: 1n }, { least: 1n, most: 2147483647n }],
    [{ maximum: 9007199254740993n }, { most: 9007199254740993n }, { most: 9007199254740993n }],
    [{}, {}, {}],
  ])("%o", async ([It, bounded, all]) => {
    const { form } = await nodeIn({ It });
    expect(boundedIntegers(form)).toEqual(bounded);
    expect(integersOf(form)).toEqual(all);
  });
});
