// Parts of OpenAPI in absurd numbers: paths, parameters, templates, callbacks, links, names, servers and hints.
import { answer, json, named, nested, ref, type TextBomb, times } from "./make.ts";
import type { JsonObject, JsonValue } from "../../../../src/json/value.ts";

const get = (edit: number, more: JsonObject = {}): JsonObject => ({ get: { ...more, responses: answer(edit) } });

/** One operation with additional parts. */
const single = (make: (edit: number) => JsonObject): TextBomb =>
  json((edit) => ({ paths: { "/a": get(edit, make(edit)) } }));

/** A collection with a hint. */
const hinted = (hint: JsonValue): TextBomb =>
  json((edit) => {
    const item = {
      type: "object",
      required: ["id"],
      properties: { id: { type: "integer" }, n: { maximum: 9 - edit } },
    };
    const content = { "application/json": { schema: item } };
    const hints = { "x-resource": hint };
    return {
      paths: {
        "/a": {
          get: {
            ...hints,
            responses: {
              "200": { description: "x", content: { "application/json": { schema: { type: "array", items: item } } } },
            },
          },
          post: { ...hints, requestBody: { content }, responses: { "201": { description: "x", content } } },
        },
        "/a/{id}": {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          get: { ...hints, responses: { "200": { description: "x", content } } },
          delete: { ...hints, responses: { "204": { description: "x" } } },
        },
      },
    };
  });

const placeholders = (count: number): string => times(count, (at) => `/{p${at}}`).join("");

