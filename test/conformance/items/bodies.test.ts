// Bodies other than plain JSON from schemas: text, and values that only an example shows.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { sampleBody } from "../../../conformance/items/bodies/body.ts";
import { makePlan } from "../../../conformance/plan.ts";
import type { Run } from "../../../conformance/run.ts";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { createMockServer } from "../../../src/http/node/server.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { operationOf } from "../exchanges.ts";
import type { JsonObject } from "../../../src/json/value.ts";

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

/** Starts a server that answers every request in the same way. */
async function always(status: number, mediaType: string, body: string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { "Content-Type": mediaType }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const said = (run: Run, id: string): string[] =>
  run.results.filter(({ check }) => check.id === id).map(({ outcome }) => outcome.verdict);

const text = (schema: JsonObject): JsonObject => ({ description: "Text.", content: { "text/plain": { schema } } });

const VERSION: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Version", version: "1.0.0" },
  paths: {
    "/version": {
      get: {
        operationId: "version",
        responses: {
          200: text({ type: "string", maxLength: 5 }),
          default: text({ type: "string", maxLength: 9 }),
        },
      },
    },
  },
};

test("plain text is judged as text, even if it looks like a number", async () => {
  const contract = await loadContract(VERSION);
  const short = await verify(contract, { baseUrl: await always(200, "text/plain; charset=utf-8", "12.5") });
  expect(said(short, "schema.body")).toEqual(["pass"]);
  const long = await verify(contract, { baseUrl: await always(200, "text/plain", "123456") });
  expect(said(long, "schema.body")).toEqual(["fail"]);
});

test("an error in plain text is not broken JSON", async () => {
  const contract = await loadContract(VERSION);
  const right = await verify(contract, { baseUrl: await always(404, "text/plain", "not here") });
  expect(said(right, "errors.body")).toEqual(["pass"]);
  const wrong = await verify(contract, { baseUrl: await always(404, "text/plain", "it is not here at all") });
  expect(said(wrong, "errors.body")).toEqual(["fail"]);
});

const part: JsonObject = {
  type: "object",
  required: ["code", "label"],
  properties: {
    // Texts are generated from patterns, and no drawn one has five equal digits in a row.
    code: { type: "string", pattern: "^(?=.*(\\d)\\1{4})[A-Z0-9]{8}$" },
    label: { type: "string" },
    note: { type: "string" },
  },
};

const PARTS: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Parts", version: "1.0.0" },
  paths: {
    "/parts": {
      post: {
        operationId: "addPart",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: part,
              examples: {
                wrong: { value: { code: "none", label: "x" } },
                right: { value: { code: "AB11111Z", label: "A bolt", note: "of steel" } },
              },
            },
          },
        },
        responses: { 201: { description: "Added.", content: { "application/json": { schema: part } } } },
      },
    },
  },
};

test("if a pattern prevents generating a value, the first valid example of the body is used", async () => {
  const contract = await loadContract(PARTS);
  const body = sampleBody(
    makePlan(contract, inferResources(contract), "2026-01-01"),
    operationOf(contract, "addPart"),
    { text: "conformance-1" },
  );
  expect(body).toEqual({ code: "AB11111Z", label: "conformance-1" });
});

/** The body that the suite would send to create something with this schema. */
async function bodyOf(schema: JsonObject): Promise<unknown> {
  const requestBody = { required: true, content: { "application/json": { schema } } };
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    paths: { "/things": { post: { operationId: "add", requestBody, responses: { 204: { description: "Added." } } } } },
  });
  const plan = makePlan(contract, inferResources(contract), "2026-01-01");
  return sampleBody(plan, operationOf(contract, "add"), { text: "conformance-1" });
}

test.each([
  ["min_price", "max_price", { type: "integer" }],
  ["valid_from", "valid_until", { type: "string", format: "date" }],
  ["starts_at", "ends_at", { type: "string", format: "date-time" }],
])("a range from %s to %s begins before it ends", async (from, to, value) => {
  const schema = { type: "object", required: [from, to], properties: { [from]: value, [to]: value } };
  const body = (await bodyOf(schema)) as { readonly [name: string]: number | string };
  const [begin = 0, end = 0] = [from, to].map((name) => new Date(body[name] ?? "").getTime());
  expect(begin).toBeLessThan(end);
});

test("a body whose recursive lists must not be empty is finite", async () => {
  const kinds = ["And", "Or"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const leaves = Array.from({ length: 9 }, (_, index) => ({
    type: "object",
    required: ["leaf"],
    properties: { leaf: { const: `leaf ${index}` } },
  }));
  const kind = (name: string): JsonObject => ({
    type: "object",
    required: ["kind", "branches", "leaves"],
    properties: {
      kind: { enum: [name] },
      branches: { type: "array", items: { oneOf: kinds } },
      leaves: { type: "array", items: { oneOf: leaves } },
    },
  });
  const filter: JsonObject = { type: "object", required: ["where"], properties: { where: { oneOf: kinds } } };
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "Filters", version: "1.0.0" },
    paths: {
      "/filters": {
        post: {
          operationId: "addFilter",
          requestBody: { required: true, content: { "application/json": { schema: filter } } },
          responses: { 204: { description: "Added." } },
        },
      },
    },
    components: { schemas: { And: kind("and"), Or: kind("or") } },
  });
  const body = sampleBody(
    makePlan(contract, inferResources(contract), "2026-01-01"),
    operationOf(contract, "addFilter"),
    { text: "conformance-1" },
  );
  expect(body).toMatchObject({ where: { kind: "and", branches: [{ kind: "and" }] } });
});

test("if no valid body can be generated, refusing one is not a failure", async () => {
  const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
  const book: JsonObject = {
    type: "object",
    required: ["isbn"],
    properties: {
      id: { type: "integer", readOnly: true },
      isbn: { type: "string", pattern: "^[0-9](?=.*X)(?=.*5)[0-9X]{12}$" },
    },
  };
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "Books", version: "1.0.0" },
    paths: {
      "/books": {
        get: { responses: { 200: { description: "All.", ...json({ type: "array", items: book }) } } },
        post: {
          requestBody: { required: true, ...json(book) },
          responses: { 201: { description: "Made.", ...json(book) }, 422: { description: "Refused." } },
        },
      },
      "/books/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: { responses: { 200: { description: "One.", ...json(book) }, 404: { description: "None." } } },
      },
    },
  });
  const server = createMockServer(contract, inferResources(contract));
  const { url } = await server.listen({ host: "127.0.0.1", port: 0 });
  closing.push(() => void server.close());
  const run = await verify(contract, { baseUrl: url });
  const failed = run.results.filter(({ outcome }) => outcome.verdict === "fail" || outcome.verdict === "error");
  expect(failed.map(({ check }) => check.id)).toEqual([]);
});
