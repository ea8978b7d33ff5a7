// How the suite tests that the credential is checked first: it sends a request for each kind of error that an operation
// can detect, without a key and once with a wrong one. It skips operations without any such error.
import { afterAll, beforeAll, expect, test } from "vitest";
import { showOperationOf } from "../../../conformance/check.ts";
import { CHECKS } from "../../../conformance/checks/index.ts";
import type { Exchange } from "../../../conformance/client/exchange.ts";
import type { Run } from "../../../conformance/run.ts";
import { verify } from "../../../conformance/verify.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { answers, at, body, list, number, object, query, text } from "../../http/parts.ts";
import { type Mock, startMock } from "../../http/support.ts";

const ship = object({ id: number, name: text }, "id", "name");
const named = body(object({ name: text }, "name"));
const secret = { "401": { description: "No key" } };

const document: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Ships", version: "1" },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  paths: {
    "/ships": {
      get: {
        parameters: query({ name: "size", schema: number }, { name: "after", schema: number }),
        responses: { ...answers("200", list(ship)), ...secret },
      },
      post: { requestBody: named, responses: { ...answers("201", ship), ...secret } },
    },
    "/ships/{id}": { ...at("id"), get: { responses: { ...answers("200", ship), ...secret } } },
    "/state": { get: { responses: { ...answers("200", object({})), ...secret } } },
    "/weather": { get: { security: [], parameters: query({ name: "at", schema: text }), responses: answers("200") } },
  },
};

/** The relevant parts of a request: "POST /ships text/plain {"name":"…"}, no key". */
function show({ request: { method, url, headers, body: bytes } }: Exchange, base: string): string {
  const header = (name: string): string | undefined => headers.find(([key]) => key.toLowerCase() === name)?.[1];
  const credential = header("authorization") === undefined ? "no key" : "a key";
  const content = bytes === undefined ? "" : ` ${header("content-type")} ${new TextDecoder().decode(bytes)}`;
  return `${method} ${url.slice(base.length)}${content}, ${credential}`;
}

let mock: Mock;
let run: Run;
let sent: readonly string[];
beforeAll(async () => {
  mock = await startMock(document, { keys: ["demo-key"] });
  const checks = CHECKS.filter(({ id }) => id === "auth.before-input");
  // One after another, so that they are recorded in the order they are sent.
  run = await verify(mock.contract, { baseUrl: mock.url, key: "demo-key", checks, concurrency: 1 });
  const wrong = run.session.record.filter(({ intent }) => intent === "unauthenticated");
  sent = wrong.map((exchange) => show(exchange, mock.url));
});
afterAll(() => mock.close());

const to = (place: string): string[] => sent.filter((one) => one.startsWith(place));

test("the requests to a list have an invalid value for every parameter at once", () => {
  expect(to("GET /ships?")).toEqual([
    "GET /ships?size=-wrong-&after=-wrong-, no key",
    "GET /ships?size=-wrong-&after=-wrong-, a key",
  ]);
});

test("the requests to an item have an invalid identifier, or one that no item has", () => {
  expect(to("GET /ships/")).toEqual([
    "GET /ships/no-such-item, no key",
    "GET /ships/1987654321, no key",
    "GET /ships/1987654321, a key",
  ]);
});

test("the requests to create an item have broken JSON, another media type, or an empty object", () => {
  expect(to("POST /ships")).toEqual([
    "POST /ships application/json {, no key",
    expect.stringMatching(/^POST \/ships text\/plain \{"name":".+"\}, no key$/),
    "POST /ships application/json {}, no key",
    "POST /ships application/json {}, a key",
  ]);
});

test("an operation without possible errors, or without a credential, is not tested", () => {
  expect(sent.filter((one) => !/^(GET|POST) \/ships/.test(one))).toEqual([]);
  expect(to("GET /ships,")).toEqual([]);
  const judged = run.results.map(({ subject, outcome }) => `${outcome.verdict} ${showOperationOf(subject)}`);
  expect(judged.toSorted()).toEqual(["pass GET /ships", "pass GET /ships/{id}", "pass POST /ships"]);
});
