// Suite and gate, run through the control plane: who may start them, against which targets, and how many at a time. The
// process is a stand-in here; test/hostile/server/runs.test.ts has the real one.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { RunAsked, RunEvent, Runs } from "../../src/http/control/runs.ts";
import { type Mock, exchangeRaw, startMock } from "./support.ts";
import { IN_PROOF } from "../share.ts";

/** Records its input, and ends when told to. */
class StandIn implements Runs {
  readonly token = "run-token-of-this-start";
  readonly asked: RunAsked[] = [];
  stays = false;
  going = 0;

  async run(asked: RunAsked, tell: (event: RunEvent) => void, signal: AbortSignal): Promise<void> {
    this.asked.push(asked);
    this.going++;
    tell({ done: 1, total: 2 });
    if (this.stays) await new Promise((done) => signal.addEventListener("abort", done));
    tell({ report: { summary: [["pass", 2]], findings: [], more: 0 } });
    this.going--;
  }
}

const runs = new StandIn();
let mock: Mock;
let base: string;
beforeAll(async () => {
  mock = await startMock(undefined, { control: { runs } });
  base = `${new URL(mock.url).origin}/_/api/v1/runs`;
});
afterAll(() => mock.close());
afterEach(() => {
  runs.asked.length = 0;
  runs.stays = false;
});

const HERE = "http://127.0.0.1:4010/v1";

function ask(
  path: string,
  body: unknown,
  token: string | undefined = runs.token,
  init: { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal } = {},
): Promise<Response> {
  const headers = {
    "Content-Type": "application/json",
    ...(token === "" ? {} : { Authorization: `Bearer ${token}` }),
    ...init.headers,
  };
  return fetch(`${base}${path}`, { method: "POST", body: JSON.stringify(body), ...init, headers });
}

const eventsOf = async (answer: Response): Promise<unknown[]> =>
  (await answer.text()).split("\n").flatMap((line) => (line.startsWith("data: ") ? [JSON.parse(line.slice(6))] : []));

test("a run reports its progress and its result", async () => {
  const answer = await ask("/verify", { url: HERE, key: "demo-key" });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  expect(await eventsOf(answer)).toEqual([
    { done: 1, total: 2 },
    { report: { summary: [["pass", 2]], findings: [], more: 0 } },
  ]);
  expect(runs.asked).toEqual([{ kind: "verify", url: HERE, key: "demo-key", readOnly: true }]);
});

test("a run is read-only unless changes were confirmed", async () => {
  for (const readOnly of [undefined, true, false]) await (await ask("/verify", { url: HERE, readOnly })).text();
  expect(runs.asked.map((one) => "readOnly" in one && one.readOnly)).toEqual([true, true, false]);
});

test("a changed document is passed on as it is", async () => {
  await (await ask("/gate", { document: "openapi: 3.1.0 # \u202e" })).text();
  expect(runs.asked).toEqual([{ kind: "gate", document: "openapi: 3.1.0 # \u202e" }]);
});

test.each(["", "wrong-token-wrong-token", "demo-key"])(
  "a run is refused without the token of this start: %j",
  async (token) => {
    for (const [path, body] of [["/verify", { url: HERE }] as const, ["/gate", { document: "x" }] as const]) {
      expect((await ask(path, body, token)).status).toBe(401);
    }
    expect(runs.asked).toEqual([]);
  },
);

test("the token for runs does not give access to the control plane, nor vice versa", async () => {
  const other = await startMock(undefined, { control: { runs, token: "control-token" } });
  try {
    const at = (path: string): string => `${new URL(other.url).origin}/_/api/v1${path}`;
    const status = async (path: string, token: string, init: RequestInit = {}): Promise<number> => {
      const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
      return (await fetch(at(path), { ...init, headers })).status;
    };
    const run = { method: "POST", body: JSON.stringify({ url: HERE }) };
    expect(await status("/state", runs.token)).toBe(401);
    expect(await status("/state", "control-token")).toBe(200);
    expect(await status("/runs/verify", "control-token", run)).toBe(401);
    expect(await status("/runs/verify", runs.token, run)).toBe(200);
  } finally {
    await other.close();
  }
});

test.each([
  { Origin: "http://localhost:5173" },
  { Origin: "https://evil.example.com" },
  { Origin: "null" },
  { "Sec-Fetch-Site": "cross-site" },
])("a run is refused to any page but the mock's own, with or without the token: %j", async (headers) => {
  expect((await ask("/verify", { url: HERE }, runs.token, { headers })).status).toBe(403);
  expect(runs.asked).toEqual([]);
});

