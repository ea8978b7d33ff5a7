// How a witness is shown: where its credentials go, how its body is written, and which server it is for.
import { describe, expect, test } from "vitest";
import type { Document } from "../../src/document/document.ts";
import type { WireExchange, WireRequest, WireResponse } from "../../src/gate/exchange/model.ts";
import { describeExchange, requestOf, serverOf, showRequest } from "../../src/gate/exchange/show.ts";
import { sayProperties } from "../../src/gate/properties.ts";
import { operationsAt } from "../../src/gate/faults/places.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

const NONE = { headers: [], query: [], cookies: [], credentials: [], pathTexts: [] };
const request = (parts: object): WireRequest =>
  ({ ...NONE, ...{ kind: "request", method: "GET", path: "/things" }, ...parts }) as unknown as WireRequest;
const keyed = (...credentials: object[]): object => ({ credentials });

describe("a request is shown with", () => {
  test.each<[string, object, object]>([
    ["nothing but its path", {}, { url: "/things", headers: {} }],
    [
      "its parameters",
      { path: "/things/{id}/{part}", pathTexts: ["7"], query: [["a b", "c"]] },
      { url: "/things/7/1?a%20b=c", headers: {} },
    ],
    ["the name of a webhook", { path: "new thing" }, { url: "/new%20thing", headers: {} }],
    ["the place of a callback", { path: "{$request.body#/url}" }, { url: "/callback", headers: {} }],
    [
      "a bearer token",
      keyed({ type: "http", scheme: "bearer" }),
      { url: "/things", headers: { authorization: "Bearer $API_KEY" } },
    ],
    [
      "a user and password",
      keyed({ type: "http", scheme: "basic" }),
      { url: "/things", headers: { authorization: "Basic $API_KEY" } },
    ],
    [
      "a token for an unknown scheme",
      keyed({ type: "other" }),
      { url: "/things", headers: { authorization: "Bearer $API_KEY" } },
    ],
    [
      "a token for a scheme without a type",
      keyed({}),
      { url: "/things", headers: { authorization: "Bearer $API_KEY" } },
    ],
    [
      "a key in a header",
      keyed({ type: "apiKey", in: "header", key: "X-Key" }),
      { url: "/things", headers: { "X-Key": "$API_KEY" } },
    ],
    [
      "a key in the query",
      { query: [["a", "1"]], ...keyed({ type: "apiKey", in: "query", key: "key" }) },
      { url: "/things?a=1&key=$API_KEY", headers: {} },
    ],
    [
      "a key in a cookie",
      { cookies: [["a", "1"]], ...keyed({ type: "apiKey", in: "cookie", key: "sid" }) },
      { url: "/things", headers: { cookie: "a=1; sid=$API_KEY" } },
    ],
    [
      "its Accept header and other headers",
      { accept: { mediaType: "text/csv" }, headers: [["X-A", "1"]] },
      { url: "/things", headers: { "X-A": "1", accept: "text/csv" } },
    ],
    [
      "a body",
      { body: { mediaType: "text/plain", value: "a" } },
      { url: "/things", headers: { "content-type": "text/plain" }, body: "a" },
    ],
  ])("%s", (_, parts, shown) => {
    expect(showRequest(request(parts))).toEqual({ method: "GET", ...shown });
  });
});

test.each<[string, JsonValue]>([
  ["application/json", { a: [1] }],
  ["application/merge-patch+json", null],
  ["application/x-www-form-urlencoded", { a: "x y", b: [1, 2] }],
  ["application/x-www-form-urlencoded", "a=b"],
  ["multipart/form-data", { a: "x" }],
  ["text/event-stream", [{ event: "e", data: 1 }, { data: true }]],
  ["application/jsonl", [{ a: 1 }, { a: 2 }]],
  ["text/plain", 12],
  ["text/plain; charset=utf-8", "it's"],
])("a body of %s, %j, is written as a client would", (mediaType, value) => {
  const { curl } = describeExchange(request({ method: "POST", body: { mediaType, value } }), "http://localhost");
  expect(curl).toMatchSnapshot();
});

