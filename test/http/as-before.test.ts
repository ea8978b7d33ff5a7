// The responses of the mock to many requests, valid and not, one after another: users' tests may depend on every word
// and header. If a change here is intended, the CHANGELOG mentions it.
import { type OutgoingHttpHeaders, Agent, request } from "node:http";
import { afterAll, expect, test } from "vitest";
import type { Operation } from "../../src/contract/model.ts";
import { type Mock, createMock } from "../../src/library/create-mock.ts";
import type { Situation } from "../../src/mock/situations/situation.ts";
import type { OpenApiDocument } from "../../src/library/contracts.ts";
import { writeJson } from "../../src/json/write.ts";
import { leastValue } from "../../src/realistic/seeded-values.ts";
import { SHAPES } from "../faults/shapes/index.ts";
import { IN_PROOF } from "../share.ts";
import { orders } from "./documents.ts";

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterAll(() => agent.destroy());

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

/** Headers that differ between runs, or are irrelevant. */
const PASSING = new Set(["date", "connection", "keep-alive"]);

interface ListMetadata {
  /** The status with the body. */
  readonly what: string;
  readonly headers: string;
}

function ask(mock: Mock, { method, path, headers = {}, body }: Asked): Promise<ListMetadata> {
  const own = { authorization: `Bearer ${mock.key}`, ...headers };
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  return new Promise((resolve, reject) => {
    const sent = request(mock.url + path, { method, agent, headers: given }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      // A body that ends too early raises an error before it closes.
      response.on("error", () => undefined);
      response.on("close", () => {
        const shown = Object.entries(response.headers).filter(([name]) => !PASSING.has(name));
        const lines = shown.map(([name, value]) => `${name}: ${String(value)}`).join("; ");
        const plain = (all: string): string => all.replaceAll(mock.url, "URL");
        resolve({
          what: plain(`${response.statusCode} ${text}`).slice(0, 200),
          headers: plain(lines.replace(/content-length: \d+/, "content-length: N")),
        });
      });
    });
    sent.on("error", reject);
    sent.setTimeout(5_000, () => sent.destroy(new Error("no answer")));
    sent.end(body);
  });
}

const JSON_TYPE = { "content-type": "application/json" };
const VALUES = [
  "",
  "0",
  "1",
  "2",
  "-1",
  "1.5",
  "1e1",
  "007",
  "abc",
  "a,b",
  "true",
  "null",
  "99999999999999999999",
  "%00",
  "%F0%9F%90%B1",
  "%zz",
];
const HEADERS: readonly OutgoingHttpHeaders[] = [
  { authorization: undefined },
  { authorization: "Bearer wrong" },
  { authorization: "Bearer" },
  { authorization: "Basic ZGVtbzprZXk=" },
  { accept: "text/html" },
  { accept: "application/xml, */*;q=0.1" },
  { accept: "application/json;q=0" },
  { accept: "nonsense" },
  { "accept-encoding": "gzip" },
  { "if-none-match": "*" },
  { "if-match": '"none"' },
  { "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" },
  { range: "bytes=0-1" },
  { prefer: "code=404" },
  { prefer: "code=499" },
  { prefer: "dynamic=true" },
  { prefer: "example=none" },
  { origin: "http://localhost:5173" },
  { origin: "https://strangers.example" },
  { host: "strangers.example" },
  { "x-http-method-override": "DELETE" },
  { cookie: "a=b; c" },
];
const BODIES: readonly Omit<Asked, "method" | "path">[] = [
  { body: "", headers: JSON_TYPE },
  ...["{", "[]", "null", "{}", '"x"', '{"a":1,"a":2}', String.raw`{"name":"\u0000"}`, "{}{}", "[[[[[[[[]]]]]]]]"].map(
    (body) => ({
      body,
      headers: JSON_TYPE,
    }),
  ),
  ...[
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/json; charset=latin1",
    "json",
  ].map((type) => ({ body: "{}", headers: { "content-type": type } })),
  { body: "{}" },
  { body: "{}", headers: { ...JSON_TYPE, "content-encoding": "gzip" } },
  { body: "{}", headers: { ...JSON_TYPE, "content-encoding": "br, rot13" } },
];

/** Nearly valid bodies: each property of a valid one left out or of a different type. */
function nearly(good: unknown): string[] {
  if (typeof good !== "object" || good === null) return [];
  return Object.keys(good).flatMap((name) => {
    const { [name]: _, ...without } = good as Record<string, unknown>;
    return [
      without,
      ...[null, "", "x".repeat(300), -1, 1.5, true, [], {}].map((value) => ({ ...good, [name]: value })),
    ].map((one) => JSON.stringify(one, (_key, value: unknown) => (typeof value === "bigint" ? Number(value) : value)));
  });
}

