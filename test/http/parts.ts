// Short ways to write parts of documents.
import { type JsonObject, type JsonValue, type Scalar, scalarText } from "../../src/json/value.ts";

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

/** A collection with a list, a creation and items. */
export const collection = (name: string, item: JsonObject, sent: JsonObject = object({ note: text })): JsonObject => ({
  [`/${name}`]: {
    get: { responses: answers("200", list(item)) },
    post: { requestBody: body(sent), responses: answers("201", item) },
  },
  [`/${name}/{id}`]: { ...at("id"), get: { responses: answers("200", item) } },
});

/** A value of an answer that is no object, as a path has it. */
export const textOf = (value: JsonValue | undefined): string => scalarText(value as Scalar | undefined);
