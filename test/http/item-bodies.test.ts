// Bodies of many items in requests: lines, texts after separators, events and parts, judged one by one (OpenAPI 3.2).
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { type Mock, startMock } from "./support.ts";

const reading: JsonObject = { type: "object", required: ["value"], properties: { value: { type: "integer" } } };
const problem: JsonObject = {
  type: "object",
  properties: {
    detail: { type: "string" },
    errors: { type: "array", items: { type: "object", properties: { pointer: { type: "string" } } } },
  },
};
const taking = (content: JsonObject): JsonObject => ({
  post: {
    requestBody: { required: true, content },
    responses: {
      "202": { description: "ok" },
      "400": { description: "no", content: { "application/problem+json": { schema: problem } } },
    },
  },
});
const DOCUMENT: JsonObject = {
  openapi: "3.2.0",
  info: { title: "Sequences", version: "1" },
  paths: {
    "/lines": taking({
      "application/x-ndjson": { itemSchema: reading },
      "application/json-seq": { schema: { type: "array", maxItems: 2, items: reading } },
      "text/event-stream": {
        itemSchema: {
          type: "object",
          required: ["data"],
          properties: { data: { type: "string", contentMediaType: "application/json", contentSchema: reading } },
        },
      },
    }),
    "/parts": taking({
      "multipart/mixed": {
        schema: { type: "array", prefixItems: [reading, { type: "string" }] },
        prefixEncoding: [{ contentType: "application/json" }, { contentType: "text/html, text/plain" }],
      },
    }),
    "/readings": {
      get: {
        responses: {
          "200": { description: "ok", content: { "application/json": { schema: { type: "array", items: reading } } } },
        },
      },
      post: {
        requestBody: {
          content: {
            "application/jsonl": { itemSchema: reading },
            "text/event-stream": {
              itemSchema: {
                type: "object",
                properties: { data: { type: "string", contentMediaType: "application/json", contentSchema: reading } },
              },
            },
          },
        },
        responses: { "201": { description: "ok", content: { "application/json": { schema: reading } } } },
      },
    },
  },
};

let mock: Mock;
beforeAll(async () => {
  mock = await startMock(DOCUMENT);
});
afterAll(() => mock.close());

interface Said {
  readonly status: number;
  readonly at: readonly (string | undefined)[];
  readonly detail: string | undefined;
}

async function sent(path: string, type: string, body: string): Promise<Said> {
  const answer = await fetch(mock.url + path, { method: "POST", headers: { "Content-Type": type }, body });
  const text = await answer.text();
  const { detail, errors = [] } = (text === "" ? {} : JSON.parse(text)) as {
    detail?: string;
    errors?: { pointer?: string }[];
  };
  return { status: answer.status, at: errors.map(({ pointer }) => pointer), detail };
}

describe("sequences", () => {
  const taken = { status: 202, at: [], detail: undefined };
  test.each<[string, string, object]>([
    ["application/x-ndjson", '{"value":1}\n{"value":2}\n', taken],
    ["application/x-ndjson", '{"value":1}\r\n\r\n{"value":2}', taken],
    ["application/x-ndjson", '{"value":1}\n{"value":"2"}\n{}\n', { status: 400, at: ["/1/value", "/2/value"] }],
    [
      "application/x-ndjson",
      '{"value":1}\n{"value":\n',
      { status: 400, at: ["/1"], detail: "item 1 is not JSON: it ends too early at line 1, column 10" },
    ],
    ["application/json-seq", '\u001e{"value":1}\n\u001e{\n"value":2}\n', taken],
    ["application/json-seq", '\u001e{"value":1}\n\u001e{"value":true}\n', { status: 400, at: ["/1/value"] }],
    ["application/json-seq", '\u001e{"value":1}\u001e{"value":2}\u001e{"value":3}', { status: 400, at: [""] }],
    ["text/event-stream", 'event: a\ndata: {"value":1}\n\ndata: [DONE]\n\n', taken],
    ["text/event-stream", 'data: {"value":1}\n\ndata: {"value":"x"}\n\n', { status: 400, at: ["/1/data/value"] }],
    ["text/event-stream", "data: {}\n\nevent: a\n\n", { status: 400, at: ["/0/data/value", "/1/data"] }],
  ])("%s %#", async (type, body, expected) => {
    expect(await sent("/lines", type, body)).toMatchObject(expected);
  });

  test("the items of a creation are created", async () => {
    const body = '{"value":101}\n{"value":102}\n';
    expect(await sent("/readings", "application/jsonl", body)).toMatchObject({ status: 201 });
    expect(await sent("/readings", "text/event-stream", 'data: {"value":103}\n\n')).toMatchObject({ status: 201 });
    const all = (await (await fetch(`${mock.url}/readings`)).json()) as { value: number }[];
    expect(all.slice(-3).map(({ value }) => value)).toEqual([101, 102, 103]);
  });

  test("no more than 100,000 are read", async () => {
    const body = "1\n".repeat(100_001);
    expect(await sent("/lines", "application/x-ndjson", body)).toMatchObject({
      status: 400,
      detail: "item 100000 is one more than the 100000 that are read",
    });
  });
});

describe("parts without names", () => {
  const part = (type: string, text: string): string => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
  const whole = (...parts: readonly string[]): string => `${parts.join("")}--b--\r\n`;

  test.each<[string, object]>([
    [whole(part("application/json", '{"value":1}'), part("text/html", "<p>hi</p>")), { status: 202 }],
    [whole(part("application/json", '{"value":"1"}')), { status: 400, at: ["/0/value"] }],
    [
      whole(part("application/json", '{"value":1}'), part("image/png", "x")),
      { status: 400, at: ["/1"], detail: 'part 1 is "image/png"; allowed is text/html, text/plain' },
    ],
    [whole(part("application/json", '{"value":')), { status: 400 }],
    ["no parts", { status: 400 }],
  ])("%#", async (body, expected) => {
    expect(await sent("/parts", "multipart/mixed; boundary=b", body)).toMatchObject(expected);
  });
});
