// Documents as others write them, with conforming servers: there are no false alarms.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import type { Run } from "../../conformance/run.ts";
import { verify } from "../../conformance/verify.ts";
import { failedIds } from "./side-by-side.ts";
import { contractOf, documentOfValue } from "../../src/contract/load.ts";
import type { Contract } from "../../src/contract/model.ts";
import { DEFAULT_KEY, createMockServer } from "../../src/http/node/server.ts";
import { inferResources } from "../../src/resource/infer.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { IN_PROOF, shareOf } from "../share.ts";

const thing = { $ref: "#/components/schemas/Thing" };
const json = (schema: JsonObject): JsonObject => ({ description: "fine", content: { "application/json": { schema } } });
const idParameter = { name: "id", in: "path", required: true, schema: { type: "integer", format: "int64" } };

const list = { responses: { "200": json({ type: "array", items: thing }) } };
const create = {
  requestBody: { required: true, content: { "application/json": { schema: thing } } },
  responses: { "201": json(thing), "400": { description: "wrong" }, "401": { description: "unknown" } },
};
const fetchOne = {
  parameters: [idParameter],
  responses: { "200": json(thing), "404": { description: "none" }, "401": { description: "unknown" } },
};

const store = (schema: JsonObject): JsonObject => ({
  paths: { "/things": { get: list, post: create }, "/things/{id}": { get: fetchOne } },
  components: { schemas: { Thing: schema } },
});

async function contractFrom(parts: JsonObject): Promise<Contract> {
  return contractOf(await documentOfValue({ openapi: "3.0.3", info: { title: "T", version: "1" }, ...parts }));
}

/** The ids of the checks that fail for a server. */
async function against(contract: Contract, baseUrl: string): Promise<string[]> {
  const { results } = await verify(contract, { baseUrl, key: DEFAULT_KEY });
  const bad = results.filter(({ outcome }) => outcome.verdict === "fail" || outcome.verdict === "error");
  return [...new Set(bad.map(({ check }) => check.id))];
}

async function againstMock(parts: JsonObject): Promise<string[]> {
  const contract = await contractFrom(parts);
  const server = createMockServer(contract, inferResources(contract));
  const { url } = await server.listen();
  try {
    return await against(contract, url);
  } finally {
    await server.close();
  }
}

/** A run against a server that answers everything with one status, and nothing else. */
async function alwaysAnswering(contract: Contract, status: number): Promise<Run> {
  const server = createServer((_, response) => response.writeHead(status).end());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return await verify(contract, { baseUrl, key: DEFAULT_KEY });
  } finally {
    server.close();
  }
}

