// A shop that logs in, takes orders once, and has codes whose names its clients choose.
import type { JsonObject } from "../../src/json/value.ts";

const order = { $ref: "#/components/schemas/Order" };
const code = { type: "object", properties: { code: { type: "string" }, text: { type: "string" } } };
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const answer = (schema: JsonObject): JsonObject => ({ description: "ok", ...json(schema) });
const named = (name: string, type: string): JsonObject => ({ name, in: "path", required: true, schema: { type } });

export const SHOP: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1.0.0" },
  servers: [{ url: "http://localhost/v1" }],
  components: {
    securitySchemes: { key: { type: "http", scheme: "bearer" } },
    schemas: {
      Order: {
        type: "object",
        required: ["sku"],
        properties: { id: { type: "integer", readOnly: true }, sku: { type: "string" } },
      },
    },
  },
  paths: {
    "/login": {
      post: {
        operationId: "login",
        requestBody: json({ type: "object", properties: { email: { type: "string" } } }),
        responses: { 200: answer({ type: "object", properties: { token: { type: "string" } } }) },
      },
    },
    "/orders": {
      get: { operationId: "listOrders", responses: { 200: answer({ type: "array", items: order }) } },
      post: {
        operationId: "createOrder",
        security: [{ key: [] }],
        parameters: [{ name: "Idempotency-Key", in: "header", schema: { type: "string" } }],
        requestBody: json(order),
        responses: { 201: answer(order) },
      },
    },
    "/orders/{orderId}": {
      parameters: [named("orderId", "integer")],
      get: { operationId: "getOrder", responses: { 200: answer(order) } },
      put: { operationId: "putOrder", requestBody: json(order), responses: { 200: answer(order) } },
      delete: { operationId: "deleteOrder", responses: { 204: { description: "gone" } } },
    },
    "/codes/{code}": {
      parameters: [named("code", "string")],
      get: { operationId: "getCode", responses: { 200: answer(code) } },
      put: { operationId: "putCode", requestBody: json(code), responses: { 200: answer(code), 201: answer(code) } },
    },
    "/codes": { get: { operationId: "listCodes", responses: { 200: answer({ type: "array", items: code }) } } },
  },
};
