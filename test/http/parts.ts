// Short ways to write parts of documents.
import type { JsonObject } from "../../src/json/value.ts";

export const text = { type: "string" };
export const number = { type: "integer" };
export const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: "object",
  required,
  properties,
});
export const list = (items: JsonObject): JsonObject => ({ type: "array", items });
export const body = (schema: JsonObject): JsonObject => ({
  required: true,
  content: { "application/json": { schema } },
});
export const answers = (status: string, schema?: JsonObject): JsonObject => ({
  [status]: { description: "D", ...(schema === undefined ? {} : { content: { "application/json": { schema } } }) },
});
export const at = (...names: string[]): JsonObject => ({
  parameters: names.map((name) => ({ name, in: "path", required: true, schema: text })),
});
export const query = (...parameters: JsonObject[]): JsonObject[] => parameters.map((one) => ({ in: "query", ...one }));