/** Our mock with the objects in its creations changed. */
async function changing(
  contract: Contract,
  change: (value: Record<string, unknown>) => unknown,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const mock = createMockServer(contract, inferResources(contract));
  const { url } = await mock.listen();
  const front = createServer((incoming, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const method = incoming.method ?? "GET";
      const headers = { "content-type": incoming.headers["content-type"] ?? "application/json" };
      const body = Buffer.concat(chunks);
      const answer = await fetch(url + (incoming.url ?? ""), { method, headers, ...(body.length > 0 ? { body } : {}) });
      const text = await answer.text();
      const isMade = answer.status === 201;
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "text/plain" });
      response.end(isMade ? JSON.stringify(change(JSON.parse(text) as Record<string, unknown>)) : text);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((done) => front.listen(0, "127.0.0.1", done));
  const close = async (): Promise<void> => {
    front.close();
    await mock.close();
  };
  return { url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`, close };
}

const id = { type: "integer", format: "int64", readOnly: true };

it("a writeOnly property is not expected in responses", async () => {
  const secret = { type: "string", writeOnly: true };
  const properties = { id, name: { type: "string" }, secret };
  expect(await againstMock(store({ type: "object", required: ["name", "secret"], properties }))).toEqual([]);
});

it("a property that is required and not described is sent", async () => {
  const properties = { id, name: { type: "string" } };
  expect(await againstMock(store({ type: "object", required: ["name", "colour"], properties }))).toEqual([]);
});

it("an item whose identifier is a guess need not exist", async () => {
  const properties = { id: { type: "string", format: "uuid" }, name: { type: "string" } };
  const parts = store({ type: "object", properties }) as { paths: JsonObject };
  const path = { ...idParameter, schema: { type: "string", format: "uuid" } };
  expect(
    await againstMock({ ...parts, paths: { "/things/{id}": { get: { ...fetchOne, parameters: [path] } } } }),
  ).toEqual([]);
});

it("the key of another scheme is not a near miss", async () => {
  const securitySchemes = {
    bearer: { type: "http", scheme: "bearer" },
    basic: { type: "http", scheme: "basic" },
    query: { type: "apiKey", in: "query", name: "api_key" },
    header: { type: "apiKey", in: "header", name: "X-API-Key" },
  };
  const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
  const { paths, components } = store({ type: "object", properties: { id, name: { type: "string" } } }) as {
    paths: JsonObject;
    components: JsonObject;
  };
  expect(await againstMock({ paths, components: { ...components, securitySchemes }, security })).toEqual([]);
});

it("a key that is required next to another scheme is not sent in another case", async () => {
  const securitySchemes = {
    bearer: { type: "http", scheme: "bearer" },
    header: { type: "apiKey", in: "header", name: "X-API-Key" },
  };
  const { paths, components } = store({ type: "object", properties: { id, name: { type: "string" } } }) as {
    paths: JsonObject;
    components: JsonObject;
  };
  const security = [{ bearer: [], header: [] }];
  expect(await againstMock({ paths, components: { ...components, securitySchemes }, security })).toEqual([]);
});

it("a scheme that needs more than a key is not tested with one", async () => {
  const securitySchemes = { digest: { type: "http", scheme: "digest" } };
  const refused = { "200": json({ type: "object" }), "401": { description: "unknown" } };
  const paths = { "/report": { get: { security: [{ digest: [] }], responses: refused } } };
  const contract = await contractFrom({ paths, components: { securitySchemes } });
  const server = createServer((request, response) => {
    const known = request.url === "/report";
    response.writeHead(known ? 401 : 404, { "WWW-Authenticate": 'Digest realm="r", nonce="n"' }).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const found = await against(contract, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.closeAllConnections();
  server.close();
  expect(found.filter((check) => check.startsWith("auth."))).toEqual([]);
});

it("a body is not judged by a schema that refers back to itself", async () => {
  const contract = await contractFrom({
    paths: { "/odd": { get: { responses: { "200": json({ $ref: "#/components/schemas/Odd" }) } } } },
    components: { schemas: { Odd: { allOf: [{ type: "integer" }, { not: { $ref: "#/components/schemas/Odd" } }] } } },
  });
  const server = createServer((_, response) => response.setHeader("Content-Type", "application/json").end("7"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { results } = await verify(contract, { baseUrl, key: DEFAULT_KEY });
    expect(results.find(({ check }) => check.id === "schema.body")?.outcome).toEqual({
      verdict: "inconclusive",
      why: expect.stringMatching(/^the schema of the body leads back to itself .*\/paths\/~1odd/) as unknown,
      needs: expect.stringContaining("animal-store lint") as unknown,
    });
  } finally {
    server.close();
  }
});

describe("a response that shows a part of the item", () => {
  const name = { type: "string" };
  const whole = { type: "object", properties: { id, name, note: name } };
  const only = (...names: readonly string[]): JsonObject => ({
    type: "object",
    properties: Object.fromEntries(names.map((one) => [one, whole.properties[one as keyof typeof whole.properties]])),
  });
  const body = { type: "object", required: ["name"], properties: { name, note: name } };
  const listOf = (items: JsonObject): JsonObject => ({ responses: { "200": json({ type: "array", items }) } });
  const post = (answer: JsonObject): JsonObject => ({
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: { "201": json(answer) },
  });
  const get = { parameters: [idParameter], responses: { "200": json(whole) } };
  const paths = (collection: JsonObject): JsonObject => ({
    paths: { "/parts": collection, "/parts/{id}": { get } },
  });

  const SHOWN: [what: string, collection: JsonObject][] = [
    ["both, with different properties", { post: post(only("id", "note")), get: listOf(only("id", "name")) }],
    ["a creation that shows some properties", { post: post(only("id", "note")), get: listOf(whole) }],
    ["a list that shows some properties", { post: post(whole), get: listOf(only("id", "name")) }],
    ["a creation that shows the identifier alone", { post: post(only("id")) }],
  ];
  it.each(shareOf(SHOWN, 3))("need not show the rest: %s", async (_, collection) => {
    expect(await againstMock(paths(collection))).toEqual([]);
  });

  it.runIf(IN_PROOF)("is still judged by what it shows", async () => {
    const contract = await contractFrom(paths({ post: post(only("id", "note")) }));
    const store = await changing(contract, (value) => ("note" in value ? { ...value, note: "of its own" } : value));
    try {
      expect(await against(contract, store.url)).toContain("create.answers-as-sent");
    } finally {
      await store.close();
    }
  });
});

describe("an item that may not exist", () => {
  const parameters = [
    { ...idParameter, example: 4711 },
    { name: "market", in: "query", schema: { type: "string", enum: ["ES", "DE"] } },
    { name: "depth", in: "query", schema: { type: "integer", maximum: 5 } },
  ];
  const responses = { "200": json(thing), "400": { description: "wrong" }, "404": { description: "none" } };
  const schema = { type: "object", properties: { id, name: { type: "string" } } };

  it.each(["/albums/{id}", "/shops/{shop}/albums/{id}"])("need not exist for a parameter: %s", async (path) => {
    const shop = { name: "shop", in: "path", required: true, schema: { type: "string" } };
    const own = path.includes("{shop}") ? [shop, ...parameters] : parameters;
    const contract = await contractFrom({
      paths: { [path]: { get: { parameters: own, responses } } },
      components: { schemas: { Thing: schema } },
    });
    expect(failedIds(await alwaysAnswering(contract, 404))).toEqual([]);
  });
});

describe("the unknown path that the suite requests", () => {
  const answer = { responses: { "200": json({ type: "object", properties: { up: { type: "boolean" } } }) } };
  const at = (...names: readonly string[]): JsonObject => ({
    parameters: names.map((name) => ({ name, in: "path", required: true, schema: { type: "integer", maximum: 3 } })),
    get: answer,
  });

  it.each<[string, JsonObject]>([
    ["one template below an operation", { "/board": { get: answer }, "/board/{row}/{column}": at("row", "column") }],
    ["templates at the top", { "/{a}": at("a"), "/{a}/{b}": at("a", "b"), "/{a}/{b}/{c}": at("a", "b", "c") }],
    ["a template as long as the path", { "/x": { get: answer }, "/{a}/{b}/no-such-path": at("a", "b") }],
  ])("does not match any template: %s", async (_, paths) => {
    const contract = await contractFrom({ paths });
    const { results } = await alwaysAnswering(contract, 404);
    const templates = contract.operations.map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`));
    const asked = results
      .filter(({ check }) => check.id === "protocol.unknown-path")
      .flatMap(({ evidence }) => evidence);
    expect(asked).toHaveLength(2);
    const pathnames = asked.map(({ request }) => new URL(request.url).pathname);
    expect(pathnames.filter((path) => templates.some((template) => template.test(path)))).toEqual([]);
  });
});

