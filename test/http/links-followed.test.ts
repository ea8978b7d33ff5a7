// What a client follows by itself stays on the mock, whatever it is called, whatever it stands in, and wherever the
// document's servers are.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { list, number, object, text } from "./parts.ts";
import { type Mock, startMock } from "./support.ts";

const ELSEWHERE = "https://real.example";
const json = (schema: JsonObject, example?: JsonObject): JsonObject => ({
  "application/json": { schema, ...(example === undefined ? {} : { example }) },
});
const header = (example: string, more: JsonObject = {}): JsonObject => ({ schema: text, example, ...more });
const uri = { type: "string", format: "uri" };

const STATES = { status_url: "/jobs/1/status", pollUrl: "/jobs/1", "operation-link": "/op/1", MonitorUri: "/m/1" };
const FILES = { download_url: "/files/1", uploadUri: "/up/1", result_url: "/results/1", resultLocation: "/r/1" };
const PAGES = "next_page_url prev_page_url first_page_url nextLink @odata.nextLink nexthref previous_url last".split(
  " ",
);
const FOR_PEOPLE = { avatar_url: "/a.png", html_url: "/a", status_page_url: "/up", help: "/h", callbackUrl: "/hook" };

const example = {
  ...Object.fromEntries(
    [STATES, FILES, FOR_PEOPLE].flatMap((of) => Object.entries(of).map(([name, path]) => [name, ELSEWHERE + path])),
  ),
  ...Object.fromEntries(PAGES.map((name) => [name, `${ELSEWHERE}/jobs?page=2`])),
  operation: { url: `${ELSEWHERE}/op/1` },
  links: { status: `${ELSEWHERE}/jobs/1`, cancel: { href: `${ELSEWHERE}/jobs/1/cancel` }, docs: `${ELSEWHERE}/docs` },
  found: [{ url: `${ELSEWHERE}/page` }],
};

const OWN = [
  "https://eu.api.acme.example/v2/tools/1",
  "https://US.API.acme.example/v2/tools/1",
  "http://eu.api.acme.example/v2/tools/1",
  "//eu.api.acme.example/v2/tools/1",
  "https://any-tenant.acme.test:443/v2/tools/1",
  "https://files.acme.example/v2/tools/1",
  "https://one.acme.example/v2/tools/1",
];
const OTHERS = [
  "https://asia.api.acme.example/v2/tools/1",
  "https://eu.api.acme.example.evil.test/v2",
  "https://acme.test/v2/tools/1",
  "https://a.b.acme.test/v2/tools/1",
  "https://any.test/v2/tools/1",
];

const item = object(
  { id: number, photo: uri, manual: { const: "https://eu.api.acme.example/v2/manual" } },
  "id",
  "photo",
);
const tools = [
  { id: 1, photo: "https://eu.api.acme.example/v2/photos/1", manual: "https://eu.api.acme.example/v2/manual" },
];
const NAMESPACE = "https://eu.api.acme.example/v2/ns";
const XML = `<a xmlns="${NAMESPACE}" href="https://eu.api.acme.example/v2/tools/1"><m>https://eu.api.acme.example/v2/manual</m></a>`;