test.each<[string, JsonValue, string]>([
  // RFC 7464 section 2.2: each text begins with a record separator.
  ["application/json-seq", [{ a: 1 }, 2], '\u001e{"a":1}\n\u001e2\n'],
  ["text/event-stream", [{ data: "one\ntwo" }], "data: one\ndata: two\n\n"],
  // No text represents null.
  ["text/plain", null, ""],
])("a body of %s, %j, can be read back", (mediaType, value, body) => {
  const shown = showRequest(request({ method: "POST", body: { mediaType, value } }));
  expect(requestOf(shown, "http://localhost").body).toBe(body);
});

test("a response is shown with its status, its headers and its body", () => {
  const response = (parts: object): WireExchange =>
    ({ kind: "response", status: "200", headers: [], ...parts }) as unknown as WireResponse;
  expect(describeExchange(response({}), "S")).toEqual({ response: "HTTP 200" });
  const whole = response({ headers: [["X-A", "1"]], body: { mediaType: "application/json", value: { a: 1 } } });
  expect(describeExchange(whole, "S")).toEqual({
    response: 'HTTP 200\nX-A: 1\ncontent-type: application/json\n\n{\n  "a": 1\n}',
  });
});

test.each<[JsonValue | undefined, string]>([
  [undefined, "http://127.0.0.1:4010"],
  [[], "http://127.0.0.1:4010"],
  [[{}], "http://127.0.0.1:4010"],
  [["x"], "http://127.0.0.1:4010"],
  [[{ url: "https://api.example/v1/" }, { url: "https://other.example" }], "https://api.example/v1"],
  [[{ url: "/v1//" }], "http://127.0.0.1:4010/v1"],
  [[{ url: "/" }], "http://127.0.0.1:4010"],
  [[{ url: "https://{host}/{x}/v1", variables: { host: { default: "a.example" } } }], "https://a.example/{x}/v1"],
])("the first of the servers %j is %s", (servers, server) => {
  const root = servers === undefined ? {} : { servers };
  expect(serverOf({ root } as unknown as Document)).toBe(server);
});

test.each<[string[], string[]]>([
  [["/paths/~1things/get/responses/200"], ["GET /things"]],
  [["/paths/~1things/query"], ["QUERY /things"]],
  [["/paths/~1things/additionalOperations/COPY/responses"], ["COPY /things"]],
  [["/paths/~1things/additionalOperations"], ["GET /things", "POST /things"]],
  [["/paths/~1things/parameters/0"], ["GET /things", "POST /things"]],
  [["/webhooks/new/post/requestBody"], ["webhook POST new"]],
  [["/webhooks/new"], ["webhook POST new"]],
  [["/paths/~1others", "/paths", "/components/schemas/A", ""], []],
])("a fault at %j affects %j", (places, operations) => {
  const root: JsonObject = {
    paths: { "/things": { get: {}, post: {}, summary: "S", additionalOperations: { COPY: {} } } },
    webhooks: { new: { post: {} } },
  };
  expect(operationsAt(places, root)).toEqual(operations);
});

test("reports one property, two, or the first twelve of many", () => {
  expect(sayProperties(["a"], "required")).toBe('"a" became required');
  expect(sayProperties(["a", "b"], "required")).toBe('"a" and "b" became required');
  expect(sayProperties(["a"], "always sent")).toBe('"a" is always there now');
  expect(sayProperties(["a", "b", "c"], "always sent")).toBe('"a", "b" and "c" are always there now');
  expect(sayProperties(["a"], "optional")).toBe('"a" is no longer required');
  expect(sayProperties(["a", "b"], "gone from the response")).toBe('"a" and "b" are gone from the response');
  expect(sayProperties(["a", "b"], "optional")).toBe('"a" and "b" are no longer required');
  expect(sayProperties(["a"], "added")).toBe('the property "a" was added');
  expect(sayProperties(["a", "b"], "removed")).toBe('the properties "a" and "b" were removed');
  const many = Array.from({ length: 13 }, (_, index) => `p${index + 1}`);
  expect(sayProperties(many.slice(1), "added")).toMatch(/^the properties "p2", .*, "p12" and "p13" were added$/);
  expect(sayProperties(many, "added")).toMatch(/^the properties "p1", .*, "p12" and 1 more were added$/);
});