describe("a path with a fragment", () => {
  const post = (name: string): JsonObject => ({
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { type: "object", required: [name], properties: { [name]: { type: "string" } } },
        },
      },
    },
    responses: { "200": json({ type: "object", properties: { [name]: { type: "string" } } }) },
  });

  it("is not requested, and the report says so", async () => {
    const contract = await contractFrom({
      paths: {
        "/drafts#fast": { post: post("scope") },
        "/drafts": { post: post("title") },
        "/drafts#slow/{id}": { get: fetchOne },
      },
      components: { schemas: { Thing: { type: "object", properties: { id } } } },
    });
    const server = createMockServer(contract, inferResources(contract));
    const { url } = await server.listen();
    try {
      const { results, session } = await verify(contract, { baseUrl: url, key: DEFAULT_KEY });
      expect(results.filter(({ subject }) => subject.operation.path.includes("#"))).toEqual([]);
      expect(results.filter(({ outcome }) => outcome.verdict === "fail")).toEqual([]);
      expect(session.plan.unrecognised.map(({ message }) => message)).toEqual([
        "POST /drafts#fast cannot be requested: what follows the # in a URL is not sent",
        "GET /drafts#slow/{id} cannot be requested: what follows the # in a URL is not sent",
      ]);
    } finally {
      await server.close();
    }
  });
});

