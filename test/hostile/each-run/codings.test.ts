// Bodies with a content or transfer coding that the mock does not support: refused, never read as they are.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, exchangeRaw, startMock } from "../../http/support.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

const BODY = '{"name":"a","categoryId":1}';
const CHUNKS = `1b\r\n${BODY}\r\n0\r\n\r\n`;
const HEAD = "Host: localhost\r\nAuthorization: Bearer demo-key\r\nContent-Type: application/json\r\n";

async function statuses(method: string, path: string, headers: string, body: string): Promise<number[]> {
  const bytes = `${method} ${path} HTTP/1.1\r\n${HEAD}${headers}Connection: close\r\n\r\n${body}`;
  return (await exchangeRaw(mock.port, Buffer.from(bytes, "latin1"))).map(({ status }) => status);
}

test.each([
  ["gzip", "Content-Encoding: gzip\r\n", 415],
  ["gzip, then identity in a line of its own", "Content-Encoding: gzip\r\nContent-Encoding: identity\r\n", 415],
  ["identity, then gzip in a line of its own", "Content-Encoding: identity\r\nContent-Encoding: gzip\r\n", 415],
  ["gzip and identity in one line", "Content-Encoding: gzip, identity\r\n", 415],
  ["identity", "Content-Encoding: identity\r\n", 201],
])("a body with the content coding %s", async (_name, headers, status) => {
  expect(await statuses("POST", "/v1/pets", `${headers}Content-Length: 27\r\n`, BODY)).toEqual([status]);
});

test.each([
  ["gzip, chunked", "Transfer-Encoding: gzip, chunked\r\n", 501],
  ["gzip, then chunked in a line of its own", "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", 501],
  ["x-unknown, chunked", "Transfer-Encoding: x-unknown, chunked\r\n", 501],
  ["identity, chunked", "Transfer-Encoding: identity, chunked\r\n", 501],
  ["chunked", "Transfer-Encoding: chunked\r\n", 201],
  ["Chunked, in other letters", "Transfer-Encoding: Chunked\r\n", 201],
])("a body with the transfer coding %s", async (_name, headers, status) => {
  expect(await statuses("POST", "/v1/pets", headers, CHUNKS)).toEqual([status]);
});

test("a body with a content coding is refused wherever it is sent", async () => {
  const headers = "Transfer-Encoding: gzip, chunked\r\n";
  expect(await statuses("GET", "/v1/pets", headers, "0\r\n\r\n")).toEqual([501]);
  expect(await statuses("POST", "/v1/nowhere", headers, CHUNKS)).toEqual([501]);
});
