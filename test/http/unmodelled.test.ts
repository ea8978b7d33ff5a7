// Operations without a role: answered from the document's examples and schemas, behind credentials and validation.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orders } from "./documents.ts";
import { type Got, type Mock, startMock } from "./support.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { spentOn } from "../spent.ts";
import { drawn } from "../share.ts";

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

test("the response is an example of the document", async () => {
  const { status, text, headers } = await mock.send("GET", "/orders/5/report");
  expect([status, text, headers["content-type"], headers["x-rate"]]).toEqual([
    200,
    '{"total":42}',
    "application/json",
    "7",
  ]);
});

test("the response is generated from the schema", async () => {
  const { status, value } = await mock.send("POST", "/orders/5/report", { body: '{"total":1}' });
  expect(status).toBe(200);
  expect(value).toHaveProperty("total");
});

test("a request does not change the response to the next", async () => {
  expect((await mock.send("GET", "/orders/5/report", { headers: { Accept: "application/xml" } })).status).toBe(200);
  expect((await mock.send("GET", "/orders/5/report")).text).toBe('{"total":42}');
});

test("requests are validated first", async () => {
  expect((await mock.send("GET", "/orders/5/report", { key: null })).status).toBe(401);
  expect((await mock.send("GET", "/orders/5/report?depth=4")).status).toBe(400);
  expect((await mock.send("GET", "/orders/x/report")).status).toBe(404);
  expect((await mock.send("POST", "/orders/5/report", { body: '{"total":0}' })).status).toBe(400);
  expect((await mock.send("POST", "/orders/5/report", { body: "{" })).status).toBe(400);
  expect((await mock.send("DELETE", "/orders/5/report")).status).toBe(405);
});

test("other media types are accepted and sent", async () => {
  const text = await mock.fetch(`${mock.url}/text`, { headers: { Authorization: "Bearer demo-key" } });
  expect([text.status, await text.text(), text.headers.get("content-type")]).toEqual([200, "hello", "text/plain"]);
  const headers = { Authorization: "Bearer demo-key", "Content-Type": "image/png" };
  const upload = await mock.fetch(`${mock.url}/upload`, { method: "PUT", body: "x", headers });
  expect([upload.status, await upload.text()]).toEqual([202, ""]);
  const refused = await mock.fetch(`${mock.url}/upload`, {
    method: "PUT",
    body: "x",
    headers: { ...headers, "Content-Type": "text/css" },
  });
  expect(refused.status).toBe(415);
});

test("a picture of which the document gives only the media type is a small one", async () => {
  const picture = await mock.fetch(`${mock.url}/picture`, { headers: { Authorization: "Bearer demo-key" } });
  const { status, headers } = picture;
  expect([status, headers.get("content-type"), headers.get("content-length")]).toEqual([200, "image/png", "133"]);
});

test.each(["GET", "PUT"])(
  "an operation that describes only informational responses is not implemented (%s)",
  async (method) => {
    expect((await mock.send(method, "/early")).status).toBe(501);
  },
);

test("a response without content has no headers about content, even if the document describes some", async () => {
  const answer = await mock.send("GET", "/nothing");
  expect([answer.status, answer.text]).toEqual([204, ""]);
  expect(Object.keys(answer.headers)).not.toContain("content-length");
  expect(Object.keys(answer.headers)).not.toContain("content-type");
});

interface Raw extends Omit<Got, "value"> {
  readonly value: unknown;
}

/** The response of the only operation of a document, which is the same each time. */
async function answerOf(operation: object, headers: Record<string, string> = {}, more: object = {}): Promise<Raw> {
  const paths = { "/things/{thingId}/state": { parameters: [THING], post: operation } };
  const own = await startMock({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths, ...more } as JsonObject);
  const ask = async (): Promise<Raw> => {
    const res = await own.fetch(`${own.url}/things/7/state`, { method: "POST", headers, redirect: "manual" });
    const text = await res.text();
    const isJson = res.headers.get("content-type") === "application/json" && text !== "";
    const value = isJson ? (JSON.parse(text) as unknown) : undefined;
    return { status: res.status, text, value, headers: Object.fromEntries(res.headers) };
  };
  const answers = [await ask(), await ask()];
  await own.close();
  expect(answers[1]?.text).toBe(answers[0]?.text);
  return answers[0] as Raw;
}

