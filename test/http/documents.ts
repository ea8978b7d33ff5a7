// Documents other than the embedded one: the mock must work with all of them.
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

type Part = Readonly<Record<string, unknown>>;

const ERROR = {
  description: "Any error.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
};

/** Orders with every role, optional authentication, and details that the caller chooses. */
export function orders(
  changes: { schemas?: Part; root?: Part; paths?: Part; item?: Part; error?: Part } = {},
): JsonObject {
  const id = { name: "orderId", in: "path", required: true, schema: { type: "integer", format: "int64", minimum: 1 } };
  const body = (schema: string, media = "application/json"): Part => ({
    required: true,
    content: { [media]: { schema: { $ref: `#/components/schemas/${schema}` } } },
  });
  const one = (description: string): Part => ({
    description,
    content: { "application/json": { schema: { $ref: "#/components/schemas/Order" } } },
  });
  return {
    openapi: "3.1.0",
    info: { title: "Orders", version: "2.0.0" },
    servers: [{ url: "https://shop.example.com/api" }],
    paths: {
      "/orders": {
        get: {
          operationId: "listOrders",
          parameters: [
            { name: "state", in: "query", schema: { type: "string", enum: ["open", "done"] } },
            { name: "quantity", in: "query", schema: { type: "integer" } },
            { name: "page_size", in: "query", schema: { type: "integer", minimum: 1, maximum: 50, default: 3 } },
          ],
          responses: {
            "200": {
              description: "Orders.",
              content: {
                "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Order" } } },
              },
            },
            default: ERROR,
          },
        },
        post: {
          operationId: "addOrder",
          requestBody: body("NewOrder"),
          responses: { "201": one("Added."), "422": ERROR, default: ERROR },
        },
      },
      "/orders/{orderId}": {
        parameters: [id],
        get: { operationId: "getOrder", responses: { "200": one("Found."), "404": ERROR, default: ERROR } },
        put: {
          operationId: "putOrder",
          requestBody: body("NewOrder"),
          responses: { "200": one("Replaced."), "404": ERROR, default: ERROR },
        },
        patch: {
          operationId: "patchOrder",
          requestBody: body("OrderPatch", "application/merge-patch+json"),
          responses: { "200": one("Updated."), "404": ERROR, default: ERROR },
        },
        delete: {
          operationId: "deleteOrder",
          responses: { "204": { description: "Gone." }, "404": ERROR, default: ERROR },
        },
      },
      ...changes.paths,
    },
    components: {
      schemas: {
        Order: {
          type: "object",
          required: ["id", "quantity", "createdAt"],
          properties: {
            id: { type: "integer", format: "int64", readOnly: true },
            quantity: { type: "integer", minimum: 1 },
            state: { type: "string", enum: ["open", "done"], default: "open" },
            createdAt: { type: "string", format: "date-time", readOnly: true },
            note: { type: ["string", "null"] },
            secret: { type: "string", writeOnly: true },
            address: { type: "object", properties: { city: { type: "string" }, zip: { type: "string" } } },
          },
          ...changes.item,
        },
        NewOrder: {
          type: "object",
          required: ["quantity"],
          properties: {
            quantity: { type: "integer", minimum: 1 },
            state: { type: "string", enum: ["open", "done"], default: "open" },
            note: { type: ["string", "null"] },
            secret: { type: "string", writeOnly: true },
            address: { $ref: "#/components/schemas/Order/properties/address" },
          },
        },
        OrderPatch: {
          type: "object",
          properties: {
            quantity: { type: ["integer", "null"] },
            state: { type: ["string", "null"] },
            note: { type: ["string", "null"] },
            address: { type: "object" },
          },
        },
        Error: {
          type: "object",
          required: ["code", "message", "status"],
          properties: { code: { type: "string" }, message: { type: "string" }, status: { type: "integer" } },
          ...changes.error,
        },
        ...changes.schemas,
      },
    },
    ...changes.root,
  } as JsonObject;
}

/** A copy with one place changed. */
export function changed(document: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const copy = structuredClone(document) as Record<string, JsonValue>;
  let place: Record<string, JsonValue> = copy;
  for (const step of path.slice(0, -1)) place = place[step] as Record<string, JsonValue>;
  place[path.at(-1) as string] = value;
  return copy;
}
