// Documents in which every name is one that plain objects inherit. They are treated like any other name.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { createMockServer } from "../../../src/http/node/server.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { Bench, wrongWith } from "./commands.ts";

const NAMES = [
  "constructor",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "isPrototypeOf",
  "__defineGetter__",
  "__lookupSetter__",
];

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});
afterEach(() => bench.end());

const item = (name: string): object => ({
  type: "object",
  required: ["id", name],
  properties: { id: { type: "integer", readOnly: true }, [name]: { type: "string", enum: [name, "other"] } },
});

/** A valid document that uses this name wherever possible. */
function named(name: string, maximum = 100): Record<string, unknown> {
  const schema = { $ref: `#/components/schemas/${name}` };
  const content = { "application/json": { schema, examples: { [name]: { value: { id: 1, [name]: name } } } } };
  const one = {
    description: name,
    content,
    headers: { [name]: { schema: { type: "string" } } },
    links: { [name]: { operationId: name } },
  };
  const filter = { name, in: "query", schema: { type: "string", enum: [name, "other"] } };
  const limit = { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum, default: 20 } };
  const all = { description: "all", content: { "application/json": { schema: { type: "array", items: schema } } } };
  return {
    openapi: "3.1.0",
    info: { title: name, version: "1.0.0", [`x-${name}`]: name },
    servers: [{ url: `https://{${name}}.example.com/v1`, variables: { [name]: { default: name } } }],
    tags: [{ name }],
    security: [{ [name]: [] }],
    paths: {
      [`/${name}`]: {
        get: { operationId: `list-${name}`, tags: [name], parameters: [filter, limit], responses: { 200: all } },
        post: { operationId: `create-${name}`, requestBody: { required: true, content }, responses: { 201: one } },
      },
      [`/${name}/{${name}}`]: {
        parameters: [{ name, in: "path", required: true, schema: { type: "integer" } }],
        get: { operationId: name, responses: { 200: one, 404: { description: "none" } } },
        delete: { operationId: `remove-${name}`, responses: { 204: { description: "gone" } } },
      },
    },
    components: {
      schemas: { [name]: item(name) },
      securitySchemes: { [name]: { type: "apiKey", in: "header", name } },
      responses: { [name]: one },
      parameters: { [name]: filter },
    },
  };
}

describe.each(NAMES)("a document in which everything is called %s", (name) => {
  test("is read, compared and served like any other", async () => {
    const file = bench.put("named.json", JSON.stringify(named(name)));
    const before = bench.put("before.json", JSON.stringify(named(name, 200)));
    const said = await bench.all(file, before);
    expect(wrongWith(said, 20_000)).toEqual([]);
    expect([said.explain.code, said.gate.code, said.serve.code, said.serve.text]).toEqual([0, 1, 0, ""]);
    expect(said.gate.text).toContain("maximum changed from 200 to 100");
  });

  test("has a mock that passes the suite", async () => {
    const contract = await loadContract(bench.put("named.json", JSON.stringify(named(name))));
    const server = createMockServer(contract, inferResources(contract), { keys: ["right-key"] });
    const { url } = await server.listen({ host: "127.0.0.1", port: 0 });
    try {
      const { results } = await verify(contract, { baseUrl: url, key: "right-key", maxTimeMs: 20_000 });
      const bad = results.filter(
        ({ check, outcome }) => outcome.verdict === "error" || (outcome.verdict === "fail" && check.level === "must"),
      );
      expect(bad.map(({ check, outcome }) => [check.id, outcome])).toEqual([]);
    } finally {
      await server.close();
    }
  });

  /** Places that require a word from a list, which this is not. */
  const places: Readonly<Record<string, object>> = {
    "a type": { type: name },
    "a type in a list": { type: ["string", name] },
    "a format": { type: "string", format: name },
    "an integer's format": { type: "integer", format: name },
    "a keyword": { [name]: 1 },
    "a keyword with a schema": { [name]: { type: "string" } },
    "an enum": { enum: [name, { [name]: 1 }] },
    "a discriminator": {
      oneOf: [{ type: "object" }],
      discriminator: { propertyName: name, mapping: { [name]: name } },
    },
    "a required property": { type: "object", required: [name] },
    "a dependent schema": { dependentSchemas: { [name]: { required: [name] } }, dependentRequired: { [name]: [name] } },
    "a pattern in patternProperties": { patternProperties: { [name]: { type: "string" } } },
    "a reference to nowhere": { $ref: `#/components/schemas/none/${name}` },
    "a dynamic reference": { $dynamicRef: `#${name}` },
    contentMediaType: { contentMediaType: name, contentEncoding: name },
  };

  test.each(Object.keys(places))("does not crash any command in place of %s", async (place) => {
    const document = named(name);
    (document["components"] as { schemas: Record<string, unknown> }).schemas[name] = {
      ...item(name),
      properties: { id: { type: "integer" }, [name]: places[place] },
    };
    const file = bench.put("odd.json", JSON.stringify(document));
    const before = bench.put("before.json", JSON.stringify(named(name)));
    expect(wrongWith(await bench.all(file, before), 20_000)).toEqual([]);
    expect(wrongWith({ gate: await bench.compare(file, before) }, 20_000)).toEqual([]);
  });

  test.each([
    ["a method", { [name]: { responses: {} } }],
    ["a status", { get: { responses: { [name]: { description: "x" } } } }],
    [
      "a media type",
      {
        post: {
          requestBody: { content: { [name]: { schema: {} } } },
          responses: { 200: { description: "x", content: { [name]: {} } } },
        },
      },
    ],
    ["the location of a parameter", { get: { parameters: [{ name, in: name, schema: {} }], responses: {} } }],
    ["a style", { get: { parameters: [{ name, in: "query", style: name, schema: {} }], responses: {} } }],
    ["a security scheme", { get: { security: [{ none: [], [name]: [name] }], responses: {} } }],
    ["a stability level", { get: { "x-stability-level": name, "x-sunset": name, responses: {} } }],
    ["a role", { get: { "x-resource": { role: name, collection: name, identifier: name }, responses: {} } }],
    [
      "an encoding",
      {
        post: {
          requestBody: {
            content: {
              "multipart/form-data": { schema: {}, encoding: { [name]: { style: name, headers: { [name]: {} } } } },
            },
          },
          responses: {},
        },
      },
    ],
    ["a callback", { post: { callbacks: { [name]: { [name]: { [name]: {} } } }, responses: {} } }],
  ])("does not crash any command in place of %s", async (_, pathItem) => {
    const document = named(name);
    (document["paths"] as Record<string, unknown>)[`/odd`] = pathItem;
    const file = bench.put("odd.json", JSON.stringify(document));
    const before = bench.put("before.json", JSON.stringify(named(name)));
    expect(wrongWith(await bench.all(file, before), 20_000)).toEqual([]);
    expect(wrongWith({ gate: await bench.compare(file, before) }, 20_000)).toEqual([]);
  });
});

test.each(["yaml", "json"])("__proto__ as a key is refused in %s", async (kind) => {
  const text =
    kind === "json" ? '{"openapi":"3.1.0","__proto__":{"paths":{}}}' : 'openapi: 3.1.0\n"__proto__": {paths: {}}\n';
  const file = bench.put(`proto.${kind}`, text);
  for (const words of [
    ["explain", "--spec", file],
    ["lint", file],
    ["gate", file, file],
  ]) {
    const { code, text: said } = await bench.run(...words);
    expect([code, said]).toEqual([2, expect.stringMatching(/__proto__/)]);
  }
  expect(({} as Record<string, unknown>)["paths"]).toBeUndefined();
});