describe("an operation without a described success", () => {
  it.each<[string, JsonObject]>([
    ["a default response alone", { responses: { default: { description: "whatever" } } }],
    ["refusals alone", { responses: { "400": { description: "wrong" } } }],
    ["nothing", {}],
  ])("may be answered 501: %s", async (_, get) => {
    const contract = await contractFrom({ paths: { "/users": { get } } });
    expect(failedIds(await alwaysAnswering(contract, 501))).not.toContain("status.no-server-error");
  });

  it("must not answer 501 if it describes one", async () => {
    const contract = await contractFrom({
      paths: { "/users": { get: { responses: { "200": { description: "fine" } } } } },
    });
    expect(failedIds(await alwaysAnswering(contract, 501))).toContain("status.no-server-error");
  });
});

describe("a list that must be told where it begins", () => {
  const named = { type: "object", required: ["id"], properties: { id: { type: "integer" }, name: { type: "string" } } };
  const asked = (name: string, schema: JsonObject): JsonObject => ({ name, in: "query", required: true, schema });
  const envelope = (total: string): JsonObject => ({
    type: "object",
    required: ["items", total],
    properties: { items: { type: "array", items: thing }, [total]: { type: "integer" } },
  });

  it.each<[string, JsonObject[]]>([
    [
      "by how many items are passed",
      [asked("count", { type: "integer", maximum: 500 }), asked("offset", { type: "integer" })],
    ],
    ["by a page, with an example far behind its end", [asked("page", { type: "integer", example: 15 })]],
  ])("is asked for from its beginning: %s", async (_, parameters) => {
    const lists = { ...list, parameters, responses: { "200": json(envelope("TotalCount")) } };
    const paths = { "/things": { get: lists, post: create }, "/things/{id}": { get: fetchOne } };
    expect(await againstMock({ paths, components: { schemas: { Thing: named } } })).toEqual([]);
  });
});

describe("a replacement", () => {
  it("may set the time of the change itself, whatever time a client sends", async () => {
    const lastModified = { type: "string", format: "date-time", nullable: true };
    const schema = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" }, lastModified } };
    const { parameters } = fetchOne;
    const put = { parameters, requestBody: create.requestBody, responses: { "200": json(thing) } };
    const paths = { "/things": { get: list, post: create }, "/things/{id}": { get: fetchOne, put } };
    expect(await againstMock({ paths, components: { schemas: { Thing: schema } } })).toEqual([]);
  });
});

describe("a deletion", () => {
  it("may be answered with a text, which is no item", async () => {
    const schema = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
    const { parameters } = fetchOne;
    const remove = { parameters, responses: { "200": json({ type: "string" }) } };
    const paths = { "/things": { get: list, post: create }, "/things/{id}": { get: fetchOne, delete: remove } };
    expect(await againstMock({ paths, components: { schemas: { Thing: schema } } })).toEqual([]);
  });
});

