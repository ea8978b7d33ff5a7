// Answers in media types other than JSON: each is what its type says, and never nothing.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createFetchHandler } from "../../src/http/fetch/handler.ts";
import { loadContract } from "../../src/contract/load.ts";
import { createMockServer } from "../../src/http/node/server.ts";
import type { JsonObject } from "../../src/json/value.ts";

const FILE = { type: "string", format: "binary" };
const ROW = {
  type: "object",
  required: ["n", "word"],
  properties: { n: { type: "integer", enum: [4] }, word: { type: "string", enum: ['a "b", c'] } },
};
const EVENT = { type: "object", required: ["tick"], properties: { tick: { type: "integer", minimum: 1 } } };
const get = (content: JsonObject, more: JsonObject = {}): JsonObject => ({
  get: { responses: { "200": { description: "As it is.", content }, ...more } },
});
const SHELF = {
  type: "object",
  xml: { name: "shelf", prefix: "s", namespace: "urn:shelf" },
  required: ["id", "label", "books", "tags", "free"],
  properties: {
    id: { type: "integer", enum: [7], xml: { attribute: true } },
    label: { type: "string", enum: ["A < B & C"] },
    books: {
      type: "array",
      xml: { name: "volumes", wrapped: true },
      minItems: 1,
      maxItems: 1,
      items: { type: "object", xml: { name: "volume" }, required: ["t"], properties: { t: { enum: ["One"] } } },
    },
    tags: { type: "array", minItems: 2, maxItems: 2, items: { type: "string", enum: ["x"] } },
    free: { type: "boolean", enum: [true] },
  },
};
const TINY = Buffer.from("R0lGODlhAQABAIAAAMDAwAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");

const DOCUMENT: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Reports (all)", version: "1" },
  paths: {
    "/xml": get({ "application/xml": { schema: SHELF } }),
    "/xml-example": get({
      "application/xml": { schema: { $ref: "#/components/schemas/Book" }, example: { t: "One" } },
    }),
    "/xml-text": get({ "application/xml": { schema: SHELF, example: "<shelf/>" } }),
    "/xml-list": get({
      "text/xml": { schema: { type: "array", minItems: 1, maxItems: 1, items: { $ref: "#/components/schemas/Book" } } },
    }),
    "/csv": get({ "text/csv": { schema: { type: "array", minItems: 2, maxItems: 2, items: ROW } } }),
    "/csv-page": get({
      "text/csv": {
        schema: {
          type: "object",
          required: ["rows"],
          properties: { rows: { type: "array", minItems: 1, maxItems: 1, items: ROW } },
        },
      },
    }),
    "/tsv": get({ "text/tab-separated-values": { schema: ROW } }),
    "/ndjson": get({ "application/x-ndjson": { schema: EVENT } }),
    "/jsonl": get({ "application/jsonl": { schema: { type: "array", minItems: 2, maxItems: 2, items: ROW } } }),
    "/seq": get({ "application/json-seq": { itemSchema: ROW } }),
    "/lines": get({ "application/x-ndjson": { schema: { type: "string" }, example: '{"n":1}\n{"n":2}\n' } }),
    "/events": get({ "text/event-stream": { schema: EVENT } }),
    "/named-events": get({
      "text/event-stream": {
        examples: { one: { value: { n: 1 } }, two: { value: { event: "end", data: "over\nout" } } },
      },
    }),
    "/event-text": get({
      "text/event-stream": { schema: { type: "string" }, example: "event: tick\ndata: 1\n\ndata: 2\n\n" },
    }),
    "/event-items": get({
      "text/event-stream": {
        itemSchema: {
          type: "object",
          required: ["event", "data"],
          properties: {
            event: { const: "tick" },
            data: { type: "string", contentMediaType: "application/json", contentSchema: ROW },
          },
        },
      },
    }),
    "/yaml": get({ "application/yaml": { schema: ROW } }),
    "/text": get({ "text/plain": { schema: { type: "integer", const: 42 } } }),
    "/png": get({ "image/png": { schema: FILE } }),
    "/any-image": get({ "image/*": { schema: FILE } }),
    "/pdf": get({ "application/pdf": {} }),
    "/svg": get({ "image/svg+xml": {} }),
    "/base64": get({
      "image/gif": { schema: { type: "string", contentEncoding: "base64" }, example: TINY.toString("base64") },
    }),
    "/quiet-events": get({ "text/event-stream": {} }),
    "/tar": get({ "application/x-tar": { schema: FILE } }),
    "/raw": get({ "application/vnd.acme.raw-stream": { schema: FILE } }),
    "/octets": get({ "application/octet-stream": { schema: FILE, example: "hello" } }),
    "/video": get({ "video/mp4": { schema: FILE } }),
    "/video-or-json": get({ "video/mp4": { schema: FILE }, "application/json": { example: { later: true } } }),
    "/beside": get({ "image/gif": { examples: { logo: { externalValue: "./logo.gif" } } } }),
    "/beside-json": get({ "application/json": { examples: { one: { externalValue: "one.json" } } } }),
    "/outside": get({ "text/csv": { examples: { one: { externalValue: "../outside.csv" } } } }),
    "/undescribed": get({ "application/xml": {} }),
  },
  components: { schemas: { Book: { type: "object", required: ["t"], properties: { t: { const: "One" } } } } },
};

