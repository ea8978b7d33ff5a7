// Schemas that extend one with a discriminator: wherever the parent is used, all of them are (OpenAPI 3.1 section
// 4.8.25).
import { describe, expect, test } from "vitest";
import { bodyOf, compare, withRequest, withResponse, worstOf } from "./documents.ts";
import type { JsonObject } from "../../src/json/value.ts";

type Schema = Record<string, unknown>;

const TEXT = { type: "string" };
const SHORT = { type: "string", maxLength: 3 };
const Pet = { $ref: "#/components/schemas/Pet" };
const Cat = { $ref: "#/components/schemas/Cat" };

/** A parent that two schemas extend, one of which extends the other. */
function kinds(name: Schema, mapping?: Schema, parent: Schema = {}): Schema {
  const discriminator = { propertyName: "kind", ...(mapping === undefined ? {} : { mapping }) };
  return {
    components: {
      schemas: {
        Pet: { type: "object", required: ["kind"], properties: { kind: TEXT }, discriminator, ...parent },
        Cat: { allOf: [Pet, { properties: { name } }] },
        Lion: { allOf: [Cat, { properties: { pride: TEXT } }] },
      },
    },
  };
}

const list = { type: "object", required: ["pets"], properties: { pets: { type: "array", items: Pet, minItems: 1 } } };

const pair = (schema: Schema, ...sides: readonly Schema[]) =>
  sides.map((more) => withRequest(schema, more)) as [JsonObject, JsonObject];

describe("a change to a schema that extends another", () => {
  test.each<readonly [string, Schema, Schema | undefined, unknown]>([
    ["mapped by name", Pet, { cat: "Cat", lion: "Lion" }, { kind: "cat", name: "aaaa" }],
    ["mapped by reference", Pet, { cat: Cat.$ref, lion: "Lion" }, { kind: "cat", name: "aaaa" }],
    ["chosen by its own name", Pet, undefined, { kind: "Cat", name: "aaaa" }],
    ["through another schema", Pet, { lion: "Lion" }, { kind: "lion", name: "aaaa" }],
    ["inside a list", list, { cat: "Cat" }, { pets: [{ kind: "cat", name: "aaaa" }] }],
  ])("breaks clients that send it: %s", async (_what, schema, mapping, witness) => {
    const { changes } = await compare(...pair(schema, kinds(TEXT, mapping), kinds(SHORT, mapping)));
    const [first, ...others] = changes.filter(({ verdict }) => verdict === "breaking");
    expect([first?.revision?.pointer, bodyOf(first), others]).toEqual([
      "/components/schemas/Cat/allOf/1/properties/name/maxLength",
      witness,
      [],
    ]);
    expect(await worstOf(...pair(schema, kinds(SHORT, mapping), kinds(TEXT, mapping)))).toBe("compatible");
  });

  test("breaks clients that read it if it allows more", async () => {
    const [before, after] = [TEXT, { type: ["string", "integer"] }].map((name) => withResponse(Pet, kinds(name)));
    expect(await worstOf(before as JsonObject, after as JsonObject)).toBe("breaking");
    expect(await worstOf(after as JsonObject, before as JsonObject)).toBe("compatible");
  });

  test("is not a change if there is no discriminator", async () => {
    const plain = (name: Schema) => kinds(name, undefined, { discriminator: undefined });
    expect(await worstOf(...pair(Pet, plain(TEXT), plain(SHORT)))).toBe("nothing");
  });

  test("is reported once if the schema itself is used, too", async () => {
    const both = { type: "object", properties: { one: Cat, other: Pet } };
    const { changes } = await compare(...pair(both, kinds(TEXT), kinds(SHORT)));
    const breaking = changes.filter(({ verdict }) => verdict === "breaking");
    expect(new Set(breaking.map(({ revision }) => revision?.pointer)).size).toBe(1);
    expect(breaking).toHaveLength(1);
  });
});

test("a change to the extended schema breaks every schema that extends it", async () => {
  const born = (date: Schema) => kinds(TEXT, undefined, { properties: { kind: TEXT, born: date } });
  expect(await worstOf(...pair(Cat, born(TEXT), born(SHORT)))).toBe("breaking");
});

test("a value that does not match its tag is not a witness", async () => {
  const strict = (more: Schema) => ({
    components: {
      schemas: {
        Pet: {
          type: "object",
          required: ["kind"],
          properties: { kind: { enum: ["Cat"] }, ...more },
          discriminator: { propertyName: "kind" },
        },
        Cat: { allOf: [Pet, { required: ["lives"], properties: { lives: { type: "integer" } } }] },
      },
    },
  });
  const { changes } = await compare(...pair(Pet, strict({ name: TEXT }), strict({ name: SHORT })));
  const found = changes.find(({ verdict }) => verdict === "breaking");
  expect(bodyOf(found)).toMatchObject({ kind: "Cat", lives: 0 });
});
