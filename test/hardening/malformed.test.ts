// Requests that are not, or hardly, HTTP, over raw connections, because no client library would send them. Every
// response with a body has the contract's error body, and the server still works after each.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, type RawAnswer, exchangeRaw, judgeError, startMock } from "../http/support.ts";
import { readJson } from "../../src/json/read.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

const HOST = "Host: localhost\r\n";
const KEY = "Authorization: Bearer demo-key\r\n";
const get = (target: string, more = ""): string => `GET ${target} HTTP/1.1\r\n${HOST}${KEY}${more}\r\n`;
const post = (headers: string, body = ""): string => `POST /v1/pets HTTP/1.1\r\n${HOST}${KEY}${headers}\r\n${body}`;
const JSON_TYPE = "Content-Type: application/json\r\n";
const BODY = '{"name":"a","categoryId":1}';

/** A name, the bytes, and the allowed statuses; without any, the connection may simply be closed. */
const CASES: readonly (readonly [string, string, readonly number[]])[] = [
  // The request line.
  ["only blank lines", "\r\n\r\n\r\n\r\n", []],
  ["garbage", "garbage\r\n\r\n", [400]],
  ["zero bytes", "\0\0\0\0\r\n\r\n", [400]],
  ["a TLS greeting", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001", [400]],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
  ["HTTP/0.9", "GET /v1/pets\r\n\r\n", [400]],
  ["HTTP/1.2", `GET /v1/pets HTTP/1.2\r\n${HOST}\r\n`, [400, 401]],
  ["HTTP/9.9", `GET /v1/pets HTTP/9.9\r\n${HOST}\r\n`, [400]],
  ["no version number", `GET /v1/pets HTTP/\r\n${HOST}\r\n`, [400]],
  ["another protocol", `GET /v1/pets RTSP/1.0\r\n${HOST}\r\n`, [400, 401]],
  ["an unknown method", `BREW /v1/pets HTTP/1.1\r\n${HOST}\r\n`, [501]],
  ["a method of another protocol", `DESCRIBE /v1/pets HTTP/1.1\r\n${HOST}\r\n`, [501]],
  ["an unknown method in another protocol", `BREW /v1/pets RTSP/1.0\r\n${HOST}\r\n`, [400]],
  ["an unknown method after a good request", `${get("/v1/pets/1")}BREW /v1/pets HTTP/1.1\r\n\r\n`, [200, 501]],
  ["a method in lower case", `get /v1/pets HTTP/1.1\r\n${HOST}\r\n`, [501]],
  ["no method", ` /v1/pets HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["no target", `GET  HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["two targets", `GET /v1/pets /v1/pets HTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["a tab in the line", `GET\t/v1/pets\tHTTP/1.1\r\n${HOST}\r\n`, [400]],
  ["a zero byte in the target", get("/v1/pe\0ts"), [400]],
  ["raw UTF-8 in the target", get("/v1/pets/\u00c3\u00a9"), [400]],
  ["a fragment in the target", get("/v1/pets#x"), [400]],
  ["a relative target", get("v1/pets"), [400]],
  ["a target of stars", get("*"), [404]],
  ["http://[", get("http://["), [400]],
  ["http://", get("http://"), [400]],
  ["http://user@localhost", get("http://user@localhost/v1/pets"), [400]],
  ["a foreign target", get("http://evil.example/v1/pets"), [421]],
  ["a target of our own", get("http://localhost/v1/pets"), [200]],
  ["a target with a port that is none", get("http://localhost:99999/v1/pets"), [400]],
  ["ftp", get("ftp://localhost/v1/pets"), [400]],
  ["a long target", get(`/v1/pets?${"x".repeat(9000)}`), [431]],
  ["an endless target", `GET /${"a".repeat(20_000)}`, [431]],
  ["CONNECT", `CONNECT localhost:80 HTTP/1.1\r\n${HOST}\r\n`, [501]],
  ["CONNECT to nowhere", `CONNECT [ HTTP/1.1\r\n${HOST}\r\n`, [400, 501]],
  ["OPTIONS of everything", `OPTIONS * HTTP/1.1\r\n${HOST}\r\n`, [204]],
  ["TRACE", `TRACE /v1/pets HTTP/1.1\r\n${HOST}${KEY}\r\n`, [405]],
  // Host.
  ["no host", "GET /v1/pets HTTP/1.1\r\n\r\n", [400]],
  ["no host in HTTP/1.0", "GET /v1/pets HTTP/1.0\r\n\r\n", [400]],
  ["an empty host", "GET /v1/pets HTTP/1.1\r\nHost:\r\n\r\n", [400]],
  ["two hosts", `GET /v1/pets HTTP/1.1\r\n${HOST}Host: localhost\r\n\r\n`, [400]],
  ["two hosts that differ", `GET /v1/pets HTTP/1.1\r\n${HOST}Host: evil.example\r\n\r\n`, [400]],
  ["a foreign host", "GET /v1/pets HTTP/1.1\r\nHost: evil.example\r\n\r\n", [421]],
  ["a foreign host with ours inside", "GET /v1/pets HTTP/1.1\r\nHost: localhost.evil.example\r\n\r\n", [421]],
  ["a host with a path", "GET /v1/pets HTTP/1.1\r\nHost: localhost/x\r\n\r\n", [400]],
  ["a host with a space", "GET /v1/pets HTTP/1.1\r\nHost: local host\r\n\r\n", [400]],
  ["a host with a port that is none", "GET /v1/pets HTTP/1.1\r\nHost: localhost:x\r\n\r\n", [400]],
  ["a broken IPv6 host", "GET /v1/pets HTTP/1.1\r\nHost: [::1\r\n\r\n", [400]],
  ["an IPv6 host that is none", "GET /v1/pets HTTP/1.1\r\nHost: [::g]\r\n\r\n", [400]],
  ["two hosts in one line", "GET /v1/pets HTTP/1.1\r\nHost: localhost, localhost\r\n\r\n", [400]],
  // Header lines.
  ["a header without a colon", get("/v1/pets", "broken\r\n"), [400]],
  ["a header without a name", get("/v1/pets", ": x\r\n"), [400]],
  ["a space before the colon", get("/v1/pets", "X-A : x\r\n"), [400]],
  ["a folded line", get("/v1/pets", "X-A: x\r\n folded\r\n"), [400, 200]],
  ["a control character in a value", get("/v1/pets", "X-A: \u0001\r\n"), [400]],
  ["a zero byte in a value", get("/v1/pets", "X-A: a\0b\r\n"), [400]],
  ["a zero byte in a name", get("/v1/pets", "X\0A: b\r\n"), [400]],
  ["bare line feeds", `GET /v1/pets HTTP/1.1\n${HOST}\n`, [400]],
  ["a bare carriage return", get("/v1/pets", "X-A: a\rb\r\n"), [400]],
  ["a large header", get("/v1/pets", `X-A: ${"x".repeat(9000)}\r\n`), [431]],
  ["many headers", get("/v1/pets", "X-A: 1\r\n".repeat(4000)), [431]],
  ["a second host behind many headers", get("/v1/pets", `${"A:\r\n".repeat(2100)}Host: evil.example\r\n`), [400]],
  ["two keys", `GET /v1/pets HTTP/1.1\r\n${HOST}${KEY}${KEY}\r\n`, [401]],
  ["an unknown expectation", get("/v1/pets", "Expect: a-miracle\r\n"), [417]],
  [
    "an unknown expectation after one that is known",
    get("/v1/pets", "Expect: 100-continue\r\nexpect: a-miracle\r\n"),
    [200],
  ],
  [
    "an unknown expectation before one that is known",
    get("/v1/pets", "EXPECT: a-miracle\r\nExpect: 100-continue\r\n"),
    [200],
  ],
  ["an upgrade", get("/v1/pets", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\n"), [200]],
  ["an upgrade without a key", `GET /v1/pets HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`, [401]],
  // Framing.
  ["a length that is no number", post(`${JSON_TYPE}Content-Length: x\r\n`, BODY), [400]],
  ["a negative length", post(`${JSON_TYPE}Content-Length: -1\r\n`, BODY), [400]],
  ["a length with a sign", post(`${JSON_TYPE}Content-Length: +27\r\n`, BODY), [400]],
  ["a length in hex", post(`${JSON_TYPE}Content-Length: 0x1b\r\n`, BODY), [400]],
  ["a length beyond counting", post(`${JSON_TYPE}Content-Length: 99999999999999999999999\r\n`, BODY), [400]],
  ["a length that is too much", post(`${JSON_TYPE}Content-Length: 65537\r\n`), [413]],
  ["a length of a terabyte", post(`${JSON_TYPE}Content-Length: 1099511627776\r\n`), [413]],
  ["two lengths", post(`${JSON_TYPE}Content-Length: 27\r\nContent-Length: 28\r\n`, BODY), [400]],
  ["two equal lengths", post(`${JSON_TYPE}Content-Length: 27\r\nContent-Length: 27\r\n`, BODY), [400]],
  ["an empty length", post(`${JSON_TYPE}Content-Length:\r\n`, BODY), [400]],
  ["length and chunks", post(`${JSON_TYPE}Content-Length: 27\r\nTransfer-Encoding: chunked\r\n`, "0\r\n\r\n"), [400]],
  ["an unknown coding", post(`${JSON_TYPE}Transfer-Encoding: gzip\r\n`, BODY), [400]],
  ["chunked and then something", post(`${JSON_TYPE}Transfer-Encoding: chunked, gzip\r\n`, BODY), [400]],
  ["chunked twice", post(`${JSON_TYPE}Transfer-Encoding: chunked, chunked\r\n`, "0\r\n\r\n"), [400]],
  ["a chunk size that is none", post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, "zz\r\n"), [400]],
  ["a chunk size beyond counting", post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, "ffffffffffffffffff\r\n"), [400]],
  [
    "a chunk that is longer than it said",
    post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, "1\r\nabc\r\n0\r\n\r\n"),
    [400],
  ],
  [
    "large chunk extensions",
    post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, `1;${"x".repeat(20_000)}\r\n`),
    [400, 413],
  ],
  [
    "chunks that are too much",
    post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, `4000\r\n${"x".repeat(0x4000)}\r\n`.repeat(5)),
    [413],
  ],
  ["no chunks at all", post(`${JSON_TYPE}Transfer-Encoding: chunked\r\n`, "0\r\n\r\n"), [400]],
  ["a body without a length", post(JSON_TYPE, BODY), [400]],
  ["two media types", post(`${JSON_TYPE}${JSON_TYPE}Content-Length: 27\r\n`, BODY), [415]],
  ["a good request, then garbage", `${get("/v1/pets/1")}garbage\r\n\r\n`, [200, 400]],
  [
    "a refused body, then what was smuggled in it",
    post(`${JSON_TYPE}Content-Length: 27\r\n`, BODY) + get("/v1/pets/1"),
    [201, 200],
  ],
];

/** SECURITY.md states this number. */
const MALFORMED = 92;

test("there are as many cases as SECURITY.md states", () => {
  expect(CASES.length).toBe(MALFORMED);
});

describe("malformed HTTP", () => {
  test.concurrent.each(CASES)("%s", async (name, bytes, expected) => {
    const patience = expected.length === 0 ? 120 : undefined;
    const answers = await exchangeRaw(mock.port, Buffer.from(bytes, "latin1"), 120, patience);
    for (const answer of answers) judgeRaw(answer, name);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => !expected.includes(status))).toEqual([]);
    // If a refusal is required, there must be one.
    expect(statuses.length > 0 || expected.some((status) => status < 400) || expected.length === 0).toBe(true);
    expect((await mock.send("GET", "/pets/1")).status).toBe(200);
  });

  test("an unknown method is named as the cause, with the allowed ones", async () => {
    const [answer] = await exchangeRaw(mock.port, `BREW /v1/pets HTTP/1.1\r\n${HOST}\r\n`);
    expect(JSON.parse(answer?.body ?? "")).toEqual({
      code: "not_implemented",
      message:
        "the method is none that is known here; a path answers OPTIONS and the methods that the document gives it, in capitals",
      status: 501,
    });
  });

  test("pipelined requests are answered in order", async () => {
    const bytes = [1, 2, 3, 4, 5].map((id) => get(`/v1/pets/${id}`)).join("");
    const answers = await exchangeRaw(mock.port, bytes, 150);
    expect(answers.map(({ body }) => (JSON.parse(body) as { id: number }).id)).toEqual([1, 2, 3, 4, 5]);
  });

  test.each([
    ["127.0.0.1", 200],
    ["127.0.0.1:1", 200],
    ["[::1]:4010", 200],
    ["LOCALHOST", 200],
    ["localhost.", 200],
    ["a.b.localhost:80", 200],
    ["store.test", 200],
    ["STORE.TEST:8080", 200],
    ["other.test", 421],
    ["0x7f.1", 421],
    ["localhost.test", 421],
    ["notlocalhost", 421],
  ])("Host: %s is answered with %i", async (host, status) => {
    const allowing = await startMock(undefined, { allowedHosts: ["store.test"] });
    const [answer] = await exchangeRaw(
      allowing.port,
      `GET /v1/pets HTTP/1.1\r\nHost: ${host}\r\n${KEY}Connection: close\r\n\r\n`,
    );
    expect(answer?.status).toBe(status);
    await allowing.close();
  });
});

describe("Expect: 100-continue", () => {
  const waiting = `${JSON_TYPE}Content-Length: 27\r\nExpect: 100-continue\r\n`;

  test("a body that will be read gets 100 Continue", async () => {
    const answers = await exchangeRaw(mock.port, post(waiting, BODY));
    expect(answers.map(({ status }) => status)).toEqual([100, 201]);
  });

  test("a body that will be refused does not get 100 Continue", async () => {
    const refused = [
      [`POST /v1/pets HTTP/1.1\r\n${HOST}${waiting}\r\n`, 401],
      [post(waiting.replace("27", "70000")), 413],
      [post(waiting.replace("json", "xml")), 415],
    ] as const;
    for (const [bytes, status] of refused) {
      expect((await exchangeRaw(mock.port, bytes)).map((answer) => answer.status)).toEqual([status]);
    }
  });
});

function judgeRaw(answer: RawAnswer, name: string): void {
  if (answer.body === "") {
    if (answer.status === 100 || answer.status === 204) return;
    throw new Error(`${name}: an answer ${answer.status} without a body`);
  }
  const reading = readJson(answer.body);
  if ("fault" in reading || answer.headers["content-type"] !== "application/json") {
    throw new Error(`${name}: not JSON: ${answer.body}`);
  }
  if (answer.status >= 400) judgeError(mock.inference, { status: answer.status, value: reading.value }, name);
}