let folder = "";
let url = "";
let close: () => Promise<void>;
let handler: ReturnType<typeof createFetchHandler>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "animal-store-media-"));
  writeFileSync(join(folder, "api.json"), JSON.stringify(DOCUMENT));
  writeFileSync(join(folder, "logo.gif"), TINY);
  writeFileSync(join(folder, "one.json"), '{"from":"a file"}');
  const contract = await loadContract(join(folder, "api.json"));
  const server = createMockServer(contract);
  ({ url } = await server.listen());
  close = () => server.close();
  handler = createFetchHandler(contract);
});
afterAll(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

/** What a client gets; the fetch handler answers with the same bytes. */
async function got(path: string, headers: Record<string, string> = {}): Promise<readonly [number, string, Buffer]> {
  const [first, second] = await Promise.all([
    fetch(url + path, { headers }),
    handler(new Request(url + path, { headers })),
  ]);
  const bytes = Buffer.from(await first.arrayBuffer());
  expect(second.status).toBe(first.status);
  expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true);
  return [first.status, first.headers.get("content-type") ?? "", bytes];
}

const book = "<Book><t>One</t></Book>";
const shelf =
  '<s:shelf xmlns:s="urn:shelf" id="7"><label>A &lt; B &amp; C</label><volumes><volume><t>One</t></volume></volumes>' +
  "<tags>x</tags><tags>x</tags><free>true</free></s:shelf>";