describe("an answer", () => {
  it("may be a redirect, where no other success is described", async () => {
    const parameters = [{ name: "max_age", in: "query", schema: { type: "integer", default: 0 } }];
    const login = { parameters, responses: { "302": { description: "Back to the page that asked." } } };
    const paths = {
      "/things": { get: list, post: create },
      "/things/{id}": { get: fetchOne },
      "/login": { get: login },
    };
    const schema = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
    expect(await againstMock({ paths, components: { schemas: { Thing: schema } } })).toEqual([]);
  });

  it("may be about an item that the run has changed under a path with an ending", async () => {
    const { parameters } = fetchOne;
    const put = { parameters, requestBody: create.requestBody, responses: { "200": json(thing) } };
    const paths = { "/things.json": { get: list, post: create }, "/things/{id}.json": { get: fetchOne, put } };
    const schema = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
    expect(await againstMock({ paths, components: { schemas: { Thing: schema } } })).toEqual([]);
  });

  it("may write an identifier as a text where others write a number", async () => {
    const schema = { type: "object", properties: { thingKey: { type: "integer" }, name: { type: "string" } } };
    const created = { type: "object", required: ["thingKey"], properties: { thingKey: { type: "string" } } };
    const parameters = [{ ...idParameter, name: "thingKey" }];
    const put = { parameters, requestBody: create.requestBody, responses: { "200": json(thing) } };
    const paths = {
      "/things": { get: list, post: { ...create, responses: { ...create.responses, "201": json(created) } } },
      "/things/{thingKey}": { get: { ...fetchOne, parameters }, put },
    };
    expect(await againstMock({ paths, components: { schemas: { Thing: schema } } })).toEqual([]);
  });

  it("may be about an item that is sent as a part of a form, beside a file", async () => {
    const schema = { type: "object", properties: { key: { type: "string" }, title: { type: "string" } } };
    const form = {
      type: "object",
      required: ["cover", "thing"],
      properties: { cover: { type: "string", format: "binary" }, thing },
    };
    const parameters = [{ name: "thingKey", in: "path", required: true, schema: { type: "string" } }];
    const put = {
      parameters,
      requestBody: { content: { "multipart/form-data": { schema: form } } },
      responses: { "200": json(thing) },
    };
    const paths = {
      "/things": { get: list },
      "/things/create": { post: { requestBody: put.requestBody, responses: { "200": json(thing) } } },
      "/things/{thingKey}": { get: { ...fetchOne, parameters }, put },
    };
    expect(await againstMock({ paths, components: { schemas: { Thing: schema } } })).toEqual([]);
  });

  it("may have a path parameter whose first listed value is empty", async () => {
    const dataset = { name: "dataset", in: "path", required: true, schema: { type: "string", enum: ["", "full"] } };
    const responses = { "200": json({ type: "object" }), "401": { description: "unknown" } };
    const paths = { "/companies/{id}/{dataset}": { get: { parameters: [idParameter, dataset], responses } } };
    const key = { type: "apiKey", in: "header", name: "X-Key" };
    expect(await againstMock({ paths, security: [{ key: [] }], components: { securitySchemes: { key } } })).toEqual([]);
  });

  it("may keep what is set to null, where no type says that it may be null", async () => {
    const name = { required: ["family"], properties: { family: { type: "string" } } };
    const schema = {
      required: ["id", "name"],
      properties: { id: { type: "integer" }, note: { type: "string" }, name },
    };
    const sent = { "application/json": { schema: { properties: { note: { type: "string" }, name } } } };
    const patch = { parameters: [idParameter], requestBody: { content: sent }, responses: { "200": json(thing) } };
    const post = { ...create, requestBody: { content: sent } };
    const paths = { "/things": { get: list, post }, "/things/{id}": { get: fetchOne, patch } };
    expect(await againstMock({ paths, components: { schemas: { Thing: schema } } })).toEqual([]);
  });

  it("may show a secret once, and its end from then on", async () => {
    const schema = {
      type: "object",
      properties: { id: { type: "integer" }, name: { type: "string" }, token: { type: "string", example: "3243" } },
    };
    const sent = { "application/json": { schema: { type: "object", properties: { name: { type: "string" } } } } };
    const post = { ...create, requestBody: { content: sent } };
    const paths = { "/tokens": { get: list, post }, "/tokens/{id}": { get: fetchOne } };
    const key = { type: "apiKey", in: "header", name: "X-Key" };
    const components = { schemas: { Thing: schema }, securitySchemes: { key } };
    expect(await againstMock({ paths, security: [{ key: [] }], components })).toEqual([]);
  });

  it("may be the copy that an action makes", async () => {
    const schema = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
    const copy = { parameters: [idParameter], responses: { "201": json(thing), "404": { description: "none" } } };
    const paths = {
      "/things": { get: list, post: create },
      "/things/{id}": { get: fetchOne },
      "/things/{id}/copy": { post: copy },
    };
    expect(await againstMock({ paths, components: { schemas: { Thing: schema } } })).toEqual([]);
  });
});
