// Parts to build the bombs from.
import type { JsonObject, JsonValue } from "../../../../src/json/value.ts";

/** Makes a schema, with others that it refers to. `edit` is 0 before the change and 1 after it. */
export type SchemaBomb = (edit: number) => {
  readonly openapi?: string;
  readonly schema: JsonValue;
  readonly schemas?: JsonObject;
};

/** The text of a document before a change (0) and after it (1), and its file name. */
export interface TextBomb {
  readonly file: "a.yaml" | "a.json";
  readonly make: (edit: number) => string;
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** An object with this many properties, whose names share a prefix. */
export const named = (count: number, make: (index: number) => JsonValue, name = "p"): JsonObject =>
  Object.fromEntries(times(count, (at) => [`${name}${at}`, make(at)]));

export const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

export const nested = (
  depth: number,
  wrap: (inner: JsonValue, depth: number) => JsonValue,
  leaf: JsonValue,
): JsonValue => times(depth, (at) => at).reduce<JsonValue>((inner, at) => wrap(inner, at), leaf);

export const one =
  (make: (edit: number) => JsonValue): SchemaBomb =>
  (edit) => ({ schema: make(edit) });

/** A string whose pattern changes. */
export const text = (before: string, after: string): SchemaBomb =>
  one((edit) => ({ type: "object", properties: { text: { type: "string", pattern: edit === 0 ? before : after } } }));

/** The beginning of each document. */
export const head = (edit: number): string => `openapi: 3.1.0\ninfo: {title: t, version: "${edit}"}\n`;

export const yaml = (make: (edit: number) => string): TextBomb => ({
  file: "a.yaml",
  make: (edit) => head(edit) + make(edit),
});

export const json = (make: (edit: number) => JsonObject): TextBomb => ({
  file: "a.json",
  make: (edit) => JSON.stringify({ openapi: "3.1.0", info: { title: "t", version: "1" }, paths: {}, ...make(edit) }),
});

/** The responses of an operation, with a number that changes. */
export const answer = (edit: number): JsonObject => ({
  "200": { description: "x", content: { "application/json": { schema: { type: "integer", maximum: 9 - edit } } } },
});

/** A document that uses a schema in requests and responses, in a list and on its own. */
function documentOf(bomb: SchemaBomb, edit: number): string {
  const { openapi = "3.1.0", schema, schemas = {} } = bomb(edit);
  const bombRef = { $ref: "#/components/schemas/Bomb" };
  const content = { "application/json": { schema: bombRef } };
  const list = { "application/json": { schema: { type: "array", items: bombRef } } };
  return JSON.stringify({
    openapi,
    info: { title: "t", version: "1" },
    paths: {
      "/things": {
        get: { responses: { "200": { description: "x", content: list } } },
        post: { requestBody: { content }, responses: { "201": { description: "x", content } } },
      },
      "/things/{id}": {
        get: {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          responses: { "200": { description: "x", content } },
        },
      },
      "/call": { put: { requestBody: { content }, responses: { "200": { description: "x", content } } } },
    },
    components: { schemas: { ...schemas, Bomb: schema } },
  });
}

/** Bombs of schemas, each in a document. */
export const inDocuments = (bombs: Readonly<Record<string, SchemaBomb>>): Readonly<Record<string, TextBomb>> =>
  Object.fromEntries(
    Object.entries(bombs).map(([name, bomb]) => [name, { file: "a.json", make: (edit) => documentOf(bomb, edit) }]),
  );