test("a request with a host name that was rebound to this machine is refused", async () => {
  const head = `Host: evil.example.com\r\nAuthorization: Bearer ${runs.token}\r\nConnection: close\r\n`;
  const body = JSON.stringify({ url: HERE });
  const rest = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const answer = await exchangeRaw(mock.port, `POST /_/api/v1/runs/verify HTTP/1.1\r\n${head}${rest}`);
  expect(JSON.stringify(answer)).toContain("421");
  expect(runs.asked).toEqual([]);
});

test.each([
  "http://127.0.0.1",
  "http://127.0.0.1:8080",
  "https://127.0.0.1:8443/api/v2",
  "http://127.9.8.7/v1/",
  "http://[::1]:3000/v1",
])("a server on this machine is verified: %s", async (url) => {
  expect((await ask("/verify", { url })).status).toBe(200);
});

test.each([
  ["a name, wherever it leads", "http://localhost:4010/v1"],
  ["a name that resolves to loopback", "http://127.0.0.1.nip.io/v1"],
  ["a name that resolves to loopback", "http://localtest.me/v1"],
  ["all interfaces", "http://0.0.0.0:4010/v1"],
  ["all interfaces", "http://[::]:4010/v1"],
  ["a mapped address", "http://[::ffff:127.0.0.1]:4010/v1"],
  ["a mapped address", "http://[::ffff:7f00:1]/v1"],
  ["the long form of an address", "http://[0:0:0:0:0:0:0:1]/v1"],
  ["a decimal address", "http://2130706433/v1"],
  ["a hexadecimal address", "http://0x7f000001/v1"],
  ["an octal address", "http://0177.0.0.1/v1"],
  ["an octal address", "http://127.0.0.01/v1"],
  ["a short address", "http://127.1/v1"],
  ["an address in the local network", "http://192.168.1.1/v1"],
  ["the address of a cloud's metadata", "http://169.254.169.254/latest"],
  ["another host behind a user", "http://127.0.0.1@evil.example.com/"],
  ["another host behind a port", "http://127.0.0.1:80@evil.example.com/"],
  ["another host behind a backslash", "http://127.0.0.1\\@evil.example.com/"],
  ["another host behind a number", "http://127.0.0.1.evil.example.com/"],
  ["another host behind a dot", "http://127.0.0.1./v1"],
  ["digits of another script", "http://１２７.0.0.1/v1"],
  ["another scheme", "file:///etc/passwd"],
  ["another scheme", "gopher://127.0.0.1/"],
  ["a query", "http://127.0.0.1/?url=http://evil.example.com"],
  ["a line break", "http://127.0.0.1/\r\nHost: evil"],
  ["a space before it", " http://127.0.0.1/"],
  ["a flag", "--spec=/etc/passwd"],
  ["nothing", ""],
  ["a number", 2130706433],
])("an address of another machine is refused: %s", async (_, url) => {
  expect((await ask("/verify", { url })).status).toBe(400);
  expect(runs.asked).toEqual([]);
});

test.runIf(IN_PROOF)("input that is too large is refused, and the mock keeps running", async () => {
  expect((await ask("/gate", { document: "x".repeat(4_194_305) })).status).toBe(400);
  const status = await ask("/gate", { document: "x".repeat(17 * 1024 * 1024) }).then(
    (answer) => answer.status,
    () => 413,
  );
  expect(status).toBe(413);
  expect((await ask("/verify", { url: HERE, words: ["--spec", "/etc/passwd"] })).status).toBe(400);
  expect(runs.asked).toEqual([]);
  expect((await ask("/verify", { url: HERE })).status).toBe(200);
});

test("two runs can go on at a time, and a client that disconnects makes room", async () => {
  runs.stays = true;
  const leave = new AbortController();
  const some = await Promise.all([1, 2].map(() => ask("/verify", { url: HERE }, runs.token, { signal: leave.signal })));
  expect(some.map(({ status }) => status)).toEqual([200, 200]);
  const more = await Promise.all(Array.from({ length: 30 }, () => ask("/verify", { url: HERE })));
  expect(new Set(more.map(({ status }) => status))).toEqual(new Set([429]));
  expect(runs.going).toBe(2);
  leave.abort();
  await expect.poll(() => runs.going).toBe(0);
  runs.stays = false;
  expect((await ask("/verify", { url: HERE })).status).toBe(200);
});

test("a mock that others can reach runs neither suite nor gate", async () => {
  const options = { control: { token: "control-token", runs }, isOnNetwork: true };
  await expect(startMock(undefined, options)).rejects.toThrow("runs neither suite nor gate");
  const other = await startMock(undefined, { control: { token: "control-token" }, isOnNetwork: true });
  try {
    const answer = await fetch(`${new URL(other.url).origin}/_/api/v1/runs/verify`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: "Bearer control-token" },
      body: JSON.stringify({ url: HERE }),
    });
    expect(answer.status).toBe(501);
  } finally {
    await other.close();
  }
});
