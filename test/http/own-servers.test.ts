// Paths and operations with servers of their own are served at the base of those too.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";

const THING = { type: "object", properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } } };
const content = { "application/json": { schema: THING } };
const says = (example: object): object => ({
  responses: { "200": { description: "Said.", content: { "application/json": { example } } } },
});

const document = {
  openapi: "3.0.3",
  info: { title: "Servers", version: "1" },
  servers: [{ url: "https://api.example.com/v1" }],
  paths: {
    "/ping": { get: says({ ping: 1 }) },
    "/files": {
      servers: [{ url: "https://files.example.com/upload" }],
      get: {
        responses: {
          "200": { description: "All.", content: { "application/json": { schema: { type: "array", items: THING } } } },
        },
      },
      post: {
        requestBody: { content },
        responses: { "201": { description: "Made.", content, headers: { Location: { schema: { type: "string" } } } } },
      },
    },
    "/files/{id}": {
      servers: [{ url: "https://files.example.com/upload" }],
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": { description: "One.", content } } },
    },
    "/special": {
      get: { ...says({ special: true }), servers: [{ url: "/{area}/", variables: { area: { default: "internal" } } }] },
      post: says({ plain: true }),
    },
  },
} as unknown as Spec;

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ spec: document });
});
afterAll(() => mock.close());

async function ask(path: string, init?: RequestInit): Promise<readonly [number, unknown]> {
  const response = await fetch(new URL(path, mock.url), init);
  return [response.status, await response.json()];
}

test.each([
  ["the document's own base", "/v1/ping", { ping: 1 }],
  ["a base of a single operation", "/internal/special", { special: true }],
  ["the usual base of an operation with its own", "/v1/special", { special: true }],
])("%s", async (_, path, body) => {
  expect(await ask(path)).toEqual([200, body]);
});

test("only the operation that has the server is at its base", async () => {
  expect((await ask("/internal/special", { method: "POST" }))[0]).toBe(405);
  expect((await ask("/v1/special", { method: "POST" }))[0]).toBe(200);
  expect((await ask("/upload/ping"))[0]).toBe(404);
});

test("what is created under one base is there under each, and Location leads to its own", async () => {
  const response = await fetch(new URL("/upload/files", mock.url), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"name":"a.txt"}',
  });
  const created = (await response.json()) as { id: number };
  expect(response.headers.get("location")).toBe(`/upload/files/${created.id}`);
  for (const base of ["/upload", "/v1"]) expect(await ask(`${base}/files/${created.id}`)).toEqual([200, created]);
});

const PING = { "/ping": { get: says({ ping: 1 }) } };
const served = (servers: object[], paths: object = PING): Promise<Mock> =>
  createMock({ spec: { openapi: "3.0.3", info: { title: "Many", version: "1" }, servers, paths } as unknown as Spec });
const statuses = async (many: Mock, paths: readonly string[]): Promise<number[]> =>
  Promise.all(paths.map(async (path) => (await fetch(new URL(path, many.url))).status));

test("every value that a variable of a server may have leads to the same paths", async () => {
  const variables = {
    env: { default: "prod", enum: ["prod", "stage"] },
    base: { default: "api", enum: ["api", "own"] },
  };
  const own = [{ url: "/{area}/", variables: { area: { default: "left", enum: ["left", "right"] } } }];
  await using many = await served([{ url: "https://{env}.example.com/{base}/v1", variables }], {
    ...PING,
    "/op": { get: { ...says({ op: 1 }), servers: own } },
  });
  expect(new URL(many.url).pathname).toBe("/api/v1");
  const paths = ["/api/v1/ping", "/own/v1/ping", "/right/op", "/own/v1/op", "/other/v1/ping", "/right/ping"];
  expect(await statuses(many, paths)).toEqual([200, 200, 200, 200, 404, 404]);
});

test("a variable without a default begins with the first of its values", async () => {
  const variables = { stage: { enum: ["public", "internal"] } };
  await using many = await served([{ url: "https://{env}.example.com/{stage}/v1", variables }]);
  expect(new URL(many.url).pathname).toBe("/public/v1");
  expect(await statuses(many, ["/public/v1/ping", "/internal/v1/ping"])).toEqual([200, 200]);
});

test("a server has no more paths than a mock can serve, and says few of them", async () => {
  const names = Array.from({ length: 80_000 }, (_, at) => `n${at}`);
  const flags = Array.from({ length: 10_000 }, (_, at) => [`f${at}`, { default: "a", enum: ["a", "b"] }] as const);
  await using many = await served([
    { url: "https://example.com/{name}/v1", variables: { name: { default: "n0", enum: names } } },
    { url: flags.map(([name]) => `/{${name}}`).join(""), variables: Object.fromEntries(flags) },
  ]);
  expect(await statuses(many, ["/n0/v1/ping", "/n1/v1/ping", "/n79999/v1/ping"])).toEqual([200, 200, 404]);
  const response = await fetch(new URL("/n79999/v1/ping", many.url));
  expect((await response.text()).length).toBeLessThan(400);
});
