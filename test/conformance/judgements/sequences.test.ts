// A sequence is judged item by item, by `itemSchema` (OpenAPI 3.2).
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { contractOf, documentOfValue } from "../../../src/contract/load.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { createMock } from "../../../src/library/create-mock.ts";
import type { OpenApiDocument } from "../../../src/library/contracts.ts";
import { complaints, judge } from "../side-by-side.ts";

const reading: JsonObject = { type: "object", required: ["value"], properties: { value: { type: "integer" } } };
const event: JsonObject = {
  type: "object",
  required: ["data"],
  properties: { data: { type: "string" }, event: { type: "string", enum: ["tick"] }, retry: { type: "integer" } },
};
const carrying: JsonObject = {
  type: "object",
  required: ["data"],
  properties: { data: { type: "string", contentMediaType: "application/json", contentSchema: reading } },
};
const streaming = (media: string, described: JsonObject): JsonObject => ({
  openapi: "3.2.0",
  info: { title: "Streams", version: "1" },
  paths: { "/stream": { get: { responses: { "200": { description: "ok", content: { [media]: described } } } } } },
});

/** What the suite says about a service that sends a text. */
async function said(media: string, described: JsonObject, text: string): Promise<string[]> {
  const server = createServer((_, res) => res.writeHead(200, { "Content-Type": media }).end(text));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async (): Promise<void> => void (await new Promise((done) => server.close(done)));
  const contract = contractOf(await documentOfValue(streaming(media.split(";", 1)[0] ?? "", described)));
  const run = await judge(contract, { url, key: "k", close });
  const lines = complaints(run).filter((line) => line.startsWith("fail schema."));
  return lines.map((line) => line.replace(/ on .*?: expected .*?, seen/, ":"));
}

describe("each item must match itemSchema", () => {
  test.each([
    ["application/jsonl", reading, '{"value":1}\n{"value":2}\n', []],
    ["application/jsonl", reading, '{"value":1}\n{"value":"2"}\n', [/schema\.body: item 1: .*value.*integer/]],
    ["application/x-ndjson", reading, '{"value":1}\n{"value":\n', [/schema\.body: item 1, as JSON, /]],
    ["application/json-seq", reading, '\u001e{"value":1}\n\u001e{}\n', [/schema\.body: item 1: .*value/]],
    ["text/event-stream", event, ": hello\n\nevent: tick\ndata: 1\ndata: 2\n\nretry: 5\ndata: x\n\n", []],
    ["text/event-stream", event, "event: tock\ndata: 1\n\n", [/schema\.body: item 0: .*event/]],
    ["text/event-stream", event, "data: 1\n\nevent: tick\n\n", [/schema\.body: item 1: .*data/]],
    ["text/event-stream", carrying, 'data: {"value":1}\n\ndata: [DONE]\n\n', []],
    ["text/event-stream", carrying, 'data: {"value":"1"}\n\n', [/schema\.body: the data of item 0 .*value.*integer/]],
    ["text/event-stream", carrying, "data: hello\n\n", [/schema\.body: the data of item 0 /]],
    ["text/event-stream", reading, 'data: {"value":1}\n\ndata: [DONE]\n\n', []],
    ["text/event-stream", reading, 'data: {"value":"x"}\n\n', [/schema\.body: item 0/]],
  ])("%s %#", async (media, itemSchema, text, expected) => {
    expect(await said(media, { itemSchema }, text)).toEqual(
      expected.map((one) => expect.stringMatching(one) as string),
    );
  });
});

test.each([
  ["application/jsonl", '{"value":1}\n{"value":2}\n', []],
  ["application/jsonl", '{"value":1}\n{"value":"2"}\n', [/schema\.body: \/1\/value must be an integer/]],
  [
    "application/json-seq",
    '\u001e{"value":1}\n\u001e{"value":2}\n\u001e{"value":3}\n',
    [/schema\.body: .*2 items or fewer/],
  ],
])("a list of all items is judged as one: %s %#", async (media, text, expected) => {
  const found = await said(media, { schema: { type: "array", maxItems: 2, items: reading } }, text);
  expect(found).toEqual(expected.map((one) => expect.stringMatching(one) as string));
});

describe("parts of multipart/mixed", () => {
  const mixed = (media: JsonObject): JsonObject => {
    const document = streaming("multipart/mixed", {});
    const content = { "multipart/mixed": media };
    return { ...document, paths: { "/stream": { get: { responses: { "200": { description: "ok", content } } } } } };
  };
  const prefixed: JsonObject = {
    schema: {
      type: "array",
      minItems: 2,
      maxItems: 3,
      prefixItems: [reading, { type: "string", const: "<p>hi</p>" }],
      items: { type: "string" },
    },
    prefixEncoding: [{ contentType: "application/json" }, { contentType: "text/html" }],
    itemEncoding: { contentType: "text/csv" },
  };

  test("are served in the media types of prefixEncoding and itemEncoding", async () => {
    const mock = await createMock({ spec: mixed(prefixed) as unknown as OpenApiDocument });
    const response = await fetch(`${mock.url}/stream`);
    expect(response.headers.get("content-type")).toBe("multipart/mixed; boundary=next-part");
    const [, first, second] = (await response.text()).split("--next-part");
    expect(first).toMatch(/^\r\nContent-Type: application\/json\r\n\r\n\{"value":\d+\}\r\n$/);
    expect(second).toBe("\r\nContent-Type: text/html\r\n\r\n<p>hi</p>\r\n");
    await mock.close();
  });

  test.each([
    ["itemSchema", { itemSchema: reading }],
    ["prefixEncoding", prefixed],
  ])("the mock keeps what it describes: %s", async (_, media) => {
    const document = mixed(media);
    const mock = await createMock({ spec: document as unknown as OpenApiDocument });
    const store = { url: mock.url, key: mock.key, close: () => mock.close() };
    expect(complaints(await judge(contractOf(await documentOfValue(document)), store))).toEqual([]);
  });

  const parts = (...bodies: readonly string[]): string =>
    `${bodies.map((body) => `--b\r\nContent-Type: application/json\r\n\r\n${body}\r\n`).join("")}--b--\r\n`;

  test.each([
    [parts('{"value":1}', '{"value":2}'), []],
    [parts('{"value":1}', '{"value":"2"}'), [/schema\.body: part 1: .*value.*integer/]],
    [parts('{"value":'), [/schema\.body: the body has a part 0 that/]],
    ["no parts", [/schema\.body: the body does not have the boundary/]],
  ])("are judged one by one %#", async (text, expected) => {
    expect(await said("multipart/mixed; boundary=b", { itemSchema: reading }, text)).toEqual(
      expected.map((one) => expect.stringMatching(one) as string),
    );
  });
});

test.each([
  ["application/jsonl", reading],
  ["application/json-seq", reading],
  ["text/event-stream", event],
  ["text/event-stream", carrying],
  ["text/event-stream", reading],
])("the mock keeps what it describes: %s %#", async (media, itemSchema) => {
  const document = streaming(media, { itemSchema });
  const mock = await createMock({ spec: document as unknown as OpenApiDocument });
  const store = { url: mock.url, key: mock.key, close: () => mock.close() };
  expect(complaints(await judge(contractOf(await documentOfValue(document)), store))).toEqual([]);
});
