// A schema with a discriminator that others extend by `allOf` (OpenAPI 3.0 section 4.7.25.2, Swagger 2.0): items are of one of these
// kinds, and have what that kind has.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { type Mock, startMock } from "./support.ts";

const product: JsonObject = {
  type: "object",
  required: ["kind", "name"],
  properties: { id: { type: "integer", readOnly: true }, kind: { type: "string" }, name: { type: "string" } },
};
const book: JsonObject = {
  type: "object",
  required: ["pages"],
  properties: { pages: { type: "integer", minimum: 1 } },
};
const toy: JsonObject = { type: "object", required: ["age"], properties: { age: { type: "integer", maximum: 99 } } };
const extending = (base: string, own: JsonObject): JsonObject => ({ allOf: [{ $ref: base }, own] });
const OLD: JsonObject = {
  swagger: "2.0",
  info: { title: "Shop", version: "1" },
  consumes: ["application/json"],
  produces: ["application/json"],
  paths: {
    "/products": {
      get: {
        responses: {
          "200": { description: "ok", schema: { type: "array", items: { $ref: "#/definitions/Product" } } },
        },
      },
      post: {
        parameters: [{ name: "body", in: "body", required: true, schema: { $ref: "#/definitions/Product" } }],
        responses: { "201": { description: "ok", schema: { $ref: "#/definitions/Product" } } },
      },
    },
  },
  definitions: {
    Product: { ...product, discriminator: "kind" },
    Book: extending("#/definitions/Product", book),
    Toy: extending("#/definitions/Product", toy),
  },
};
const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const PRODUCT: JsonObject = { $ref: "#/components/schemas/Product" };
const NEW: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/products": {
      get: { responses: { "200": { description: "ok", content: json({ type: "array", items: PRODUCT }) } } },
      post: {
        requestBody: { required: true, content: json(PRODUCT) },
        responses: { "201": { description: "ok", content: json(PRODUCT) } },
      },
    },
  },
  components: {
    schemas: {
      Product: { ...product, discriminator: { propertyName: "kind", mapping: { book: "Book" } } },
      Book: extending("#/components/schemas/Product", book),
      Toy: extending("#/components/schemas/Product", toy),
    },
  },
};

describe.each([
  ["Swagger 2.0", OLD, "Book"],
  ["OpenAPI 3", NEW, "book"],
])("%s", (_version, document, tag) => {
  let mock: Mock;
  beforeAll(async () => {
    mock = await startMock(document);
  });
  afterAll(() => mock.close());
  const created = async (body: JsonObject): Promise<unknown> => {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${mock.url}/products`, { method: "POST", headers, body: JSON.stringify(body) });
    return answer.json();
  };

  test("the first items are of the kinds that there are", async () => {
    const all = (await (await fetch(`${mock.url}/products`)).json()) as Record<string, unknown>[];
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set([tag, "Toy"]));
    for (const one of all) expect(one).toHaveProperty(one["kind"] === "Toy" ? "age" : "pages");
  });

  test("what is sent of a kind is kept, and a tag that nothing has is, too", async () => {
    expect(await created({ kind: tag, name: "Emma", pages: 300 })).toMatchObject({ kind: tag, pages: 300 });
    expect(await created({ kind: "Toy", name: "Bear", age: 3 })).toMatchObject({ kind: "Toy", age: 3 });
    expect(await created({ kind: "Sock", name: "Left" })).toMatchObject({ kind: "Sock", name: "Left" });
  });
});