const THING = { name: "thingId", in: "path", required: true, schema: { type: "integer" } };
const ok = (content: object, headers: object = {}): object => ({
  responses: { "200": { description: "ok", headers, content } },
});
const json = (media: object): object => ({ "application/json": media });

describe("the body", () => {
  const UP = { type: "object", required: ["up"], properties: { up: { type: "boolean" } } };

  test.each([
    ["an example", { schema: UP, example: { up: true } }],
    ["the first of named examples", { schema: UP, examples: { on: { value: { up: true } }, off: { value: {} } } }],
    ["the first example that the schema allows", { examples: { a: { value: {} }, b: { value: { up: true } } } }],
    ["an example of the schema", { schema: { ...UP, examples: [{ up: true }] } }],
    ["an example of a property", { schema: { ...UP, properties: { up: { type: "boolean", example: true } } } }],
  ])("is %s", async (_, media) => {
    expect((await answerOf(ok(json({ schema: UP, ...media })))).value).toEqual({ up: true });
  });

  test("is generated if the document has no example, or none that the schema allows", async () => {
    const { value } = await answerOf(ok(json({ schema: UP, example: { up: "yes" } })));
    expect(value).toEqual({ up: expect.any(Boolean) as boolean });
  });

  test("is generated without the examples of schemas if those are invalid", async () => {
    const at = { type: "array", items: { type: "integer", example: "first" }, minItems: 1 };
    const { value } = await answerOf(ok(json({ schema: { type: "object", required: ["at"], properties: { at } } })));
    expect(value).toEqual({ at: expect.arrayContaining([expect.any(Number) as number]) as number[] });
  });

  test("has the identifiers in the path, in the type that the schema requires", async () => {
    const properties = { thingId: { type: "integer" }, id: { type: "integer" }, up: { type: "boolean" } };
    const schema = { type: "object", properties };
    const { value } = await answerOf(ok(json({ schema, example: { thingId: 1, up: true } })));
    expect(value).toEqual({ thingId: 7, up: true });
    const paths = (type: string): object => ({
      "/a/{aId}/b/{bId}": {
        parameters: ["aId", "bId"].map((name) => ({ ...THING, name })),
        get: {
          "x-resource": false,
          ...ok(
            json({ schema: { type: "object", properties: { id: { type }, aId: { type: "integer", maximum: 5 } } } }),
          ),
        },
      },
    });
    for (const [type, id] of [
      ["integer", 12],
      ["string", "12"],
    ] as const) {
      const own = await startMock({
        openapi: "3.1.0",
        info: { title: "T", version: "1" },
        paths: paths(type),
      } as JsonObject);
      // An identifier that the schema refuses cannot belong to this body.
      const { value: body } = await own.send("GET", "/a/11/b/12");
      expect(body).toMatchObject({ id });
      expect(body).not.toMatchObject({ aId: 11 });
      await own.close();
    }
  });

  test.each([
    ["text/csv", "text/csv", "a,b"],
    ["text/*", "text/csv", "a,b"],
    ["application/xml;q=0.5, text/csv;q=0.4", "application/xml", "<up/>"],
    ["application/xml;q=0, text/csv;q=0.1", "text/csv", "a,b"],
    ["*/*", "application/json", '{"up":true}'],
    ["text/html", "application/json", '{"up":true}'],
    [undefined, "application/json", '{"up":true}'],
  ])("has the media type that the client prefers (Accept: %s)", async (accept, type, text) => {
    const content = {
      "application/xml": { schema: UP, example: "<up/>" },
      "text/csv": { schema: { type: "string" }, example: "a,b" },
      ...json({ schema: UP, example: { up: true } }),
    };
    const got = await answerOf(ok(content), accept === undefined ? {} : { Accept: accept });
    expect([got.headers["content-type"], got.text]).toEqual([type, text]);
  });

  test("is written by the schema, as the media type has it", async () => {
    const got = await answerOf(ok({ "application/xml": { schema: UP } }));
    expect([got.status, got.headers["content-type"], got.text]).toEqual([
      200,
      "application/xml",
      '<?xml version="1.0" encoding="UTF-8"?>\n<root><up>true</up></root>\n',
    ]);
  });

  test("of a schema that refers to itself in many ways is small and takes little work", async () => {
    const [count, width] = [drawn({ each: 6, proof: 20 }), drawn({ each: 12, proof: 30 })];
    const next = (step: number): object => ({ $ref: `#/components/schemas/S${step}` });
    const schemas = Object.fromEntries(
      Array.from({ length: count }, (_, step) => {
        const names = Array.from({ length: width }, (__, index) => [`p${index}`, next((step + index) % count)]);
        return [
          `S${step}`,
          { type: "object", properties: Object.fromEntries(names), required: step % 2 === 1 ? ["p1"] : [] },
        ];
      }),
    );
    const spent = await spentOn(async () => {
      const { text } = await answerOf(ok(json({ schema: next(0) })), {}, { components: { schemas } });
      expect(text.length).toBeLessThan(200_000);
    });
    expect(spent).toBeLessThan(1_000_000);
  });
});

