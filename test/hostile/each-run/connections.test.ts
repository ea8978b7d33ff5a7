// Connections that occupy a place without using it: they lose it, and honest clients are always served.
import { readFileSync } from "node:fs";
import { type Socket, connect } from "node:net";
import { describe, expect, test } from "vitest";
import { DEFAULT_TIMEOUTS } from "../../../src/http/listening.ts";
import { type Mock, exchangeRaw, startMock } from "../../http/support.ts";
import { answers, at, object, text } from "../../http/parts.ts";
import { startChild } from "../../serve/child.ts";
import { shortened } from "./slow-clients.ts";
import { IN_PROOF, drawn } from "../../share.ts";
import { accepted, closed, heardFrom, serverSideOf } from "../../waiting.ts";

const GET = "GET /v1/pets/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\n\r\n";
const POST =
  "POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\nContent-Length: 27\r\n\r\n{";

/** Connects and sends, and waits for the response if one comes, which it discards. */
async function hold(port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  // The server closes with its test, and closes its connections.
  socket.on("error", () => undefined);
  socket.resume();
  await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
  if (bytes !== "") socket.write(bytes);
  if (bytes === GET) await new Promise((resolve) => socket.once("data", resolve).once("close", resolve));
  return socket;
}

async function honest(port: number): Promise<number | undefined> {
  const [answer] = await exchangeRaw(port, GET.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
  return answer?.status;
}

/** Disconnects, because the server would wait three seconds for stalled clients. */
async function leave(mock: Mock, held: readonly Socket[]): Promise<void> {
  for (const socket of held) socket.destroy();
  await mock.close();
}

const isOpen = (socket: Socket): boolean => !socket.destroyed;

// All at once, since most of them wait.
describe.concurrent("an idle connection", () => {
  test.each([
    ["blank lines", "\r\n"],
    ["many blank lines at once", "\r\n".repeat(500)],
    ["single line feeds", "\n"],
  ])("is closed although %s keep coming", async (_name, bytes) => {
    const timeouts = shortened(10);
    const mock = await startMock(undefined, { timeouts });
    const socket = await hold(mock.port, GET);
    const timer = setInterval(() => socket.write(bytes), timeouts.keepAlive / 4);
    await closed([socket]);
    clearInterval(timer);
    await mock.close();
  });

  test("is not closed while it sends a request now and then", async () => {
    const timeouts = shortened(10);
    const mock = await startMock(undefined, { timeouts });
    const socket = await hold(mock.port, GET);
    const heard = heardFrom(socket);
    let sent = 0;
    const timer = setInterval(() => socket.write(sent++ % 3 === 0 ? `\r\n${GET}` : GET), timeouts.keepAlive / 3);
    await heard.until((seen) => seen.split("200 OK").length > drawn({ each: 6, proof: 12 }));
    clearInterval(timer);
    expect(isOpen(socket)).toBe(true);
    await mock.close();
  });
});

test.concurrent("a client that reads nothing of its answer is disconnected", async () => {
  const timeouts = { ...shortened(10), socket: 200 };
  const thing = object({ id: text, name: text }, "id");
  const item = { id: "1", name: "x".repeat(moreThanBuffersHold()) };
  const paths = { "/things/{id}": { ...at("id"), get: { responses: answers("200", thing) } } };
  const document = { openapi: "3.1.0", info: { title: "t", version: "1" }, paths };
  const mock = await startMock(document, { timeouts, seeds: { default: { kind: "items", items: [item] } } });
  const socket = connect(mock.port, "127.0.0.1").on("error", () => undefined);
  const serverSide = new Promise((resolve) => socket.once("connect", resolve)).then(() => serverSideOf(socket));
  socket.write("GET /things/1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
  await closed([await serverSide]);
  socket.resume();
  await new Promise((resolve) => socket.once("close", resolve));
  expect(socket.bytesRead).toBeGreaterThan(0);
  expect(socket.bytesRead).toBeLessThan(item.name.length);
  await mock.close();
});

/** More bytes than the system takes before the other side has read any. */
function moreThanBuffersHold(): number {
  const most = (name: string): number => {
    try {
      return Number(readFileSync(`/proc/sys/net/ipv4/${name}`, "utf8").trim().split(/\s+/).at(-1));
    } catch {
      return 10_000_000;
    }
  };
  return most("tcp_rmem") + most("tcp_wmem") + 10_000_000;
}

describe.concurrent("more connections than the limit", () => {
  const waysToHold: readonly (readonly [string, string])[] = [
    ["were answered", GET],
    ["say nothing", ""],
    ["stop in the head", "GET /v1/pe"],
    ["stop in the body", POST],
  ];

  async function crowded(bytes: string): Promise<{ mock: Mock; held: Socket[] }> {
    const mock = await startMock(undefined, { maxConnections: 10 });
    const held: Socket[] = [];
    for (let n = 0; n < 25; n++) held.push(await hold(mock.port, bytes));
    await closed(held, 15);
    return { mock, held };
  }

  test.each(waysToHold)("of clients that %s: an honest one is served", async (_name, bytes) => {
    const { mock, held } = await crowded(bytes);
    for (let n = 0; n < 5; n++) expect(await honest(mock.port)).toBe(200);
    expect(held.filter(isOpen).length).toBeLessThanOrEqual(10);
    await leave(mock, held);
  });

  test("the oldest idle one is closed first, and never a busy one", async () => {
    const mock = await startMock(undefined, { maxConnections: 5 });
    const busy = await hold(mock.port, POST);
    const idle: Socket[] = [];
    for (let n = 0; n < 4; n++) idle.push(await hold(mock.port, GET));
    // It connected first, but sent the latest request.
    idle[0]?.write(GET);
    await new Promise((resolve) => idle[0]?.once("data", resolve));
    const late = [await hold(mock.port, GET), await hold(mock.port, GET)];
    await closed(idle, 2);
    expect([busy, ...idle].map(isOpen)).toEqual([true, true, false, false, true]);
    await leave(mock, [busy, ...idle, ...late]);
  });
});

describe("a connection that sends a request while the server is busy", () => {
  /** Keeps the process, and so the server and its timers, from doing anything. */
  const occupy = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

  /** Sends to a busy server, which does not read it before the time for a head is over. */
  async function whileBusy(bytes: string) {
    const timeouts = { ...shortened(10), headers: 100, checking: 150 };
    const mock = await startMock(undefined, { timeouts });
    const isAccepted = accepted(mock.port);
    const socket = connect(mock.port, "127.0.0.1").on("error", () => undefined);
    const heard = heardFrom(socket);
    await new Promise((resolve) => socket.once("connect", resolve));
    await isAccepted;
    // Timers come next after this: they find the time over before the server has read what is there.
    await new Promise(setImmediate);
    socket.write(bytes);
    occupy(400);
    return { mock, socket, heard };
  }

  test("gets a response, even if the time between requests is over before the request is read", async () => {
    const timeouts = { ...shortened(1), keepAlive: 60, headers: 20, checking: 40 };
    const mock = await startMock(undefined, { timeouts });
    const socket = connect(mock.port, "127.0.0.1").on("error", () => undefined);
    const answered = (): Promise<unknown> =>
      new Promise((resolve) => socket.once("data", resolve).once("close", () => resolve("closed")));
    const first = answered();
    socket.write(GET);
    expect(String(await first)).toContain("200 OK");
    const second = answered();
    // Timers come next after this: they find the time over before the server has read what is there.
    await new Promise(setImmediate);
    socket.write(GET);
    occupy(200);
    expect(String(await second)).toContain("200 OK");
    socket.destroy();
    await mock.close();
  });

  test("gets a response to its first one, even if the time for its head is over before it is read", async () => {
    const { mock, socket, heard } = await whileBusy(GET);
    expect(await heard.until("\r\n\r\n")).toContain("200 OK");
    socket.destroy();
    await mock.close();
  });

  test("is closed nevertheless if that is no request", async () => {
    const { mock, socket, heard } = await whileBusy("\r\n");
    await closed([socket]);
    expect(heard.text).toBe("");
    await mock.close();
  });
});

test("the announced keep-alive time is shorter than the real one, so that no client sends a request too late", async () => {
  const mock = await startMock();
  const { headers } = await fetch(`${mock.url}/pets/1`, { headers: { Authorization: "Bearer demo-key" } });
  const told = Number(/timeout=(\d+)/.exec(headers.get("keep-alive") ?? "")?.[1]) * 1000;
  expect(told).toBeGreaterThanOrEqual(5000);
  expect(told).toBeLessThan(DEFAULT_TIMEOUTS.keepAlive - 500);
  await mock.close();
});

describe.skipIf(process.platform === "win32")("a process limited to 64 descriptors", () => {
  test.runIf(IN_PROOF)("serves an honest client beside a hundred that hold their connections", async () => {
    const running = await startChild([], { limits: "ulimit -n 64" });
    const held: Socket[] = [];
    for (let n = 0; n < 100; n++) held.push(await hold(running.port, GET));
    const timer = setInterval(() => held.filter(isOpen).forEach((socket) => socket.write("\r\n")), 500);
    for (let n = 0; n < 10; n++) expect(await honest(running.port)).toBe(200);
    clearInterval(timer);
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe(0);
  });
});