export const PARTS: Readonly<Record<string, TextBomb>> = {
  "50,000 paths": json((edit) => ({ paths: { ...named(50_000, () => ({}), "/"), "/a": get(edit) } })),
  "3,000 paths of one item": json((edit) => ({
    components: { pathItems: { P: get(edit) } },
    paths: named(3_000, () => ({ $ref: "#/components/pathItems/P" }), "/"),
  })),
  "5,000 operations without an answer": json((edit) => ({
    paths: { ...named(5_000, () => ({ get: {} }), "/p"), "/a": get(edit) },
  })),
  "25,000 parameters of one operation": single((edit) => ({
    parameters: times(25_000, (at) => ({ name: `q${at + edit}`, in: "query" })),
  })),
  "20,000 references to one parameter": json((edit) => ({
    components: { parameters: { Q: { name: "q", in: "query", schema: { maximum: 9 - edit } } } },
    paths: { "/a": get(edit, { parameters: times(20_000, () => ({ $ref: "#/components/parameters/Q" })) }) },
  })),
  "100 paths of 1,000 placeholders": json((edit) => ({
    paths: Object.fromEntries(times(100, (at) => [`${placeholders(1_000)}/${at}`, get(edit)])),
  })),
  "a path of 10,000 placeholders, none described": json((edit) => ({ paths: { [placeholders(10_000)]: get(edit) } })),
  "placeholders in placeholders": json((edit) => ({
    paths: { [`/${"{".repeat(50_000)}a${"}".repeat(50_000)}`]: get(edit), [`/${"{a}".repeat(50_000)}`]: get(edit) },
  })),
  "a path of 200,000 slashes": json((edit) => ({
    paths: { ["/".repeat(200_000)]: get(edit), [`/${"%2f".repeat(100_000)}`]: get(edit) },
  })),
  "callbacks, twelve deep": json((edit) => ({
    paths: {
      "/a": nested(
        12,
        (inner) => ({ post: { responses: {}, callbacks: { c: { "{$request.body#/u}": inner } } } }),
        get(edit),
      ),
    },
  })),
  "callbacks that call themselves": json((edit) => ({
    paths: { "/a": { $ref: "#/components/pathItems/P" } },
    components: {
      pathItems: {
        P: {
          post: {
            callbacks: { a: { $ref: "#/components/callbacks/C" }, b: { $ref: "#/components/callbacks/C" } },
            responses: answer(edit),
          },
        },
      },
      callbacks: {
        C: { "{$url}": { $ref: "#/components/pathItems/P" }, "{$method}": { $ref: "#/components/pathItems/P" } },
      },
    },
  })),
  "9,000 links": json((edit) => ({
    paths: {
      "/a": {
        get: {
          operationId: "g",
          responses: {
            "200": {
              description: "x",
              links: named(9_000, (at) => ({ operationId: "g", parameters: { q: `$response.body#/a/${at + edit}` } })),
            },
          },
        },
      },
    },
  })),
  "a mapping of 70,000 names": json((edit) => ({
    paths: { "/a": get(edit, { parameters: [{ name: "q", in: "query", schema: ref("K") }] }) },
    components: {
      schemas: {
        K: { oneOf: [ref("A")], discriminator: { propertyName: "k", mapping: named(70_000, () => "A", "") } },
        A: { type: "object", required: ["k"], properties: { k: { type: "string" } } },
      },
    },
  })),
  "mappings that lead to each other": json((edit) => ({
    paths: { "/a": get(edit, { parameters: [{ name: "q", in: "query", schema: ref("K0") }] }) },
    components: {
      schemas: named(
        120,
        (at) => ({
          oneOf: times(120, (other) => ref(`K${other}`)),
          discriminator: { propertyName: "k", mapping: named(120, (other) => `K${other}`, "k") },
          required: ["k"],
          maxProperties: 9 - (at % 3) - edit,
        }),
        "K",
      ),
    },
  })),
  "2,000 keys of 2,000 ways": json((edit) => ({
    components: { securitySchemes: named(2_000, () => ({ type: "apiKey", in: "query", name: "k" }), "s") },
    paths: {
      "/a": get(edit, { security: [named(2_000, () => [], "s"), ...times(2_000, (at) => ({ [`s${at}`]: [] }))] }),
    },
  })),
  "7,000 ways in, each by itself": json((edit) => ({
    components: { securitySchemes: named(7_000, (at) => ({ type: "apiKey", in: "header", name: `X-${at}` }), "s") },
    paths: { "/a": get(edit, { security: times(7_000, (at) => ({ [`s${at}`]: [] })) }) },
  })),
  "20,000 scopes": json((edit) => ({
    components: {
      securitySchemes: {
        o: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/t", scopes: named(20_000, () => "x", "s") } } },
      },
    },
    paths: { "/a": get(edit, { security: [{ o: times(20_000 - edit, (at) => `s${at}`) }] }) },
  })),
  "a server with 80,000 names": json((edit) => ({
    servers: [
      { url: "https://{v}.example.com", variables: { v: { default: "0", enum: times(80_000 - edit, String) } } },
    ],
    paths: { "/a": get(edit) },
  })),
  "a server of 10,000 variables": json((edit) => ({
    servers: [
      {
        url: `/${times(10_000, (at) => `{v${at}}`).join("")}`,
        variables: named(10_000, () => ({ default: "ab", enum: ["ab", "c"] }), "v"),
      },
    ],
    paths: { "/a": get(edit) },
  })),
  "4,000 named examples": single((edit) => ({
    requestBody: {
      content: {
        "application/json": {
          schema: { type: "object", required: ["id"], additionalProperties: { maximum: 9 - edit } },
          examples: named(4_000, (at) => ({ value: { id: at, n: at % 10 } })),
        },
      },
    },
  })),
  "5,000 webhooks": json((edit) => ({ webhooks: named(5_000, () => ({ post: { responses: answer(edit) } })) })),
  "10,000 statuses": json((edit) => ({
    paths: { "/a": { get: { responses: { ...named(10_000, () => ({ description: "x" }), ""), ...answer(edit) } } } },
  })),
  "20,000 labels": json((edit) => ({
    tags: times(20_000, (at) => ({ name: `t${at}` })),
    paths: { "/a": get(edit, { tags: times(20_000, (at) => `t${at}`) }) },
  })),
  "names of operations of 400,000 letters": json((edit) => ({
    paths: {
      "/a": get(edit, { operationId: "o".repeat(400_000) }),
      "/b": get(edit, { operationId: "o".repeat(400_000) }),
    },
  })),
  "path items that lead to each other": json((edit) => ({
    paths: { ...named(5_000, (at) => ({ $ref: `#/paths/~1p${(at + 1) % 5_000}` }), "/p"), "/a": get(edit) },
  })),
  "references into references": json((edit) => ({
    paths: {
      "/a": get(edit, {
        parameters: [
          { name: "q", in: "query", schema: { $ref: `#/components/schemas/A${"/properties/a".repeat(5_000)}` } },
        ],
      }),
    },
    components: { schemas: { A: { type: "object", properties: { a: ref("A"), n: { maximum: 9 - edit } } } } },
  })),
  "150 forms of 40 parts": single((edit) => ({
    requestBody: {
      content: named(
        150,
        (at) => ({
          schema: { type: "object", properties: named(40, () => ({ type: "string", maxLength: 9 - edit })) },
          encoding: named(40, () => ({ style: "deepObject", explode: at % 2 === 0 })),
        }),
        "multipart/x",
      ),
    },
  })),
  "a hint of lists in lists": hinted(nested(13, (inner) => [inner, inner], "a")),
  "a hint of everything that is wrong": hinted({
    role: { a: 1 },
    collection: "/".repeat(50_000),
    identifier: { property: "constructor", parameter: "__proto__" },
    pageSize: "x".repeat(100_000),
    pageStart: { parameter: "toString", counts: "hasOwnProperty", first: 1e308 },
    filters: named(3_000, (at) => (at % 2 === 0 ? "constructor" : false), "n"),
  }),
  "a hint that leads to another's items": hinted({
    role: "list",
    collection: "/a/{id}/{id}",
    identifier: { property: "valueOf" },
  }),
  "150 collections, each in the one before": json((edit) => ({
    paths: Object.fromEntries(
      times(150, (at) => [
        `${times(at, (step) => `/c${step}/{i${step}}`).join("")}/c${at}`,
        { ...get(edit), post: { responses: answer(edit) } },
      ]),
    ),
  })),
};
