// Documents of kinds that others write: nobody who keeps them is accused.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { verify } from "../../conformance/verify.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { contractOf, documentOfValue } from "../../src/contract/load.ts";
import type { Contract } from "../../src/contract/model.ts";
import { DEFAULT_KEY, createMockServer } from "../../src/http/server.ts";
import { inferResources } from "../../src/resource/infer.ts";

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

/** The ids of the checks that have something against a server. */
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

const id = { type: "integer", format: "int64", readOnly: true };

it("a property that is only written is not missed in answers", async () => {
  const secret = { type: "string", writeOnly: true };
  const properties = { id, name: { type: "string" }, secret };
  expect(await againstMock(store({ type: "object", required: ["name", "secret"], properties }))).toEqual([]);
});

it("a property that is required and not described is sent", async () => {
  const properties = { id, name: { type: "string" } };
  expect(await againstMock(store({ type: "object", required: ["name", "colour"], properties }))).toEqual([]);
});

it("an item that the run only guesses need not be there", async () => {
  const properties = { id: { type: "string", format: "uuid" }, name: { type: "string" } };
  const parts = store({ type: "object", properties }) as { paths: JsonObject };
  const path = { ...idParameter, schema: { type: "string", format: "uuid" } };
  expect(
    await againstMock({ ...parts, paths: { "/things/{id}": { get: { ...fetchOne, parameters: [path] } } } }),
  ).toEqual([]);
});

it("the key to another way in is no near miss", async () => {
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

it("a scheme that takes more than a key is not judged by one", async () => {
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

it("a schema that leads back to itself says nothing of a body, and that is no pass", async () => {
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
