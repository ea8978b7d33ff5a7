// A foreign page, a rebound name, a huge body or a flood of sessions cannot affect worlds, journal or control plane.
// The tests check the effect on the mock, not only the responses.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { connect } from "node:net";
import { MOST_SESSIONS } from "../../../src/mock/worlds.ts";
import { type Mock, exchangeRaw, startMock } from "../../http/support.ts";

let mock: Mock;
let origin: string;
beforeAll(async () => {
  mock = await startMock(undefined, { control: {} });
  origin = new URL(mock.url).origin;
});
afterAll(() => mock.close());
beforeEach(() => {
  mock.server.worlds.dropAll();
  mock.server.worlds.shared.reset();
});

const count = (): number => mock.server.worlds.shared.collection(0).store.count();
const EMPTY = JSON.stringify({ resources: { pets: [] } });

test.each([
  "http://localhost:3000",
  "http://127.0.0.1:1",
  "https://evil.example.com",
  "null",
  "file://",
  "http://localhost.evil.example.com",
])("a page from %s changes nothing, whatever it sends", async (page) => {
  const before = count();
  const head = `Host: localhost\r\nOrigin: ${page}\r\nConnection: close\r\n`;
  for (const type of ["application/json", "text/plain", "application/x-www-form-urlencoded"]) {
    const body = `Content-Type: ${type}\r\nContent-Length: ${EMPTY.length}\r\n\r\n${EMPTY}`;
    for (const method of ["PUT", "POST"]) {
      const answer = await exchangeRaw(mock.port, `${method} /_/api/v1/state HTTP/1.1\r\n${head}${body}`);
      expect(JSON.stringify(answer)).toContain("403");
      expect(JSON.stringify(answer).toLowerCase()).not.toContain("access-control-allow-origin");
    }
  }
  const reset = await exchangeRaw(mock.port, `POST /_/api/v1/state/reset HTTP/1.1\r\n${head}Content-Length: 0\r\n\r\n`);
  expect(JSON.stringify(reset)).toContain("403");
  expect(count()).toBe(before);
});