function* requestsFor(operation: Operation, mock: Mock): Generator<Asked> {
  const { method } = operation;
  const withId = (id: string): string => operation.path.replaceAll(/\{[^}]*\}/g, id);
  const path = withId("1");
  yield { method, path };
  if (path !== operation.path) for (const value of VALUES) yield { method, path: withId(value === "" ? "//" : value) };
  for (const { name, in: place } of operation.parameters) {
    for (const value of VALUES) {
      if (place === "query") yield { method, path: `${path}?${encodeURIComponent(name)}=${value}` };
      if (place === "header" && !value.includes("%")) yield { method, path, headers: { [name]: value } };
    }
    if (place === "query") yield { method, path: `${path}?${name}=1&${name}=2&unknown&=` };
  }
  for (const headers of HEADERS) yield { method, path, headers };
  const schema = operation.body?.content[0]?.schema;
  if (schema === undefined) return;
  const good = leastValue(mock.contract.document, schema.pointer);
  const text = writeJson(good ?? null);
  yield { method, path, body: text, headers: JSON_TYPE };
  yield { method, path, body: text, headers: { ...JSON_TYPE, expect: "100-continue" } };
  for (const one of BODIES) yield { method, path, ...one };
  for (const body of nearly(good)) yield { method, path, body, headers: JSON_TYPE };
}

const OTHERS: readonly Asked[] = [
  ...["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "PATCH", "DELETE", "POST", "PURGE"].map((method) => ({
    method,
    path: "/nowhere",
  })),
  { method: "GET", path: "/%2e%2e/secret" },
  { method: "GET", path: "/a//b/?" },
];

/** One for each effect, and some combinations. */
const SITUATIONS: readonly Situation[] = [
  { status: 404 },
  { status: "default" },
  { status: "5XX" },
  { example: "none" },
  { dynamic: true },
  { connection: "dropped" },
  { body: "cut" },
  { body: "malformed" },
  { body: "breach" },
  { list: "empty" },
  { list: "full" },
  { list: "empty", body: "breach" },
  { list: "full", body: "malformed" },
  { key: "expired" },
  { rateLimit: { requests: 1, seconds: 3600 } },
  { on: "GET", status: 503, share: 0.5, seed: 3 },
  { status: 500, times: 1 },
  { latency: 1, slowBody: 1 },
];

type Document = readonly [name: string, document: object | undefined];

const LARGE = SHAPES.map(({ name, document }): Document => [name, document]);

async function answersAsBefore(document: object | undefined): Promise<void> {
  const spec = document === undefined ? {} : { spec: document as unknown as OpenApiDocument };
  await using mock = await createMock({ ...spec, today: "2026-06-01", journal: false });
  const told: string[] = [];
  /** Most responses have the same headers as another, so these are shown once. */
  const headersOf = new Map<string, number>();
  const say = async (asked: Asked): Promise<void> => {
    const { method, path, headers = {}, body } = asked;
    const shown = [method, path, ...Object.entries(headers).flat(), body?.slice(0, 100)].filter(
      (part) => part !== undefined,
    );
    const answer = await ask(mock, asked).catch((error: Error): ListMetadata => ({ what: error.message, headers: "" }));
    if (!headersOf.has(answer.headers)) headersOf.set(answer.headers, headersOf.size);
    told.push(`${shown.join(" ")} -> ${headersOf.get(answer.headers)} ${answer.what}`);
  };
  for (const operation of mock.contract.operations) for (const asked of requestsFor(operation, mock)) await say(asked);
  for (const path of new Set(
    mock.contract.operations.map((operation) => operation.path.replaceAll(/\{[^}]*\}/g, "1")),
  )) {
    for (const method of ["HEAD", "OPTIONS", "TRACE", "PUT", "PATCH", "DELETE", "POST"]) await say({ method, path });
  }
  for (const asked of OTHERS) await say(asked);
  mock.reset();
  for (const situation of SITUATIONS) {
    const switched = mock.situation(situation);
    told.push(`situation ${JSON.stringify(situation)}`);
    for (const { method, path } of mock.contract.operations)
      await say({ method, path: path.replaceAll(/\{[^}]*\}/g, "1") });
    switched.remove();
  }
  expect([...told, ...[...headersOf].map(([headers, at]) => `${at}: ${headers}`)]).toMatchSnapshot();
}

test.each<Document>([
  ["the animal store", undefined],
  ["orders", orders()],
])("%s", (_, document) => answersAsBefore(document));

// They take longest, and what is special about them has its own tests.
test.runIf(IN_PROOF).each(LARGE)("%s", (_, document) => answersAsBefore(document));
