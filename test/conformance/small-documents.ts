// Documents other than the animal store's, with the parts of OpenAPI that it does not have.
import type { JsonObject } from "../../src/json/value.ts";

const errorBody = {
  description: "Something went wrong.",
  content: {
    "application/problem+json": {
      schema: {
        type: "object",
        required: ["title", "status"],
        properties: { title: { type: "string" }, status: { type: "integer" }, detail: { type: "string" } },
      },
    },
  },
};

/** OpenAPI 3.0: orders that can be replaced, changed and removed; errors are problem details. */
export const ORDERS: JsonObject = {
  openapi: "3.0.3",
  info: {
    title: "Orders",
    version: "2.1.0",
    description: "Orders of a shop.\n\n| word | meaning |\n|---|---|\n| open | not yet paid |",
  },
  servers: [{ url: "https://shop.example.com/api/v2" }],
  externalDocs: { url: "https://docs.example.com" },
  tags: [{ name: "orders" }],
  paths: {
    "/orders": {
      summary: "All orders",
      get: {
        operationId: "listOrders",
        parameters: [
          { $ref: "#/components/parameters/PageSize" },
          {
            name: "state",
            in: "query",
            description: "Only orders in this state.",
            schema: { type: "string", enum: ["open", "paid"] },
          },
          {
            name: "tags",
            in: "query",
            style: "form",
            explode: false,
            schema: { type: "array", items: { type: "string", maxLength: 5 } },
          },
          { name: "X-Trace", in: "header", schema: { type: "string", format: "uuid" } },
          { name: "session", in: "cookie", schema: { type: "string", minLength: 3 } },
          { name: "mine", in: "query", schema: { type: "boolean" }, deprecated: true },
        ],
        responses: {
          "200": {
            description: "The orders.",
            headers: { "X-Total": { description: "How many there are.", schema: { type: "integer", minimum: 0 } } },
            content: {
              "application/json": {
                schema: { type: "array", maxItems: 50, items: { $ref: "#/components/schemas/Order" } },
              },
            },
            links: { one: { operationId: "getOrder" } },
          },
          default: errorBody,
        },
      },
      post: {
        operationId: "createOrder",
        security: [{ key: [] }],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { $ref: "#/components/schemas/NewOrder" },
              example: { article: "A-1", amount: 1 },
            },
            "application/xml": { schema: { type: "object", properties: { article: { type: "string" } } } },
          },
        },
        responses: {
          "201": {
            description: "Created.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
          },
          "400": errorBody,
          "401": { description: "Who are you?" },
          default: errorBody,
        },
        callbacks: { paid: { "{$request.body#/url}": { post: { responses: { "200": { description: "ok" } } } } } },
      },
    },
    "/orders/{orderId}": {
      parameters: [{ name: "orderId", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
      get: {
        operationId: "getOrder",
        responses: {
          "200": {
            description: "The order.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
          },
          "301": { description: "Moved.", headers: { Location: { schema: { type: "string" }, required: true } } },
          "404": errorBody,
        },
      },
      put: {
        operationId: "replaceOrder",
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/NewOrder" } } },
        },
        responses: {
          "200": {
            description: "Replaced.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
          },
          "404": errorBody,
          "4XX": errorBody,
        },
      },
      patch: {
        operationId: "updateOrder",
        requestBody: {
          content: { "application/merge-patch+json": { schema: { $ref: "#/components/schemas/OrderChange" } } },
        },
        responses: {
          "200": {
            description: "Changed.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
          },
          default: errorBody,
        },
      },
      delete: { operationId: "removeOrder", responses: { "204": { description: "Removed." }, default: errorBody } },
    },
    "/report": {
      get: {
        operationId: "report",
        parameters: [
          {
            name: "year",
            in: "query",
            required: true,
            schema: { type: "integer", minimum: 2000, exclusiveMaximum: true, maximum: 2100 },
          },
        ],
        responses: {
          "200": { description: "A text.", content: { "text/plain": { schema: { type: "string", minLength: 1 } } } },
        },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key", description: "A key for writing." } },
    parameters: {
      PageSize: {
        name: "per_page",
        in: "query",
        schema: { type: "integer", minimum: 1, maximum: 50, default: 10 },
        example: 5,
      },
    },
    schemas: {
      Order: {
        type: "object",
        required: ["id", "article"],
        properties: {
          id: { type: "string", format: "uuid", readOnly: true },
          article: { type: "string", pattern: "^[A-Z]-[0-9]+$" },
          amount: { type: "integer", format: "int32", minimum: 1, maximum: 99, default: 1 },
          price: { type: "number", multipleOf: 0.01, nullable: true },
          state: { type: "string", enum: ["open", "paid"] },
          lines: {
            type: "array",
            uniqueItems: true,
            items: { type: "object", required: ["sku"], properties: { sku: { type: "string" } } },
          },
        },
        "x-internal": false,
      },
      NewOrder: {
        allOf: [
          {
            type: "object",
            required: ["article"],
            properties: { article: { type: "string", pattern: "^[A-Z]-[0-9]+$" } },
          },
          {
            type: "object",
            required: ["amount"],
            properties: {
              amount: { type: "integer", format: "int32", minimum: 1, maximum: 99 },
              secret: { type: "string", writeOnly: true },
              address: {
                type: "object",
                properties: { zip: { type: "string", minLength: 5 } },
                additionalProperties: false,
              },
            },
          },
        ],
      },
      OrderChange: { type: "object", minProperties: 1, properties: { amount: { type: "integer", minimum: 1 } } },
      Forgotten: { type: "string", maxLength: 3 },
    },
  },
};

/** OpenAPI 3.1: categories, with the keywords of JSON Schema 2020-12. */
export const CATEGORIES: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Categories", version: "1", summary: "A tree." },
  webhooks: { changed: { post: { responses: { "200": { description: "ok" } } } } },
  paths: {
    "/categories": {
      get: {
        description: "Lists categories. Each of them, e.g. the root, stands once.",
        responses: {
          "200": {
            description: "All.",
            content: {
              "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Category" } } },
            },
          },
        },
      },
      post: {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/NewCategory" } } } },
        responses: {
          "201": {
            description: "Made.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Category" } } },
          },
          "422": { description: "No." },
        },
      },
    },
    "/categories/{id}": {
      get: {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } }],
        responses: {
          "200": {
            description: "One.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Category" } } },
          },
          "404": { description: "None." },
        },
      },
    },
    "/search": {
      post: {
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                required: ["query"],
                properties: { query: { oneOf: [{ type: "string", minLength: 2 }, { type: "integer" }] } },
                if: { required: ["deep"] },
                else: { properties: { deep: { const: true } } },
                dependentRequired: { deep: ["query"] },
                unevaluatedProperties: false,
              },
            },
          },
        },
        responses: {
          "200": {
            description: "Found.",
            content: {
              "application/json": {
                schema: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Category: {
        type: "object",
        $comment: "recursive",
        required: ["id", "name"],
        properties: {
          id: { type: "integer", format: "int64" },
          name: { type: ["string", "null"], examples: ["cats"] },
          children: { type: "array", items: { $ref: "#/components/schemas/Category" } },
          kind: { $ref: "#/components/schemas/Kind", description: "Which kind it is. Not shown: why." },
        },
        patternProperties: { "^x-": { type: "string" } },
        propertyNames: { maxLength: 20 },
        notAKeyword: 1,
      },
      NewCategory: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string", maxLength: 30 }, kind: { $ref: "#/components/schemas/Kind" } },
      },
      Kind: { type: "string", enum: ["a", "b"], deprecated: true, title: "kind" },
    },
  },
};
