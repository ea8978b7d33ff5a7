// Where answers lead: a client that follows what it is given stays on the mock, and sees each item of a list once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createFetchHandler } from "../../src/http/fetch/handler.ts";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";
import { list, number, object, text } from "./parts.ts";
import { type Mock, contractFrom, startMock } from "./support.ts";

const SERVER = "https://api.acme.example/v2";
const uri = (example: string): JsonObject => ({ type: "string", format: "uri", example });
const header = (example: string): JsonObject => ({ schema: text, example });
const json = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({ "application/json": { schema, ...more } });
const ok = (content: JsonObject, headers: JsonObject = {}): JsonObject => ({
  "200": { description: "D", headers, content },
});

const tool = {
  ...object(
    {
      id: { ...number, readOnly: true },
      name: text,
      url: { ...uri(`${SERVER}/tools/1`), readOnly: true },
      callback: uri("https://hooks.example/1"),
      manual: { type: "string", const: `${SERVER}/manual` },
      series: { type: "string", enum: [`${SERVER}/series/a`] },
      serial: { type: "string", pattern: `^${SERVER.replaceAll(".", "\\.")}/serials/` },
      documentation: uri(`${SERVER}/docs`),
      _links: object({ self: object({ href: uri("https://old.acme.example/v1/tools/1") }) }),
    },
    ...["id", "name", "url", "manual", "series", "serial", "documentation", "_links"],
  ),
};
const LINKS = `<${SERVER}/tools?page=2>; rel="next", <${SERVER}/tools?page=50>; rel="last", <https://acme.example/terms>; rel="license", <${SERVER}/help>; rel=help`;
const size = { name: "per_page", in: "query", schema: { ...number, minimum: 1, maximum: 50, default: 5 } };
const page = { name: "page", in: "query", schema: { ...number, minimum: 1, default: 1 } };

const tools = Array.from({ length: 12 }, (_, at) => ({
  id: at + 1,
  name: `Tool ${at}`,
  url: `${SERVER}/tools/${at + 1}`,
  callback: "https://hooks.example/1",
  manual: `${SERVER}/manual`,
  series: `${SERVER}/series/a`,
  serial: `${SERVER}/serials/${at}`,
  documentation: `${SERVER}/docs`,
  _links: { self: { href: `https://old.acme.example/v1/tools/${at}` } },
}));

const document: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Links", version: "1" },
  servers: [{ url: SERVER }],
  paths: {
    "/tools": {
      get: {
        parameters: [size, page],
        responses: ok(json(list(tool), { example: tools }), {
          Link: header(LINKS),
          "X-Total-Count": header("900"),
          "X-Next-Page": { schema: { type: ["integer", "string"] }, example: 2 },
          "Content-Location": header("https://elsewhere.example/tools"),
        }),
      },
      post: {
        requestBody: { content: json(object({ name: text, callback: uri("https://hooks.example/1") }, "name")) },
        responses: {
          "201": {
            description: "D",
            headers: { Location: header(`${SERVER}/tools/1`), "Content-Location": header(`${SERVER}/tools/1`) },
            content: json(tool),
          },
        },
      },
    },
    "/tools/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: number }],
      get: {
        responses: ok(json(tool), {
          Link: header(
            `<${SERVER}/tools/1>; rel="self", <https://x.example/9>; rel="next", <https://acme.example/s>; rel="deprecation"`,
          ),
        }),
      },
    },
    "/reports/latest": {
      get: {
        "x-resource": { role: "unmodelled" },
        responses: ok(
          json(
            object({
              rows: list(object({ href: text })),
              next: text,
              has_more: { type: "boolean" },
              next_cursor: { type: ["string", "null"] },
              self: text,
              links: object({ first: text, help: text }),
            }),
            {
              example: {
                rows: [{ href: "https://x.example/rows/1" }, { href: `${SERVER}/rows/2` }, { href: "/rows/3" }],
                next: `${SERVER}/reports?page=2`,
                has_more: true,
                next_cursor: "abc",
                self: "https://x.example/self",
                links: { first: "https://x.example/first", help: "https://x.example/help" },
              },
            },
          ),
        ),
      },
    },
    "/go/out": {
      get: { responses: { "302": { description: "D", headers: { Location: header("https://partner.example/") } } } },
    },
    "/go/home": {
      get: { responses: { "302": { description: "D", headers: { Location: header(`${SERVER}/tools`) } } } },
    },
    "/jobs": {
      post: {
        responses: {
          "202": {
            description: "D",
            headers: {
              Location: header("//x.example/jobs/1"),
              "Content-Location": header("https://x.example/jobs/1"),
              Refresh: header("5; url=https://x.example/jobs/1"),
              "Operation-Location": header(`${SERVER}/jobs/1`),
              "Azure-AsyncOperation": { ...header("https://x.example/jobs/1"), required: true },
              "X-Status": header(`see ${SERVER}/jobs/1, https://status.example/1`),
              "X-Serial": {
                schema: { type: "string", pattern: `^${SERVER.replaceAll(".", "\\.")}` },
                example: `${SERVER}/1`,
              },
              Link: header(
                `</tools?page=2>; title="a, b"; rel=next, <//x.example/1>; title=x; rel="item", <https://x.example/>; rel="last next", <//help.example>; rel=help`,
              ),
            },
            content: json(
              object({ links: object({ self: text, related: text, curies: list(object({ href: text })) }) }),
              {
                example: {
                  links: {
                    self: "//x.example/jobs/1",
                    related: "https://x.example/tools/1",
                    curies: [{ href: "https://docs.example/{rel}" }],
                  },
                },
              },
            ),
          },
        },
      },
    },
    "/exports": {
      put: { responses: { "201": { description: "D", headers: { Location: header("https://x.example/exports/1") } } } },
    },
  },
};