describe("the status", () => {
  const body = json({ schema: { type: "object", properties: { up: { const: true } }, required: ["up"] } });
  const described = { description: "d", content: body };

  test.each([
    ["the lowest success", { "404": described, "202": described, "201": described, default: described }, 201],
    ["a range of successes", { "2XX": described }, 200],
    ["a redirect if no success is described", { "303": { description: "d" }, "404": described }, 303],
    ["200 if only default is described", { default: described }, 200],
    ["204 if no response is described", {}, 204],
    ["501 if only failures are described", { "400": described, "5XX": described }, 501],
  ])("is %s", async (_, responses, status) => {
    const got = await answerOf({ responses });
    expect([got.status, got.text]).toEqual([status, expect.stringContaining(status < 204 ? '{"up":true}' : "")]);
  });

  test("comes with a reason if no described error could give it", async () => {
    const got = await answerOf({ responses: { "400": { description: "d" } } });
    expect([got.status, got.text]).toEqual([
      501,
      expect.stringContaining("the document describes no success of this operation"),
    ]);
  });
});

describe("the headers", () => {
  const header = (schema: object, more: object = {}): object => ({ schema, ...more });
  const headersOf = async (headers: object): Promise<Readonly<Record<string, string>>> =>
    (await answerOf(ok(json({ example: {} }), headers))).headers;

  test("have the values in the document, serialized as headers", async () => {
    const headers = await headersOf({
      "X-Flag": header({ type: "boolean" }, { example: true }),
      "X-List": header({ type: "array", items: { type: "integer" } }, { example: [1, 2] }),
      "X-Map": header({ type: "object" }, { example: { a: 1, b: "x" }, explode: true }),
      "X-Nothing": header({ type: ["boolean", "null"] }, { example: null }),
    });
    expect(headers).toMatchObject({ "x-flag": "true", "x-list": "1,2", "x-map": "a=1,b=x" });
    expect(headers).not.toHaveProperty("x-nothing");
  });

  test("that are required have a value of the right type; others without a value are left out", async () => {
    const headers = await headersOf({
      "X-Flag": header({ type: "boolean" }, { required: true }),
      "X-List": header({ type: "array", minItems: 2, items: { enum: ["a"] } }, { required: true }),
      "X-Other": header({ type: "boolean" }),
    });
    expect(headers["x-flag"]).toMatch(/^(true|false)$/);
    expect(headers["x-list"]).toMatch(/^a(,a)+$/);
    expect(headers).not.toHaveProperty("x-other");
  });

  test("state the target of a redirect", async () => {
    const location = { Location: header({ type: "string", format: "uri" }) };
    const { status, headers } = await answerOf({ responses: { "302": { description: "there", headers: location } } });
    expect([status, headers["location"]]).toEqual([302, expect.stringMatching(/^http:\/\/[^/]+\//)]);
  });
});