const xml = (text: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
const row = '4,"a ""b"", c"\r\n';
const line = '{"n":4,"word":"a \\"b\\", c"}\n';

test.each<[string, string, string]>([
  ["/xml", "application/xml", xml(shelf)],
  ["/xml-example", "application/xml", xml(book)],
  ["/xml-text", "application/xml", "<shelf/>"],
  ["/xml-list", "text/xml", xml(`<root>${book}</root>`)],
  ["/csv", "text/csv", `n,word\r\n${row}${row}`],
  ["/csv-page", "text/csv", `n,word\r\n${row}`],
  ["/tsv", "text/tab-separated-values", 'n\tword\r\n4\t"a ""b"", c"\r\n'],
  ["/jsonl", "application/jsonl", line + line],
  ["/seq", "application/json-seq", `\u001e${line}`.repeat(3)],
  ["/lines", "application/x-ndjson", '{"n":1}\n{"n":2}\n'],
  ["/named-events", "text/event-stream", 'data: {"n":1}\n\nevent: end\ndata: over\ndata: out\n\n'],
  ["/quiet-events", "text/event-stream", ":\n\n"],
  ["/event-text", "text/event-stream", "event: tick\ndata: 1\n\ndata: 2\n\n"],
  ["/event-items", "text/event-stream", `event: tick\ndata: ${line}\n`.repeat(3)],
  ["/yaml", "application/yaml", '"n": 4\nword: "a \\"b\\", c"\n'],
  ["/text", "text/plain", "42"],
  ["/octets", "application/octet-stream", "hello"],
  ["/base64", "image/gif", TINY.toString("latin1")],
  ["/beside", "image/gif", TINY.toString("latin1")],
  ["/beside-json", "application/json", '{"from":"a file"}'],
  ["/video-or-json", "application/json", '{"later":true}'],
])("%s is %s", async (path, type, text) => {
  const [status, seen, bytes] = await got(path);
  expect([status, seen, bytes.toString("latin1")]).toEqual([200, type, text]);
});

test("values of a stream differ", async () => {
  const [, , lines] = await got("/ndjson");
  const [, , events] = await got("/events");
  const ticks = lines
    .toString()
    .trim()
    .split("\n")
    .map((one) => (JSON.parse(one) as { tick: number }).tick);
  expect([ticks.length, new Set(ticks).size]).toEqual([3, 3]);
  expect(new Set(events.toString().match(/(?<=^data: )\{"tick":\d+\}(?=\n\n)/gm)).size).toBe(3);
});

test.each([
  ["/png", "image/png", /^\x89PNG\r\n.*IEND/s],
  ["/any-image", "image/png", /^\x89PNG/],
  ["/pdf", "application/pdf", /^%PDF-1\.4\n.*\(Reports \\\(all\\\)\).*%%EOF\n$/s],
  ["/tar", "application/x-tar", /^\0{10240}$/],
  ["/raw", "application/vnd.acme.raw-stream", /^Reports \(all\)\n$/],
  ["/svg", "image/svg+xml", /^<svg .*<\/svg>\n$/],
])("%s is a small valid file: %s", async (path, type, pattern) => {
  const [status, seen, bytes] = await got(path);
  expect([status, seen]).toEqual([200, type]);
  expect(bytes.toString("latin1")).toMatch(pattern);
});

test.each([
  ["/video", "the document has no example of video/mp4, and no file of that type can be made up"],
  ["/undescribed", "the document has neither an example nor a schema of application/xml"],
  ["/outside", "the example of text/csv is in a file that is not below the document's folder, or cannot be read"],
])("%s cannot be made, and says why", async (path, why) => {
  const [status, , bytes] = await got(path);
  expect([status, bytes.toString()]).toEqual([501, expect.stringContaining(why)]);
});

test("a client that takes something else gets it", async () => {
  expect((await got("/video-or-json", { Accept: "video/mp4, */*;q=0.1" }))[1]).toBe("application/json");
});

test("each cookie is a line of its own, and a tag is quoted", async () => {
  const cookie = (example: unknown): JsonObject => ({ headers: { "Set-Cookie": example as JsonObject } });
  const schema = { type: "string" };
  const several = { schema, examples: { one: { value: "a=1; Path=/" }, two: { value: "b=2" } } };
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "Heads", version: "1" },
    paths: {
      "/list": {
        get: {
          responses: {
            "204": {
              description: "D",
              ...cookie({ schema: { type: "array", items: schema }, example: ["a=1", "b=2"] }),
            },
          },
        },
      },
      "/named": { get: { responses: { "204": { description: "D", ...cookie(several) } } } },
      "/tag": { get: { responses: { "204": { description: "D", headers: { ETag: { required: true, schema } } } } } },
    },
  });
  const handler = createFetchHandler(contract);
  const headers = async (path: string): Promise<Headers> => (await handler(new Request(`http://h${path}`))).headers;
  expect((await headers("/list")).getSetCookie()).toEqual(["a=1", "b=2"]);
  expect((await headers("/named")).getSetCookie()).toEqual(["a=1; Path=/", "b=2"]);
  expect((await headers("/tag")).get("etag")).toMatch(/^"[0-9a-f]+"$/);
});

test("a body may be of any type with the suffix that a description names", async () => {
  const taken = { "text/json": { schema: { type: "object" } }, "application/*+json": { schema: { type: "object" } } };
  const put = { requestBody: { content: taken }, responses: { "204": { description: "Set." } } };
  const document = { openapi: "3.0.4", info: { title: "Settings", version: "1" }, paths: { "/settings": { put } } };
  const handler = createFetchHandler(await loadContract(document));
  const send = async (type: string): Promise<number> => {
    const headers = { "Content-Type": type };
    return (await handler(new Request("http://localhost/settings", { method: "PUT", headers, body: "{}" }))).status;
  };
  const types = ["application/merge-patch+json", "application/*+json", "application/vnd.x+xml", "text/vnd.x+json"];
  expect(await Promise.all(types.map(send))).toEqual([204, 204, 415, 415]);
});
