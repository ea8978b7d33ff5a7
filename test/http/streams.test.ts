// Streams of events: asked for by the body or by Accept, at the pace that a test wants.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { type Mock, startMock } from "./support.ts";

const schema = (properties: JsonObject): JsonObject => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const content = {
  "application/json": { schema: schema({ id: { type: "string" }, whole: { type: "boolean", const: true } }) },
  "text/event-stream": { schema: schema({ id: { type: "string" }, part: { type: "boolean", const: true } }) },
};
const asking = (description: string): JsonObject => ({
  requestBody: {
    content: {
      "application/json": {
        schema: { type: "object", properties: { text: { type: "string" }, stream: { type: "boolean", description } } },
      },
    },
  },
  responses: { "200": { description: "The answer.", content } },
});
const DOCUMENT: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Streams", version: "1" },
  paths: {
    "/chat/answers": { post: asking("Ends with a `data: [DONE]` message.") },
    "/notes": {
      get: {
        responses: {
          "200": {
            description: "All.",
            content: { "application/json": { schema: { type: "array", items: schema({ id: { type: "string" } }) } } },
          },
        },
      },
      post: asking("As events."),
    },
  },
};
const JSON_TYPE = { "Content-Type": "application/json" };

let mock: Mock;
beforeAll(async () => {
  mock = await startMock(DOCUMENT);
});
afterAll(() => mock.close());

async function asked(path: string, body: JsonObject, headers: Record<string, string> = {}) {
  const sent = { method: "POST", headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
  return fetch(mock.url + path, sent);
}

const WHOLE = /^\{.*"whole":true.*\}$/;
const PARTS = /^(data: \{.*"part":true.*\}\n\n){3}(data: \[DONE\]\n\n)?$/;

test.each<[string, string, JsonObject, Record<string, string>, string]>([
  ["no stream", "/chat/answers", {}, {}, "application/json"],
  ["stream: false", "/chat/answers", { stream: false }, {}, "application/json"],
  ["stream: true", "/chat/answers", { stream: true }, {}, "text/event-stream"],
  ["Accept", "/chat/answers", {}, { Accept: "text/event-stream" }, "text/event-stream"],
  ["Accept of both", "/chat/answers", {}, { Accept: "application/json, text/event-stream" }, "application/json"],
  ["stream: true where items are created", "/notes", { stream: true }, {}, "text/event-stream"],
  ["no stream where items are created", "/notes", {}, {}, "application/json"],
])("%s", async (...[, path, body, headers, type]) => {
  const response = await asked(path, body, headers);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  expect(await response.text()).toMatch(type === "application/json" ? WHOLE : PARTS);
});

test("a stream ends as the document says", async () => {
  expect(await (await asked("/chat/answers", { stream: true })).text()).toMatch(/\n\ndata: \[DONE\]\n\n$/);
  expect(await (await asked("/notes", { stream: true })).text()).not.toContain("[DONE]");
});

test("a client says how many events there are, when they come, and how they end", async () => {
  const Prefer = "stream=5, stream-interval=0.01";
  const response = await asked("/chat/answers", { stream: true }, { Prefer });
  expect([response.headers.get("content-length"), response.headers.get("preference-applied")]).toEqual([null, Prefer]);
  expect((await response.text()).match(/"part"/g)).toHaveLength(5);
  const cut = await asked("/chat/answers", { stream: true }, { Prefer: "stream=2, stream-end=cut" });
  await expect(cut.text()).rejects.toThrow("terminated");
  const open = await asked("/chat/answers", { stream: true }, { Prefer: "stream=1, stream-end=open" });
  const reader = open.body!.getReader();
  expect(Buffer.from((await reader.read()).value ?? []).toString()).toContain('"part"');
  await reader.cancel();
  expect((await asked("/chat/answers", {}, { Prefer: "stream=many" })).status).toBe(400);
});

test("a situation does the same", async () => {
  mock.server.worlds.shared.situations.add({ on: "/chat/answers", stream: { events: 1, interval: 1 } });
  expect((await (await asked("/chat/answers", { stream: true })).text()).match(/"part"/g)).toHaveLength(1);
});