test("a name that was rebound to this machine is refused", async () => {
  for (const host of ["evil.example.com", "localhost.evil.example.com:4010", "127.0.0.1.nip.io"]) {
    const answer = await exchangeRaw(
      mock.port,
      `GET /_/api/v1/requests HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    );
    expect(JSON.stringify(answer)).toContain("421");
  }
});

/** What a page sends that has the mock's answers handed on to it as they come. */
const FOLLOWING: readonly (readonly [what: string, head: string])[] = [
  ...["https://evil.example.com", "null", "http://localhost:3000"].map(
    (page) => [`a page of ${page}`, `Host: localhost\r\nOrigin: ${page}\r\n`] as const,
  ),
  ["an image or a script of another site", "Host: localhost\r\nSec-Fetch-Site: cross-site\r\n"],
  ["a rebound name", "Host: evil.example.com\r\n"],
];

test.each(FOLLOWING)("%s follows no requests and opens no WebSocket", async (_, head) => {
  const statuses = async (path: string, more: string): Promise<number[]> =>
    (await exchangeRaw(mock.port, `GET ${path} HTTP/1.1\r\n${head}${more}\r\n\r\n`)).map(({ status }) => status);
  const follow = await statuses("/_/api/v1/requests/events", "Accept: text/event-stream\r\nConnection: close");
  expect([[403], [421]]).toContainEqual(follow);
  const socket = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${"A".repeat(22)}==`;
  for (const path of ["/", "/_/", "/_/api/v1/requests/events", "/_/api/v1/state"]) {
    const answers = await statuses(path, socket);
    expect(answers).toHaveLength(1);
    expect(answers[0]).toBeGreaterThanOrEqual(400);
  }
});

test("a page from the same host and another port is another origin", async () => {
  const headers = {
    Origin: `${new URL(origin).protocol}//${new URL(origin).hostname}:1`,
    "Sec-Fetch-Site": "same-site",
  };
  expect((await fetch(`${origin}/_/api/v1/requests`, { headers })).status).toBe(403);
});

test("a body beyond the limit is refused, and the mock still works", async () => {
  const body = `{"resources":{"pets":["${"x".repeat(17 * 1024 * 1024)}"]}}`;
  const answer = await fetch(`${origin}/_/api/v1/state`, {
    method: "PUT",
    body,
    headers: { "Content-Type": "application/json" },
  }).catch(() => undefined);
  expect(answer === undefined || answer.status === 413).toBe(true);
  expect((await fetch(`${origin}/_/api/v1/health`)).status).toBe(200);
});

test("bodies that are nested, doubled or polluting are refused", async () => {
  const before = count();
  for (const body of [
    `{"resources":${"[".repeat(5000)}${"]".repeat(5000)}}`,
    '{"resources":{},"resources":{"pets":[]}}',
    '{"__proto__":{"resources":{}}}',
    '{"resources":{"__proto__":[]}}',
    '{"resources":{"constructor":[]}}',
    "\u0000",
  ]) {
    const answer = await fetch(`${origin}/_/api/v1/state`, {
      method: "PUT",
      body,
      headers: { "Content-Type": "application/json" },
    });
    expect([body.slice(0, 40), answer.status >= 400 && answer.status < 500]).toEqual([body.slice(0, 40), true]);
  }
  expect(count()).toBe(before);
});

test("a flood of sessions stays within the limit, and the shared world is not touched", async () => {
  const ask = (n: number): Promise<Response> =>
    fetch(`${mock.url}/pets?limit=1&x-mock-session=flood${n}`, { headers: { Authorization: "Bearer demo-key" } });
  const statuses = new Set<number>();
  for (let n = 0; n < MOST_SESSIONS + 200; n += 20) {
    const some = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(n + at)));
    for (const answer of some) {
      statuses.add(answer.status);
      await answer.arrayBuffer();
    }
  }
  expect(statuses).toEqual(new Set([200, 503]));
  expect(mock.server.worlds.list()).toHaveLength(MOST_SESSIONS);
  expect((await fetch(`${mock.url}/pets`, { headers: { Authorization: "Bearer demo-key" } })).status).toBe(200);
});

test("the journal stays within its limit and returns JSON, whatever was sent", async () => {
  const note = "<script>alert(1)</script>\u2028\u0007";
  for (let n = 0; n < 1100; n++) {
    const body = JSON.stringify({ name: `${note}${"x".repeat(60_000)}`, categoryId: n });
    await (
      await fetch(`${mock.url}/pets`, {
        method: "POST",
        body,
        headers: {
          Authorization: "Bearer demo-key",
          "Content-Type": "application/json",
          "User-Agent": "<img src=x onerror=alert(1)>",
        },
      })
    ).arrayBuffer();
  }
  expect(mock.server.journals?.entries).toHaveLength(1000);
  expect(mock.server.journals?.bytes).toBeLessThan(64 * 1024 * 1024);
  const answer = await fetch(`${origin}/_/api/v1/requests?limit=5`);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(await answer.json()).toHaveLength(5);
});

test("clients that follow events without reading are disconnected, without affecting others", async () => {
  const deaf = Array.from({ length: 70 }, () => {
    const socket = connect(mock.port, "127.0.0.1").on("error", () => undefined);
    socket.pause();
    socket.write("GET /_/api/v1/requests/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return socket;
  });
  for (let n = 0; n < 200; n++) expect((await mock.send("GET", "/pets?limit=100")).status).toBe(200);
  for (const socket of deaf) socket.destroy();
  expect((await fetch(`${origin}/_/api/v1/health`)).status).toBe(200);
});

test("Prefer values and situations with hostile texts cannot add a header", async () => {
  for (const wish of [
    'example="a\\"b\\r\\nX-Evil: 1"',
    "code=404, example=<script>",
    `example="${"x".repeat(3000)}"`,
    "code=200;".repeat(300),
  ]) {
    const answer = await fetch(`${mock.url}/pets/1`, { headers: { Authorization: "Bearer demo-key", Prefer: wish } });
    expect([answer.status < 500, answer.headers.get("x-evil")]).toEqual([true, null]);
    await answer.arrayBuffer();
  }
});