const document: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Followed", version: "1" },
  servers: [
    { url: "https://{region}.api.acme.example/v2", variables: { region: { default: "eu", enum: ["eu", "us"] } } },
    { url: "https://{tenant}.acme.test/v2", variables: { tenant: { default: "demo" } } },
    { url: "https://{host}.test/v2", variables: { host: { default: "demo" } } },
  ],
  paths: {
    "/jobs": {
      post: {
        "x-resource": { role: "unmodelled" },
        responses: {
          "202": {
            description: "D",
            headers: {
              "X-Status-Url": header(`${ELSEWHERE}/jobs/1`),
              "Poll-Url": header(`${ELSEWHERE}/jobs/1`, { required: true }),
              "X-Next": header(`${ELSEWHERE}/jobs?page=2`),
              "X-Progress-Link": { schema: uri, required: true },
              "X-Token": { schema: { type: "string", const: "abc" }, required: true },
              "X-Docs": header(`${ELSEWHERE}/docs`),
              "Content-Location": header(`${ELSEWHERE}/jobs/1`, { required: true }),
            },
            content: json({ type: "object" }, example),
          },
        },
      },
    },
    "/orders": {
      get: {
        responses: { "200": { description: "D", content: json(list(object({ id: number, name: text }, "id"))) } },
      },
      post: {
        requestBody: { content: json(object({ name: text })) },
        responses: {
          "202": {
            description: "D",
            headers: { "Operation-Location": header(`${ELSEWHERE}/orders/1`), Location: { schema: text } },
            content: json(object({ id: number, name: text, status_url: uri }, "id", "status_url")),
          },
        },
      },
    },
    "/orders/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: number }],
      get: { responses: { "200": { description: "D", content: json(object({ id: number, name: text }, "id")) } } },
    },
    "/addresses": {
      servers: [{ url: "https://files.acme.example/v2" }],
      get: {
        servers: [{ url: "https://one.acme.example/v2" }],
        "x-resource": { role: "unmodelled" },
        responses: { "200": { description: "D", content: json({ type: "object" }, { own: OWN, others: OTHERS }) } },
      },
    },
    "/tools": {
      get: {
        responses: {
          "200": {
            description: "D",
            content: {
              "application/json": { schema: list(item), example: tools },
              "application/xml": { schema: list(item) },
            },
          },
        },
      },
    },
    "/feed": {
      get: {
        responses: { "200": { description: "D", content: { "application/xml": { schema: text, example: XML } } } },
      },
    },
  },
};

let mock: Mock;
beforeAll(async () => void (mock = await startMock(document, { auth: false })));
afterAll(() => mock.close());

test("an address in a body that clients follow by themselves leads to the mock, whatever it is called", async () => {
  const { value } = await mock.send("POST", "/jobs");
  const origin = new URL(mock.url).origin;
  const own = `${mock.url}/jobs`;
  const named = (of: JsonObject, to: (path: string) => string): JsonObject =>
    Object.fromEntries(Object.entries(of).map(([name, path]) => [name, to(path as string)]));
  expect(value).toEqual({
    ...named(STATES, () => own),
    ...named(FILES, (path) => origin + path),
    ...named(FOR_PEOPLE, (path) => ELSEWHERE + path),
    operation: { url: own },
    links: { status: own, cancel: { href: `${origin}/jobs/1/cancel` }, docs: `${ELSEWHERE}/docs` },
    found: [{ url: `${ELSEWHERE}/page` }],
  });
});

test("so does one in a header, or it is left out", async () => {
  const { headers } = await mock.send("POST", "/jobs");
  const own = `${mock.url}/jobs`;
  const names = ["x-status-url", "poll-url", "x-next", "x-progress-link", "x-token", "x-docs", "content-location"];
  expect(names.map((name) => headers[name])).toEqual([undefined, own, undefined, own, "abc", `${ELSEWHERE}/docs`, own]);
});

test("what is accepted is polled at the thing that came of it", async () => {
  const { status, headers, value } = await mock.send("POST", "/orders", {
    body: '{"name":"Lamp"}',
    headers: { "Content-Type": "application/json" },
  });
  const { id, status_url: polled } = value as { id: number; status_url: string };
  expect([status, headers["location"], headers["operation-location"]]).toEqual([
    202,
    `/v2/orders/${id}`,
    `/v2/orders/${id}`,
  ]);
  expect(polled).toBe(`${mock.url}/orders/${id}`);
  expect((await mock.send("GET", `/orders/${id}`)).status).toBe(200);
});

test("an own server is known by any value of its variables, in any case, with and without its port", async () => {
  const { value } = await mock.send("GET", "/addresses");
  expect(value).toEqual({ own: OWN.map(() => `${mock.url}/tools/1`), others: OTHERS });
});

test("answers in other notations than JSON lead to the mock, too", async () => {
  const read = async (path: string): Promise<string> =>
    (await fetch(mock.url + path, { headers: { Accept: "application/xml" } })).text();
  const view = await read("/tools");
  expect(view).toContain(`<photo>${mock.url}/photos/1</photo>`);
  expect(view).toContain("<manual>https://eu.api.acme.example/v2/manual</manual>");
  expect(await read("/feed")).toBe(XML.replace("https://eu.api.acme.example/v2/tools", `${mock.url}/tools`));
});
