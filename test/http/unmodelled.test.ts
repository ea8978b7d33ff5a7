// Operations without a role: Prism makes their answers, behind our own credentials, validation and refusals.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { createExemplar } from "../../src/http/exemplar.ts";
import { orders } from "./documents.ts";
import { type Mock, contractFrom, startMock } from "./support.ts";

const REPORT = { type: "object", required: ["total"], properties: { total: { type: "integer", minimum: 1 } } };
const responses = (content: object): object => ({
  "200": { description: "ok", headers: { "X-Rate": { schema: { type: "integer" }, example: 7 } }, content },
});
const PATHS = {
  "/orders/{orderId}/report": {
    parameters: [{ name: "orderId", in: "path", required: true, schema: { type: "integer" } }],
    get: {
      operationId: "report",
      parameters: [{ name: "depth", in: "query", schema: { type: "integer", maximum: 3 } }],
      responses: responses({ "application/json": { schema: REPORT, example: { total: 42 } } }),
    },
    post: {
      operationId: "recount",
      requestBody: { required: true, content: { "application/json": { schema: REPORT } } },
      responses: responses({ "application/json": { schema: REPORT } }),
    },
  },
  "/text": {
    get: {
      operationId: "text",
      responses: responses({ "text/plain": { schema: { type: "string" }, example: "hello" } }),
    },
  },
  "/early": {
    get: { responses: { "101": { description: "another protocol" } } },
    put: { responses: { "1XX": { description: "wait" } } },
  },
  "/nothing": {
    get: { responses: { "204": { description: "none", content: { "application/json": { schema: REPORT } } } } },
  },
  "/picture": { get: { responses: responses({ "text/*": {}, "image/png": {} }) } },
  "/upload": {
    put: {
      operationId: "upload",
      requestBody: { content: { "image/*": {} } },
      responses: { "202": { description: "taken" } },
    },
  },
};

let mock: Mock;
const document = orders({ paths: PATHS, root: { security: [{ key: [] }] } }) as Record<string, JsonObject>;
document["components"] = { ...document["components"], securitySchemes: { key: { type: "http", scheme: "bearer" } } };
beforeAll(async () => {
  mock = await startMock(document);
});
afterAll(() => mock.close());

test("an example of the document", async () => {
  const { status, text, headers } = await mock.send("GET", "/orders/5/report");
  expect([status, text, headers["content-type"], headers["x-rate"]]).toEqual([
    200,
    '{"total":42}',
    "application/json",
    "7",
  ]);
});

test("an answer made from the schema", async () => {
  const { status, value } = await mock.send("POST", "/orders/5/report", { body: '{"total":1}' });
  expect(status).toBe(200);
  expect(value).toHaveProperty("total");
});

test("one request does not change the answer to the next", async () => {
  expect((await mock.send("GET", "/orders/5/report", { headers: { Accept: "application/xml" } })).status).toBe(200);
  expect((await mock.send("GET", "/orders/5/report")).text).toBe('{"total":42}');
});

test("behind our own judgement", async () => {
  expect((await mock.send("GET", "/orders/5/report", { key: null })).status).toBe(401);
  expect((await mock.send("GET", "/orders/5/report?depth=4")).status).toBe(400);
  expect((await mock.send("GET", "/orders/x/report")).status).toBe(404);
  expect((await mock.send("POST", "/orders/5/report", { body: '{"total":0}' })).status).toBe(400);
  expect((await mock.send("POST", "/orders/5/report", { body: "{" })).status).toBe(400);
  expect((await mock.send("DELETE", "/orders/5/report")).status).toBe(405);
});

test("other media types go in and out", async () => {
  const text = await fetch(`${mock.url}/text`, { headers: { Authorization: "Bearer demo-key" } });
  expect([text.status, await text.text(), text.headers.get("content-type")]).toEqual([200, "hello", "text/plain"]);
  const headers = { Authorization: "Bearer demo-key", "Content-Type": "image/png" };
  const upload = await fetch(`${mock.url}/upload`, { method: "PUT", body: "x", headers });
  expect([upload.status, await upload.text()]).toEqual([202, ""]);
  const refused = await fetch(`${mock.url}/upload`, {
    method: "PUT",
    body: "x",
    headers: { ...headers, "Content-Type": "text/css" },
  });
  expect(refused.status).toBe(415);
});

test("a media type that is all the document says of a body is sent with an empty one", async () => {
  const picture = await fetch(`${mock.url}/picture`, { headers: { Authorization: "Bearer demo-key" } });
  const { status, headers } = picture;
  expect([status, headers.get("content-type"), headers.get("content-length")]).toEqual([200, "image/png", "0"]);
});

test("without Prism, a line that says what to install", async () => {
  const contract = await contractFrom(document);
  const operation = contract.operations.find(({ id }) => id === "report");
  const without = createExemplar(contract, async () => undefined);
  const refusal = await without(operation as NonNullable<typeof operation>, { texts: ["1"] } as never);
  expect(refusal).toMatchObject({ kind: "not_implemented" });
  expect(JSON.stringify(refusal)).toContain("npm install @stoplight/prism-http");
  const other = await startMock(document, { exemplar: async () => refusal });
  expect((await other.send("GET", "/orders/5/report")).status).toBe(501);
  await other.close();
});

test.each(["GET", "PUT"])(
  "an operation that only describes what comes before an answer has none (%s)",
  async (method) => {
    expect((await mock.send(method, "/early")).status).toBe(501);
  },
);

test("an answer without content announces none, though the document describes one", async () => {
  const answer = await mock.send("GET", "/nothing");
  expect([answer.status, answer.text]).toEqual([204, ""]);
  expect(Object.keys(answer.headers)).not.toContain("content-length");
  expect(Object.keys(answer.headers)).not.toContain("content-type");
});
