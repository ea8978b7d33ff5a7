// Generates a document with any number of operations, similar to real ones: collections with pages, filters and items,
// nested collections, problem details, and a few actions on items.
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

/** Operations of one collection, including the nested one. */
export const OPERATIONS_OF_ONE = 10;

const json = (schema: JsonValue): JsonObject => ({ "application/json": { schema } });
const reference = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });

const SHARED: JsonObject = {
  Problem: {
    type: "object",
    required: ["title", "status"],
    properties: { title: { type: "string" }, status: { type: "integer" }, detail: { type: "string" } },
  },
  Address: {
    type: "object",
    properties: {
      street: { type: "string" },
      city: { type: "string" },
      country: { type: "string", minLength: 2, maxLength: 2 },
    },
  },
  Money: {
    type: "object",
    required: ["amount", "currency"],
    properties: { amount: { type: "integer", minimum: 0 }, currency: { type: "string", enum: ["EUR", "USD", "GBP"] } },
  },
};

const PARAMETERS: JsonObject = {
  Limit: { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100, default: 20 } },
  Offset: { name: "offset", in: "query", schema: { type: "integer", minimum: 0, default: 0 } },
};

const problem = (description: string): JsonObject => ({
  description,
  content: { "application/problem+json": { schema: reference("schemas", "Problem") } },
});

const RESPONSES: JsonObject = { Wrong: problem("The request is wrong"), Missing: problem("There is no such item") };

function schemasOf(name: string, index: number): JsonObject {
  const body: JsonObject = {
    type: "object",
    required: ["name", "price"],
    properties: {
      name: { type: "string", minLength: 1, maxLength: 80 },
      status: { type: "string", enum: ["draft", "active", "closed"] },
      price: reference("schemas", "Money"),
      address: reference("schemas", "Address"),
      tags: { type: "array", items: { type: "string", maxLength: 40 }, maxItems: 10 },
      rank: { type: "integer", minimum: 1, maximum: 1000 + index },
      note: { type: "string", nullable: true },
    },
  };
  const made = {
    id: { type: "string", format: "uuid", readOnly: true },
    createdAt: { type: "string", format: "date-time", readOnly: true },
  };
  return {
    [`${name}Body`]: body,
    [name]: { allOf: [reference("schemas", `${name}Body`), { type: "object", required: ["id"], properties: made }] },
    [`${name}Comment`]: {
      type: "object",
      required: ["text"],
      properties: { id: { type: "integer", readOnly: true }, text: { type: "string", minLength: 1, maxLength: 500 } },
    },
    [`${name}List`]: {
      type: "object",
      required: ["data", "total"],
      properties: { data: { type: "array", items: reference("schemas", name) }, total: { type: "integer" } },
    },
  };
}

function pathsOf(name: string, collection: string): JsonObject {
  const wrong = { "400": reference("responses", "Wrong") };
  const missing = { "404": reference("responses", "Missing") };
  const shown = (status: string, schema: string): JsonObject => ({
    [status]: { description: "It is shown", content: json(reference("schemas", schema)) },
  });
  const sent = (schema: string): JsonObject => ({ required: true, content: json(reference("schemas", schema)) });
  const id = { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } };
  const pages = [reference("parameters", "Limit"), reference("parameters", "Offset")];
  const status = { name: "status", in: "query", schema: { type: "string", enum: ["draft", "active", "closed"] } };
  const comments = { type: "array", items: reference("schemas", `${name}Comment`) };
  return {
    [`/${collection}`]: {
      get: {
        operationId: `list${name}`,
        parameters: [...pages, status],
        responses: { ...shown("200", `${name}List`), ...wrong },
      },
      post: {
        operationId: `create${name}`,
        requestBody: sent(`${name}Body`),
        responses: { ...shown("201", name), ...wrong },
      },
    },
    [`/${collection}/{id}`]: {
      parameters: [id],
      get: { operationId: `get${name}`, responses: { ...shown("200", name), ...missing } },
      put: {
        operationId: `replace${name}`,
        requestBody: sent(`${name}Body`),
        responses: { ...shown("200", name), ...wrong, ...missing },
      },
      patch: {
        operationId: `change${name}`,
        requestBody: sent(`${name}Body`),
        responses: { ...shown("200", name), ...wrong, ...missing },
      },
      delete: { operationId: `remove${name}`, responses: { "204": { description: "It is gone" }, ...missing } },
    },
    [`/${collection}/{id}/comments`]: {
      parameters: [id],
      get: {
        operationId: `list${name}Comments`,
        responses: { "200": { description: "They are shown", content: json(comments) }, ...missing },
      },
      post: {
        operationId: `comment${name}`,
        requestBody: sent(`${name}Comment`),
        responses: { ...shown("201", `${name}Comment`), ...wrong, ...missing },
      },
    },
    [`/${collection}/{id}/comments/{commentId}`]: {
      parameters: [id, { name: "commentId", in: "path", required: true, schema: { type: "integer" } }],
      get: { operationId: `get${name}Comment`, responses: { ...shown("200", `${name}Comment`), ...missing } },
      delete: { operationId: `remove${name}Comment`, responses: { "204": { description: "It is gone" }, ...missing } },
    },
  };
}

/** A document with this many operations, rounded up to whole collections. */
export function largeDocument(operations: number): JsonObject {
  const names = Array.from({ length: Math.ceil(operations / OPERATIONS_OF_ONE) }, (_, index) => `Thing${index + 1}`);
  const merged = (parts: readonly JsonObject[]): JsonObject => Object.assign({}, ...parts) as JsonObject;
  return {
    openapi: "3.0.3",
    info: { title: "A large API", version: "1.0.0" },
    security: [{ key: [] }],
    paths: merged(names.map((name) => pathsOf(name, `${name.toLowerCase()}s`))),
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
      parameters: PARAMETERS,
      responses: RESPONSES,
      schemas: merged([SHARED, ...names.map(schemasOf)]),
    },
  };
}
