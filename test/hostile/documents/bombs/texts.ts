// Documents as text: YAML and JSON that expand or take long to read, and great numbers of things in OpenAPI.
import { answer, head, json, type TextBomb, times, yaml } from "./make.ts";
import type { JsonObject, JsonValue } from "../../../../src/json/value.ts";

const named = (count: number, make: (index: number) => JsonValue, name: (index: number) => string): JsonObject =>
  Object.fromEntries(times(count, (at) => [name(at), make(at)]));
const query = (at: number, edit: number): JsonObject => ({
  name: `q${at}`,
  in: "query",
  schema: { type: "integer", maximum: 9 - edit },
});

export const TEXTS: Readonly<Record<string, TextBomb>> = {
  "aliases of aliases": yaml(
    () =>
      `a0: &a0 [x]\n${times(9, (n) => `a${n + 1}: &a${n + 1} [${times(9, () => `*a${n}`).join(",")}]\n`).join("")}paths: {}\n`,
  ),
  "aliases of schemas of aliases": yaml(
    (edit) =>
      `paths: {}\ncomponents:\n  schemas:\n    S0: &s0 {type: integer, maximum: ${9 - edit}}\n${times(
        12,
        (n) => `    S${n + 1}: &s${n + 1} {type: object, properties: {a: *s${n}, b: *s${n}, c: *s${n}}}\n`,
      ).join("")}`,
  ),
  "an alias within itself": yaml(() => "x: &a {b: *a}\npaths: {}\n"),
  "merge keys of merge keys": yaml(
    () =>
      `a0: &a0 {k: 1}\n${times(14, (n) => `a${n + 1}: &a${n + 1} {<<: [${times(9, () => `*a${n}`).join(",")}]}\n`).join("")}paths: {}\n`,
  ),
  "a merge key of 5,000 maps of 5,000": yaml(
    () =>
      `big: &big {${times(5_000, (n) => `k${n}: 1`).join(",")}}\n${times(5_000, (n) => `m${n}: {<<: *big}\n`).join("")}paths: {}\n`,
  ),
  "a merge key with itself in it": yaml(() => "x: &a {<<: *a, b: 1}\npaths: {}\n"),
  "50,000 anchors": yaml(() => `x:\n${times(20_000, (n) => `- &a${n} ${n}\n`).join("")}paths: {}\n`),
  "tags that would make objects": yaml(
    () =>
      "x: !!js/function 'function(){}'\ny: !!python/object/apply:os.system [id]\nz: !<tag:yaml.org,2002:java> {}\npaths: {}\n",
  ),
  "tags that have no end": yaml(() => `x: !${"a".repeat(300_000)} 1\npaths: {}\n`),
  "5,000 directives": {
    file: "a.yaml",
    make: (edit) =>
      `${times(5_000, (n) => `%TAG !a${n}! tag:example.com,${n}:\n`).join("")}---\n${head(edit)}paths: {}\n`,
  },
  "binary, sets and ordered maps": yaml(
    () => `x: !!binary |\n  ${"QUJD".repeat(100_000)}\ny: !!set {a, b}\nz: !!omap [a: 1]\npaths: {}\n`,
  ),
  "a key of 900,000 letters": yaml(() => `"${"k".repeat(900_000)}": 1\npaths: {}\n`),
  "a key that is a list of lists": yaml(() => `? ${"[".repeat(150)}${"]".repeat(150)}\n: 1\npaths: {}\n`),
  "190 levels, each twice": yaml(
    () => `x: ${"{a: ".repeat(180)}1${"}".repeat(180)}\ny: ${"[".repeat(180)}${"]".repeat(180)}\npaths: {}\n`,
  ),
  "20,000 levels": yaml(() => `x: ${"{a: [".repeat(10_000)}`),
  "a plain text over 100,000 lines": yaml(() => `x: a\n${"  b\n".repeat(100_000)}paths: {}\n`),
  "a folded text of blanks": yaml(() => `x: >-\n${"   \n".repeat(200_000)}  a\npaths: {}\n`),
  "quotes that never end": yaml(() => `x: "${"\\".repeat(399_999)}${"a ".repeat(200_000)}`),
  "500,000 comments": yaml(() => `${"#\n".repeat(400_000)}paths: {}\n`),
  "commas without values": yaml(() => `x: [${",".repeat(400_000)}]\npaths: {}\n`),
  "numbers that are long": {
    file: "a.json",
    make: (edit) =>
      `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{},"x-a":[${times(20, () => `1${"0".repeat(20_000)}${edit}`).join(",")}]}`,
  },
  "200,000 escapes": {
    file: "a.json",
    make: (edit) =>
      `{"openapi":"3.1.0","info":{"title":"${"\\u0041".repeat(150_000)}","version":"${edit}"},"paths":{}}`,
  },
  "3,000 operations": json((edit) => ({
    paths: named(
      1_500,
      (at) => ({ get: { operationId: `g${at}`, responses: answer(edit) }, post: { responses: answer(edit) } }),
      (at) => `/p${at}`,
    ),
  })),
  "templates that overlap": json((edit) => ({
    paths: named(
      600,
      () => ({ get: { responses: answer(edit) } }),
      (at) => `/{a}/x${at % 30}/{b}-{c}/${"{d}/".repeat(at % 7)}y${at}`,
    ),
  })),
  "a path of 2,000 parameters": json((edit) => ({
    paths: {
      [times(2_000, (at) => `/{p${at}}`).join("")]: {
        get: {
          parameters: times(2_000, (at) => ({
            name: `p${at}`,
            in: "path",
            required: true,
            schema: { type: "string" },
          })),
          responses: answer(edit),
        },
      },
    },
  })),
  "5,000 parameters of one query": json((edit) => ({
    paths: { "/a": { get: { parameters: times(5_000, (at) => query(at, edit)), responses: answer(edit) } } },
  })),
  "parameters without a separator": json((edit) => ({
    paths: {
      [`/${times(60, (at) => `{p${at}}`).join("")}`]: {
        get: {
          parameters: times(60, (at) => ({
            name: `p${at}`,
            in: "path",
            required: true,
            schema: { pattern: "^(a+)+$" },
          })),
          responses: answer(edit),
        },
      },
    },
  })),
  "an object in a query, deep": json((edit) => ({
    paths: {
      "/a": {
        get: {
          parameters: [
            { name: "q", in: "query", style: "deepObject", explode: true, schema: { $ref: "#/components/schemas/R" } },
          ],
          responses: answer(edit),
        },
      },
    },
    components: {
      schemas: {
        R: {
          type: "object",
          additionalProperties: { $ref: "#/components/schemas/R" },
          properties: { r: { $ref: "#/components/schemas/R" } },
        },
      },
    },
  })),
  "3,000 media types": json((edit) => ({
    paths: {
      "/a": {
        post: {
          requestBody: {
            content: named(
              3_000,
              () => ({ schema: { type: "object", maxProperties: 9 - edit } }),
              (at) => `application/x${at}+json`,
            ),
          },
          responses: answer(edit),
        },
      },
    },
  })),
  "parts of a form, 3,000 of them": json((edit) => ({
    paths: {
      "/a": {
        post: {
          requestBody: {
            content: {
              "multipart/form-data": {
                schema: {
                  type: "object",
                  properties: named(
                    3_000,
                    () => ({ type: "string", maxLength: 9 - edit }),
                    (at) => `p${at}`,
                  ),
                },
                encoding: named(
                  3_000,
                  () => ({ contentType: "text/plain", headers: { "X-A": { schema: { type: "string" } } } }),
                  (at) => `p${at}`,
                ),
              },
            },
          },
          responses: answer(edit),
        },
      },
    },
  })),
  "2,000 ways in": json((edit) => ({
    security: times(2_000, (at) =>
      named(
        3,
        () => [],
        (one) => `s${(at + one) % 300}`,
      ),
    ),
    components: {
      securitySchemes: named(
        300,
        (at) => ({ type: "apiKey", in: "header", name: `X-${at}` }),
        (at) => `s${at}`,
      ),
    },
    paths: named(
      20,
      () => ({ get: { responses: answer(edit) } }),
      (at) => `/p${at}`,
    ),
  })),
  "1,000 servers of 20 variables": json((edit) => ({
    servers: times(300, (at) => ({
      url: `https://${times(20, (one) => `{v${one}}`).join(".")}/${at}`,
      variables: named(
        20,
        () => ({ default: "a", enum: times(20, (one) => `a${one}`) }),
        (one) => `v${one}`,
      ),
    })),
    paths: { "/a": { get: { responses: answer(edit) } } },
  })),
  "a header for each of 3,000": json((edit) => ({
    paths: {
      "/a": {
        get: {
          responses: {
            "200": {
              description: "x",
              headers: named(
                3_000,
                () => ({ schema: { type: "integer", maximum: 9 - edit } }),
                (at) => `X-${at}`,
              ),
            },
          },
        },
      },
    },
  })),
  "callbacks in callbacks": json((edit) => ({
    paths: {
      "/a": {
        post: times(12, (at) => at).reduce<JsonObject>(
          (inner) => ({
            callbacks: { a: { "{$url}": { post: inner } }, b: { "{$url}": { put: inner } } },
            responses: {},
          }),
          { responses: answer(edit) },
        ),
      },
    },
  })),
};
