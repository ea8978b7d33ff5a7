// The documents that are mutated. They are small, so that each mutation matters, and have parts of every kind.
import { readFileSync } from "node:fs";
import type { JsonObject, JsonValue } from "../../../../src/json/value.ts";
import { orders } from "../../../http/documents.ts";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonValue): JsonObject => ({ content: { "application/json": { schema } } });
const answer = (schema: JsonValue): JsonObject => ({ description: "An answer.", ...json(schema) });
const ERROR = { description: "An error.", ...json(ref("Error")) };
const Error = { type: "object", required: ["message"], properties: { message: { type: "string" } } };

/** One collection of OpenAPI 3.1, with filters, pages, a composed item and a credential. */
const collection: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Tasks", version: "1.0.0" },
  servers: [
    { url: "https://{stage}.example.com/v1", variables: { stage: { default: "live", enum: ["live", "test"] } } },
  ],
  security: [{ key: [] }],
  paths: {
    "/tasks": {
      get: {
        operationId: "listTasks",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50, default: 5 } },
          { name: "state", in: "query", schema: { type: "string", enum: ["open", "done"] } },
          {
            name: "tag",
            in: "query",
            style: "form",
            explode: false,
            schema: { type: "array", items: { type: "string" } },
          },
        ],
        responses: { "200": answer({ type: "array", maxItems: 50, items: ref("Task") }), default: ERROR },
      },
      post: {
        operationId: "addTask",
        requestBody: { required: true, ...json(ref("NewTask")) },
        responses: { "201": answer(ref("Task")), default: ERROR },
      },
    },
    "/tasks/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } }],
      get: { operationId: "getTask", responses: { "200": answer(ref("Task")), default: ERROR } },
      delete: {
        operationId: "removeTask",
        deprecated: true,
        "x-sunset": "2030-01-01",
        responses: { "204": { description: "Gone." }, default: ERROR },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: "http", scheme: "bearer" } },
    schemas: {
      Error,
      NewTask: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", pattern: "^[a-z][a-z0-9 ]*$", minLength: 1, maxLength: 40 },
          state: { type: "string", enum: ["open", "done"], default: "open" },
          weight: { type: ["number", "null"], exclusiveMinimum: 0, multipleOf: 0.5 },
        },
      },
      Task: {
        allOf: [ref("NewTask")],
        required: ["id"],
        properties: { id: { type: "integer", format: "int64", readOnly: true }, parent: ref("Task") },
        unevaluatedProperties: true,
      },
    },
  },
};

/** Operations of OpenAPI 3.0 without a resource: alternatives, forms, cookies, callbacks, links. */
const operations: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Calls", version: "2" },
  paths: {
    "/shapes": {
      post: {
        requestBody: {
          content: {
            "application/json": { schema: ref("Shape"), example: { kind: "circle", radius: 1 } },
            "multipart/form-data": {
              schema: {
                type: "object",
                properties: { file: { type: "string", format: "binary" }, note: { type: "string" } },
              },
              encoding: { file: { contentType: "image/png", headers: { "X-A": { schema: { type: "string" } } } } },
            },
          },
        },
        callbacks: { done: { "{$request.body#/url}": { post: { responses: { "200": { description: "Heard." } } } } } },
        responses: {
          "200": {
            ...answer(ref("Shape")),
            headers: { "X-Rest": { required: true, schema: { type: "integer", nullable: true } } },
            links: { again: { operationId: "look", parameters: { q: "$response.body#/kind" } } },
          },
          "4XX": ERROR,
        },
      },
    },
    "/look/{at}": {
      get: {
        operationId: "look",
        security: [{ cookie: [], query: [] }, {}],
        parameters: [
          {
            name: "at",
            in: "path",
            required: true,
            style: "matrix",
            schema: { type: "array", items: { type: "integer" } },
          },
          {
            name: "q",
            in: "query",
            style: "deepObject",
            explode: true,
            schema: { type: "object", properties: { a: { type: "string" } } },
          },
          { name: "X-When", in: "header", schema: { type: "string", format: "date-time" } },
        ],
        responses: { "200": { description: "Text.", content: { "text/plain": { schema: { type: "string" } } } } },
      },
    },
  },
  components: {
    securitySchemes: {
      cookie: { type: "apiKey", in: "cookie", name: "session" },
      query: { type: "apiKey", in: "query", name: "key" },
    },
    schemas: {
      Error,
      Circle: {
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string" }, radius: { type: "number", minimum: 0, exclusiveMinimum: true } },
      },
      Square: { type: "object", required: ["kind"], additionalProperties: { type: "integer" }, minProperties: 1 },
      Shape: {
        oneOf: [ref("Circle"), ref("Square")],
        discriminator: { propertyName: "kind", mapping: { circle: "#/components/schemas/Circle", square: "Square" } },
      },
    },
  },
};

/** Every keyword of JSON Schema 2020-12 at once, and webhooks. */
const keywords: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Keywords", version: "3" },
  webhooks: { ping: { post: { requestBody: json(ref("All")), responses: { "200": { description: "Heard." } } } } },
  paths: { "/all": { put: { requestBody: json(ref("All")), responses: { "200": answer(ref("All")) } } } },
  components: {
    schemas: {
      All: {
        $id: "https://example.com/all",
        $anchor: "all",
        $defs: { leaf: { $dynamicAnchor: "leaf", type: ["string", "integer"], not: { const: "" } } },
        type: "object",
        properties: {
          list: {
            prefixItems: [{ type: "string" }],
            items: { $ref: "#/$defs/leaf" },
            contains: { const: 1 },
            minContains: 0,
            maxContains: 3,
            uniqueItems: true,
          },
          any: { anyOf: [{ type: "null" }, { $dynamicRef: "#leaf" }] },
          text: { contentMediaType: "application/json", contentEncoding: "base64", type: "string" },
        },
        patternProperties: { "^x-": { type: "boolean" } },
        propertyNames: { maxLength: 20 },
        dependentRequired: { any: ["list"] },
        dependentSchemas: { list: { minProperties: 1 } },
        if: { required: ["any"] },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: { maxProperties: 4 },
        else: { required: ["list"] },
        unevaluatedProperties: false,
      },
    },
  },
};

/** By name, as values: the format is chosen at random. */
export const BASES: ReadonlyMap<string, JsonObject> = new Map(
  Object.entries({ collection, operations, keywords, orders: orders() }),
);

/** The embedded document, in its original text. */
export const BY_HAND = readFileSync(new URL("../../../../spec/animal-store.yaml", import.meta.url), "utf8");