let mock: Mock;
beforeAll(async () => void (mock = await startMock(document, { auth: false })));
afterAll(() => mock.close());
beforeEach(() => mock.reset());

const linksOf = (value: string | undefined): Record<string, string> =>
  Object.fromEntries(Array.from((value ?? "").matchAll(/<([^>]*)>; ?rel="?(\w+)"?/g), ([, to, rel]) => [rel, to]));
const items = (value: JsonValue | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

describe("a list", () => {
  test("links its pages in the header, ends, and keeps the links for people", async () => {
    const seen: JsonValue[] = [];
    for (let next: string | undefined = "/tools"; next !== undefined;) {
      const got = await mock.send("GET", next);
      const links = linksOf(got.headers["link"]);
      expect(links).toMatchObject({ license: "https://acme.example/terms", help: `${SERVER}/help` });
      seen.push(...items(got.value).map(({ id }) => id ?? null));
      next = links["next"]?.replace(mock.url, "");
      const isLast = next === undefined;
      expect([Object.keys(links).includes("next"), got.headers["x-next-page"] === undefined]).toEqual([
        !isLast,
        isLast,
      ]);
      expect([got.headers["x-total-count"], got.headers["content-location"]]).toEqual(["12", undefined]);
    }
    expect(seen).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
  });

  test("says nothing of other pages if there is only one", async () => {
    const { headers } = await mock.send("GET", "/tools?per_page=50");
    expect(Object.keys(linksOf(headers["link"]))).toEqual(["license", "help"]);
  });
});

describe("an item", () => {
  test("leads to the mock where its examples lead to the document's own servers", async () => {
    const { value } = await mock.send("GET", "/tools/3");
    const { url, documentation, _links } = value as Record<string, JsonValue>;
    expect([url, documentation]).toEqual([`${mock.url}/tools/3`, expect.stringContaining(SERVER)]);
    expect(_links).toEqual({ self: { href: `${mock.url}/tools/3` } });
  });

  test("has the same address when it is created, in a list, and fetched", async () => {
    const made = await mock.send("POST", "/tools", { body: '{"name":"Awl"}' });
    const { id, _links } = made.value as { id: number; _links: JsonValue };
    const listed = (await mock.send("GET", "/tools?per_page=50")).value as Record<string, JsonValue>[];
    const self = { self: { href: `${mock.url}/tools/${id}` } };
    expect([_links, listed.at(-1)?.["_links"]]).toEqual([self, self]);
    expect((await mock.send("GET", `/tools/${id}`)).value).toMatchObject({ _links: self });
    expect((await mock.send("GET", `/tools/${id}?since=1`)).value).toMatchObject({ _links: self });
  });

  test("keeps what the document allows no other value for", async () => {
    const { value } = await mock.send("GET", "/tools/3");
    const { manual, series, serial } = value as Record<string, JsonValue>;
    for (const one of [manual, series, serial]) expect(one).toContain(SERVER);
  });

  test("keeps an address that a client has sent, wherever it leads", async () => {
    const callback = `${SERVER}/hooks/mine`;
    const sent = { name: "Saw", callback };
    const headers = { "Content-Type": "application/json" };
    const created = await mock.send("POST", "/tools", { body: JSON.stringify(sent), headers });
    expect(created.value).toMatchObject(sent);
    expect(created.headers["location"]).toBe("/v2/tools/13");
    expect(created.headers["content-location"]).toBe("/v2/tools/13");
    expect((await mock.send("GET", "/tools/13")).value).toMatchObject(sent);
  });

  test("has no link to other pages, and keeps relations for people", async () => {
    const { headers } = await mock.send("GET", "/tools/3");
    expect(linksOf(headers["link"])).toEqual({ self: `${mock.url}/tools/3`, deprecation: "https://acme.example/s" });
  });
});

test("an example of an operation that nothing is known about leads nowhere else and promises no other page", async () => {
  const { value } = await mock.send("GET", "/reports/latest");
  expect(value).toEqual({
    rows: [{ href: `${new URL(mock.url).origin}/rows/1` }, { href: `${mock.url}/rows/2` }, { href: "/rows/3" }],
    has_more: false,
    next_cursor: null,
    self: `${mock.url}/reports/latest`,
    links: { help: "https://x.example/help" },
  });
});

test("a redirect that the document sends elsewhere stays, one to its own servers leads to the mock", async () => {
  const location = async (method: string, path: string): Promise<string | undefined> =>
    (await mock.send(method, path)).headers["location"];
  expect(await location("GET", "/go/out")).toBe("https://partner.example/");
  expect(await location("GET", "/go/home")).toBe(`${mock.url}/tools`);
  expect(await location("PUT", "/exports")).toBeUndefined();
});

test("what is accepted for later leads nowhere else, in whatever header or form it says so", async () => {
  const { status, headers, value } = await mock.send("POST", "/jobs");
  const names = "location content-location refresh operation-location azure-asyncoperation x-status x-serial link";
  expect([status, ...names.split(" ").map((name) => headers[name])]).toEqual([
    202,
    undefined,
    undefined,
    undefined,
    `${mock.url}/jobs/1`,
    `${mock.url}/jobs`,
    `see ${mock.url}/jobs/1, https://status.example/1`,
    `${SERVER}/1`,
    "<//help.example>; rel=help",
  ]);
  expect(value).toEqual({
    links: {
      self: `${mock.url}/jobs`,
      related: `${new URL(mock.url).origin}/tools/1`,
      curies: [{ href: "https://docs.example/{rel}" }],
    },
  });
});

test("behind another origin, such as that of the real service, links keep that origin", async () => {
  const handler = createFetchHandler(await contractFrom(document), { auth: false });
  const answer = await handler(new Request(`${SERVER}/tools/3`));
  expect(((await answer.json()) as JsonObject)["url"]).toBe(`${SERVER}/tools/3`);
  expect(linksOf(answer.headers.get("link") ?? "")["self"]).toBe(`${SERVER}/tools/3`);
});

test("what was created has the address of the prefix that it was sent to", async () => {
  const ship = object({ id: text, self: uri("https://old.acme.example/ships/1") }, "id", "self");
  const paths = {
    "/ships": { post: { responses: { "201": { description: "D", content: json(ship) } } } },
    "/ships/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { responses: ok(json(ship)) },
    },
  };
  const servers = [{ url: SERVER }, { url: "https://upload.acme.example/api/v2" }];
  const one = await startMock({ openapi: "3.1.0", info: { title: "Ships", version: "1" }, servers, paths });
  try {
    const above = `${new URL(one.url).origin}/api/v2/ships`;
    const made = (await (await one.fetch(above, { method: "POST" })).json()) as { id: string; self: string };
    expect(made.self).toBe(`${above}/${made.id}`);
    expect(await (await one.fetch(made.self)).json()).toEqual(made);
  } finally {
    await one.close();
  }
});
