// A small document that passes every rule, in both dialects. Each pair in the tests of rules breaks one thing in it.

/** A document under test, which pairs change in place. */
export interface Json {
  [key: string]: unknown;
}

export const VERSIONS = ["3.0.3", "3.1.0"] as const;

export type Version = (typeof VERSIONS)[number];

const json = (schema: string, more: Json = {}): Json => ({
  "application/json": { schema: { $ref: `#/components/schemas/${schema}` }, ...more },
});

const GOES = {
  Deprecation: { $ref: "#/components/headers/Deprecation" },
  Sunset: { $ref: "#/components/headers/Sunset" },
};

/** A fresh copy, for changing. */
export function cleanDocument(openapi: Version = "3.1.0"): Json {
  return structuredClone({
    openapi,
    info: { title: "Books", version: "1.0.0" },
    servers: [{ url: "https://{host}/v1", variables: { host: { default: "books.example.com" } } }, { url: "/v1" }],
    security: [{ key: [] }],
    paths: { "/books": { get: listBooks, post: addBook }, "/books/{bookId}": { parameters: [bookId], get: getBook } },
    components: components(openapi),
  });
}

const bookId: Json = { name: "bookId", in: "path", required: true, schema: { type: "integer", format: "int64" } };

const listBooks: Json = {
  operationId: "listBooks",
  parameters: [
    { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100, default: 20 }, example: 50 },
    { name: "author", in: "query", schema: { type: "string", maxLength: 100 } },
  ],
  responses: {
    "200": { description: "Books", content: json("Books", { example: [{ id: 1, title: "Emma" }] }) },
    default: { description: "Error", content: json("Error") },
  },
};

const addBook: Json = {
  operationId: "addBook",
  requestBody: { required: true, content: json("NewBook", { examples: { one: { value: { title: "Emma" } } } }) },
  responses: {
    "201": { description: "Added", content: json("Book") },
    "400": { description: "Refused", content: json("Error") },
    "401": { description: "No key", content: json("Error") },
  },
};

const getBook: Json = {
  operationId: "getBook",
  deprecated: true,
  "x-sunset": "2030-12-05",
  responses: {
    "200": { description: "The book", headers: GOES, content: json("Book") },
    default: { description: "Error", headers: GOES, content: json("Error") },
  },
};

function components(openapi: Version): Json {
  const day = "Thu, 05 Dec 2030 00:00:00 GMT";
  return {
    securitySchemes: { key: { type: "http", scheme: "bearer" } },
    headers: {
      Deprecation: { required: true, schema: { type: "string", pattern: "^@-?[0-9]+$" }, example: "@1795132800" },
      Sunset: { schema: { type: "string", ...(openapi === "3.1.0" ? { const: day } : { enum: [day] }) }, example: day },
    },
    schemas: {
      Book: {
        type: "object",
        required: ["id", "title"],
        properties: {
          id: { type: "integer", format: "int64", readOnly: true },
          title: { type: "string", example: "Emma" },
          state: { type: "string", enum: ["available", "lent"], default: "available" },
        },
      },
      NewBook: {
        type: "object",
        required: ["title"],
        properties: { title: { type: "string", description: "Free text." } },
      },
      Books: { type: "array", items: { $ref: "#/components/schemas/Book" } },
      Error: {
        type: "object",
        required: ["code", "message"],
        properties: { code: { type: "string" }, message: { type: "string" } },
      },
    },
  };
}

/** The object at a path of keys, for changing. */
export function at(document: Json, ...keys: (string | number)[]): Json {
  let place: unknown = document;
  for (const key of keys) {
    place = (place as Json)[String(key)];
    if (typeof place !== "object" || place === null) throw new Error(`nothing at ${keys.join(" / ")}`);
  }
  return place as Json;
}

/** The schema of a component. */
export const schema = (document: Json, name: string): Json => at(document, "components", "schemas", name);

/** The schema of a property of a component. */
export const property = (document: Json, name: string, key: string): Json =>
  at(schema(document, name), "properties", key);

/** The operation of a path. */
export const operation = (document: Json, path: string, method: string): Json => at(document, "paths", path, method);
