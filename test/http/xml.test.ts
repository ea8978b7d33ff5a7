// XML that clients send is read by the schema, and comes back as the client wants it.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { type Mock, startMock } from "./support.ts";

const BOOK = {
  type: "object",
  xml: { name: "book" },
  required: ["title"],
  properties: {
    id: { type: "integer", readOnly: true, xml: { attribute: true } },
    title: { type: "string" },
    pages: { type: "integer", maximum: 900 },
    tags: { type: "array", xml: { wrapped: true }, items: { type: "string", xml: { name: "tag" } } },
  },
};
const XML = { "application/xml": { schema: BOOK } };
const BOTH = { "application/json": { schema: BOOK }, ...XML };
const MAPS = {
  type: "object",
  xml: { name: "maps" },
  properties: { total: { type: "integer", xml: { attribute: true } }, book: { type: "array", items: BOOK } },
};
const FAULT = {
  description: "No.",
  content: {
    "application/xml": {
      schema: { type: "object", xml: { name: "fault" }, properties: { message: { type: "string" } } },
    },
  },
};
const takes = (content: JsonObject, shown: JsonObject): JsonObject => ({
  requestBody: { required: true, content },
  responses: { "201": { description: "Added.", content: shown } },
});
const DOCUMENT: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Books", version: "1" },
  paths: {
    "/books": {
      get: {
        responses: {
          "200": { description: "All.", content: { "application/json": { schema: { type: "array", items: BOOK } } } },
        },
      },
      post: takes(BOTH, BOTH),
    },
    "/books/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": { description: "One.", content: BOTH }, "404": { description: "None." } } },
      put: { ...takes(BOTH, BOTH), responses: { "200": { description: "Changed.", content: BOTH } } },
    },
    "/scrolls": { post: takes(XML, XML) },
    "/maps": {
      get: { responses: { "200": { description: "All.", content: { "application/xml": { schema: MAPS } } } } },
      post: { ...takes(XML, XML), responses: { "201": { description: "Added.", content: XML }, "400": FAULT } },
    },
    "/maps/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": { description: "One.", content: XML }, "404": FAULT } },
      put: { ...takes(XML, XML), responses: { "200": { description: "Changed.", content: XML } } },
      delete: { responses: { "204": { description: "Gone." } } },
    },
    "/checks": { post: takes(XML, { "application/json": { schema: BOOK } }) },
  },
};

let mock: Mock;
beforeAll(async () => {
  mock = await startMock(DOCUMENT);
});
afterAll(() => mock.close());

const asked = async (path: string, body: string, accept = "*/*"): Promise<readonly [number, string | null, string]> => {
  const headers = { "Content-Type": "application/xml", Accept: accept };
  const response = await fetch(mock.url + path, { method: "POST", headers, body });
  return [response.status, response.headers.get("content-type"), await response.text()];
};
const sent = `<?xml version="1.0"?><!-- b --><book><title>A &amp; <![CDATA[<B>]]>&#x21;</title><pages> 12 </pages><tags><tag>x</tag></tags></book>`;

test("an item is created from XML, and shown as JSON or as XML", async () => {
  const [status, type, text] = await asked("/books", sent);
  expect([status, type, JSON.parse(text)]).toMatchObject([
    201,
    "application/json",
    { title: "A & <B>!", pages: 12, tags: ["x"] },
  ]);
  const [, other, xml] = await asked("/books", sent, "application/xml");
  expect(other).toBe("application/xml");
  expect(xml).toMatch(
    /<book id="\d+"><title>A &amp; &lt;B&gt;!<\/title><pages>12<\/pages><tags><tag>x<\/tag><\/tags><\/book>/,
  );
});

test("an item that is XML or JSON is fetched from the store, whichever it was sent as", async () => {
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    mock.send(method, path, {
      headers: { ...headers, "X-Mock-Session": "own" },
      ...(body === undefined ? {} : { body }),
    });
  const json = { "Content-Type": "application/json" };
  const { id } = (await send("POST", "/books", json, '{"title":"Sent as JSON"}')).value as { id: number };
  expect(await send("GET", `/books/${id}`, {})).toMatchObject({ status: 200, value: { id, title: "Sent as JSON" } });
  const accepting = { Accept: "application/xml", "X-Mock-Session": "own" };
  const asXml = await (await fetch(`${mock.url}/books/${id}`, { headers: accepting })).text();
  expect(asXml).toContain("<title>Sent as JSON</title>");
  const xml = { "Content-Type": "application/xml" };
  await send("PUT", `/books/${id}`, xml, "<book><title>Sent as XML</title></book>");
  expect(await send("GET", `/books/${id}`, {})).toMatchObject({ status: 200, value: { id, title: "Sent as XML" } });
});

test("what was sent comes back where nothing else than XML is described", async () => {
  expect((await asked("/scrolls", sent))[2]).toContain("<title>A &amp; &lt;B&gt;!</title><pages>12</pages>");
});

test.each<[string, number, RegExp]>([
  ["<book><title>x</title></book>", 201, /x/],
  ["<book/>", 400, /title/],
  ["<book><title>x</title><pages>901</pages></book>", 400, /pages is 901/],
  ["<book><title>x</book>", 400, /closes book/],
  ["<book>", 400, /ends before/],
  ["<book/><book/>", 400, /more than one root/],
  ["x<book/>", 400, /outside/],
  ["<book a=1/>", 400, /is not XML at character 1/],
  ['<!DOCTYPE b [<!ENTITY a "b">]><book>&a;</book>', 400, /document type/],
  ["<a>".repeat(65) + "</a>".repeat(65), 400, /deeper than 64/],
])("%s gets %i", async (body, status, pattern) => {
  const [got, , text] = await asked("/checks", body);
  expect(got).toBe(status);
  expect(text).toMatch(pattern);
});

test("a collection whose bodies are only XML is a collection", async () => {
  const send = async (method: string, path: string, body?: string) => {
    const sending = body === undefined ? {} : { headers: { "Content-Type": "application/xml" }, body };
    const response = await fetch(mock.url + path, { method, ...sending });
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
  };
  const made = await send("POST", "/maps", "<book><title>North</title><pages>3</pages></book>");
  const id = /id="(\d+)"/.exec(made.text)?.[1] ?? "";
  expect(made.status).toBe(201);
  expect((await send("GET", `/maps/${id}`)).text).toBe(made.text);
  const all = await send("GET", "/maps");
  expect(all.type).toBe("application/xml");
  expect(all.text).toContain(`<maps total="${id}">`);
  expect(all.text).toContain("<title>North</title>");
  expect((await send("PUT", `/maps/${id}`, "<book><title>South</title></book>")).text).toContain(
    "<title>South</title>",
  );
  expect((await send("DELETE", `/maps/${id}`)).status).toBe(204);
  const gone = await send("GET", `/maps/${id}`);
  expect([gone.status, gone.type]).toEqual([404, "application/xml"]);
  expect(gone.text).toContain("<fault><message>the requested resource could not be found</message></fault>");
  expect((await send("POST", "/maps", "<book/>")).text).toContain("<message>the body must have");
});
