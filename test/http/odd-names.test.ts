// Documents with names that HTTP cannot transmit unchanged: the mock answers what it can, and nothing breaks.
import { afterEach, describe, expect, test } from "vitest";
import { orders } from "./documents.ts";
import { type Mock, startMock } from "./support.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { textOf } from "./kinds.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

const THING = { type: "object", required: ["id"], properties: { id: { type: "integer" }, name: { type: "string" } } };

/** Things that can be listed and created, with headers and media types that the caller chooses. */
function things(changes: {
  headers?: JsonObject;
  media?: string;
  parameters?: JsonObject[];
  root?: JsonObject;
}): JsonObject {
  const { headers = {}, media = "application/json", parameters = [], root = {} } = changes;
  const list = { description: "ok", headers, content: { [media]: { schema: { type: "array", items: THING } } } };
  const made = { description: "ok", headers, content: { [media]: { schema: THING } } };
  const requestBody = { content: { "application/json": { schema: { ...THING, required: [] } } } };
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: {
      "/things": { get: { parameters, responses: { 200: list } }, post: { requestBody, responses: { 201: made } } },
      "/things/{id}": {
        get: {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          responses: { 200: made },
        },
      },
    },
    ...root,
  };
}

const NAMES = ["two words", "日本", "line\r\nbreak: x"];

describe.each(NAMES)("a name such as %j", (name) => {
  test("of a response header is left out", async () => {
    mock = await startMock(things({ headers: { [name]: { required: true, schema: { type: "string", const: "a" } } } }));
    expect((await mock.fetch(`${mock.url}/things`)).status).toBe(200);
  });

  test("of a media type is not sent", async () => {
    mock = await startMock(things({ media: `application/${name}+json` }));
    const post = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };
    expect((await mock.fetch(`${mock.url}/things`, post)).status).toBe(201);
    expect((await mock.fetch(`${mock.url}/things`)).headers.get("break")).toBeNull();
  });

  test("of a request header is not offered to a preflight", async () => {
    mock = await startMock(things({ parameters: [{ name, in: "header", schema: { type: "string" } }] }));
    const answer = await mock.fetch(`${mock.url}/things`, { method: "OPTIONS" });
    expect([answer.status, answer.headers.get("Access-Control-Allow-Headers")]).toEqual([
      204,
      "Authorization, Content-Type",
    ]);
  });

  test.each([
    ["http", { type: "http", scheme: name }],
    ["header", { type: "apiKey", in: "header", name }],
    ["query", { type: "apiKey", in: "query", name }],
  ])("of a security scheme (%s) is not a failure", async (_kind, scheme) => {
    const components = { securitySchemes: { one: scheme } };
    mock = await startMock(things({ root: { security: [{ one: [] }], components } }));
    const answer = await mock.fetch(`${mock.url}/things`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("WWW-Authenticate")).toMatch(/realm="Things"/);
    expect((await mock.fetch(`${mock.url}/things`, { method: "OPTIONS" })).status).toBe(204);
  });
});

test.each([
  ["/日本", "/%E6%97%A5%E6%9C%AC"],
  ["/a%20b", "/a%20b"],
  ["/a b", "/a%20b"],
])("a base path %s is reached, and `Location` leads back to it", async (prefix, sent) => {
  const headers = { Location: { schema: { type: "string" } } };
  mock = await startMock(things({ headers, root: { servers: [{ url: `https://x.test${prefix}` }] } }));
  const base = `http://127.0.0.1:${mock.port}`;
  const post = { method: "POST", body: "{}", headers: { "Content-Type": "application/json" } };
  const location = (await mock.fetch(`${base}${sent}/things`, post)).headers.get("Location");
  expect(location).toMatch(new RegExp(`^${sent}/things/\\d+$`));
  expect((await mock.fetch(`${base}${location}`)).status).toBe(200);
});

test("of a step with several parameters, the first takes what the others leave", async () => {
  const name = (one: string, schema: JsonObject): JsonObject => ({ name: one, in: "path", required: true, schema });
  const parameters = [name("position", { type: "string" }), name("ext", { enum: ["json", "xml"] })];
  const get = { parameters, responses: { 200: { description: "Near it." }, 400: { description: "No." } } };
  mock = await startMock(orders({ paths: { "/streets/{position}.{ext}": { get } } }));
  const asked = ["37.83,-122.27.json", "9.xml", "37.83,-122.27.csv"];
  const answers = await Promise.all(asked.map(async (one) => mock?.send("GET", `/streets/${one}`)));
  expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 400]);
});

test("an escaped path is the same as the unescaped one", async () => {
  const get = { responses: { 200: { description: "ok", content: { "application/json": { example: 1 } } } } };
  mock = await startMock(orders({ paths: { "/caf%C3%A9/{x}-%20": { get } } }));
  for (const path of ["/caf%C3%A9/1-%20", "/%63af%c3%a9/1%2D%20"]) {
    expect([path, (await mock.fetch(`${mock.url}${path}`)).status]).toEqual([path, 200]);
  }
});

test("a response that fails midway leaves no trace in the 500", async () => {
  const paths = { "/report": { get: { operationId: "report", responses: { 202: { description: "ok" } } } } };
  const errors: unknown[] = [];
  mock = await startMock(orders({ paths }), {
    handlers: { report: async () => Promise.resolve({ headers: { "X Broken": "a" } }) },
    onError: (error) => errors.push(error),
  });
  const answer = await mock.fetch(`${mock.url}/report`);
  expect([answer.status, answer.statusText, errors.length]).toEqual([500, "Internal Server Error", 1]);
});

test("things that are called by all steps of their path are found by the last of them", async () => {
  const name = { type: "string", readOnly: true, example: "projects/p1/tenants/t1" };
  const tenant = { type: "object", required: ["name"], properties: { name, title: { type: "string" } } };
  const content = { "application/json": { schema: tenant } };
  const at = (...names: string[]): JsonObject[] =>
    names.map((one) => ({ name: one, in: "path", required: true, schema: { type: "string" } }));
  const shown = { 200: { description: "ok", content } };
  mock = await startMock({
    openapi: "3.1.0",
    info: { title: "Tenants", version: "1" },
    paths: {
      "/projects/{project}/tenants": {
        post: { parameters: at("project"), requestBody: { content }, responses: shown },
      },
      "/projects/{project}/tenants/{tenant}": {
        get: { parameters: at("project", "tenant"), responses: shown },
        patch: { parameters: at("project", "tenant"), requestBody: { content }, responses: shown },
      },
    },
  });
  const headers = { "Content-Type": "application/json" };
  const send = async (method: string, path: string, sent?: JsonObject): Promise<JsonObject> => {
    const body = sent === undefined ? {} : { body: JSON.stringify(sent), headers };
    const answer = await fetch(`${mock?.url ?? ""}${path}`, { method, ...body });
    expect(answer.status).toBe(200);
    return (await answer.json()) as JsonObject;
  };
  const made = await send("POST", "/projects/p1/tenants", { title: "Ours" });
  expect(made["name"]).toMatch(/^projects\/p1\/tenants\/[^/]+$/);
  await send("PATCH", `/${textOf(made["name"])}`, { title: "Yours" });
  expect(await send("GET", `/${textOf(made["name"])}`)).toEqual({ ...made, title: "Yours" });
});
