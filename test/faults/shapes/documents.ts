// The parts that the documents of these stores are built from.
import type { JsonObject } from "../../../src/json/value.ts";

export const text: JsonObject = { type: "string" };
export const whole: JsonObject = { type: "integer", format: "int32", minimum: 1 };
export const key: JsonObject = { type: "string", minLength: 1, maxLength: 60 };
export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
export const listOf = (items: JsonObject): JsonObject => ({ type: "array", items });
export const object = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: "object",
  ...(required.length === 0 ? {} : { required: [...required] }),
  properties,
});
const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
export const sends = (schema: JsonObject): JsonObject => ({ required: true, content: json(schema) });
const shows = (schema?: JsonObject): JsonObject => ({
  description: "Done.",
  ...(schema === undefined ? {} : { content: json(schema) }),
});
/** Responses by status; those of errors have the error's body. */
export const gives = (status: string, schema: JsonObject | undefined, ...errors: readonly string[]): JsonObject =>
  Object.fromEntries([[status, shows(schema)], ...errors.map((one) => [one, shows(ref("Error"))] as const)]);
export const inPath = (name: string, schema: JsonObject): JsonObject => ({ name, in: "path", required: true, schema });
export const inQuery = (name: string, schema: JsonObject): JsonObject => ({ name, in: "query", schema });
export const size = (maximum: number, usual: number): JsonObject => ({
  type: "integer",
  minimum: 1,
  maximum,
  default: usual,
});
/** A whole document. */
export const documentOf = (title: string, paths: JsonObject, schemas: JsonObject): JsonObject => ({
  openapi: "3.0.3",
  info: { title, version: "1.0.0" },
  servers: [{ url: "https://api.example.com/v1" }],
  paths,
  components: { schemas: { Error: object({ message: text }, "message"), ...schemas } },
});
