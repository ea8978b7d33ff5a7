// Where `proxy` sends requests, and what happens when the service does not answer.
import { type AddressInfo, connect, createServer } from "node:net";
import { once } from "node:events";
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { heardFrom } from "../waiting.ts";
import { call } from "../cli/program.ts";
import { json, startProxy, useService } from "./proxying.ts";

const service = useService();
const other = useService();

/** Answers of a service that is broken, or wants to break something. */
const ODD = [
  "HTTP/1.1 099 low\r\nContent-Length: 0\r\n\r\n",
  "HTTP/1.1 999 high\r\nContent-Length: 0\r\n\r\n",
  "HTTP/1.1 200 \x80\xff\r\nContent-Length: 0\r\n\r\n",
  "HTTP/1.1 200 OK\r\nX: \xe4\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
  "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
  "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  "HTTP/1.1 304 Not Modified\r\nContent-Length: 10\r\n\r\n",
  "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\nabc",
  "HTTP/1.1 302 Found\r\nLocation: http://[::\r\nContent-Length: 0\r\n\r\n",
  "SSH-2.0-OpenSSH\r\n",
  "",
];

async function freePort(): Promise<number> {
  const probe = createServer();
  await once(probe.listen(0, "127.0.0.1"), "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => void probe.close(done));
  return port;
}

describe("a proxy", () => {
  test("follows no redirect, and leads redirects within the service to itself", async () => {
    const proxy = await startProxy(service.url());
    const moved = async (to: string): Promise<string | null> => {
      service.answer = json("", 302, { Location: to });
      const response = await fetch(`${proxy.url}/pets`, { redirect: "manual" });
      return response.headers.get("location");
    };
    expect(await moved(other.url("/v1/elsewhere"))).toBe(other.url("/v1/elsewhere"));
    expect(await moved(service.url("/v1/pets/1"))).toBe(`${proxy.url}/pets/1`);
    expect(other.asked).toHaveLength(0);
    await proxy.stop();
  });

  test("sends a target that names another host to the service all the same", async () => {
    const proxy = await startProxy(service.url());
    service.answer = json([]);
    const before = service.asked.length;
    const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
    const heard = heardFrom(socket);
    socket.write(`GET ${other.url("/v1/pets")} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    await heard.until("HTTP/1.1 200");
    expect([service.asked.length - before, other.asked.length]).toEqual([1, 0]);
    socket.destroy();
    await proxy.stop();
  });

  test("refuses other hosts' names and foreign pages, also for WebSockets", async () => {
    const proxy = await startProxy(service.url());
    const before = service.asked.length;
    const page = await fetch(`${proxy.url}/pets`, { headers: { Origin: "https://evil.example" } });
    expect(page.status).toBe(403);
    const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
    const heard = heardFrom(socket);
    socket.write(
      "GET /v1/live HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://evil.example\r\n" +
        "Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    );
    await heard.until("403 Forbidden");
    expect(service.asked).toHaveLength(before);
    await proxy.stop();
  });

  test("passes a WebSocket through", async () => {
    const proxy = await startProxy(service.url());
    service.server.once("upgrade", (req, socket) => {
      const key = createHash("sha1")
        .update(`${req.headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest("base64");
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
      );
      socket.on("data", (piece: Buffer) => socket.write(piece));
      socket.on("error", () => undefined);
    });
    const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
    const heard = heardFrom(socket);
    socket.write(
      "GET /v1/live?x=1 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" +
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    );
    await heard.until("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    socket.write("hello through the tunnel");
    await heard.until("hello through the tunnel");
    const closed = once(socket, "close");
    await proxy.stop();
    await closed;
  });

  test("lets pages on this machine read answers, whatever the service says of origins", async () => {
    const proxy = await startProxy(service.url());
    service.answer = json([], 200, { "Access-Control-Allow-Origin": "https://app.example.com" });
    const response = await fetch(`${proxy.url}/pets`, { headers: { Origin: "http://localhost:3000" } });
    expect(response.headers.get("access-control-allow-origin")).toBe("http://localhost:3000");
    await proxy.stop();
  });

  test("answers 502 while the service is away, in words", async () => {
    const proxy = await startProxy("http://127.0.0.1:1/v1");
    const response = await fetch(`${proxy.url}/pets`);
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      title: "The service cannot be reached",
      detail: "ECONNREFUSED: nothing listens there",
    });
    expect(await proxy.stop()).toBe(0);
  });

  test("survives answers that no server may send", async () => {
    const raw = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", (sent: Buffer) => {
        const at = Number(/\/v1\/(\d+)/.exec(sent.toString())?.[1]);
        socket.end(Buffer.from(ODD[at] ?? "", "latin1"));
      });
    });
    await once(raw.listen(0, "127.0.0.1"), "listening");
    const service = `http://127.0.0.1:${(raw.address() as AddressInfo).port}/v1`;
    const proxy = await startProxy(service, { timeout: "500ms" });
    for (const at of ODD.keys()) {
      const response = await fetch(`${proxy.url}/${at}`, { redirect: "manual" }).catch(() => undefined);
      await response?.text().catch(() => "");
    }
    expect((await fetch(`${proxy.origin}/_/api/v1/requests`)).status).toBe(200);
    await proxy.stop();
    raw.close();
  });

  test("notices that it leads to itself", async () => {
    const port = await freePort();
    const proxy = await startProxy(`http://127.0.0.1:${port}/v1`, { port: String(port) });
    const response = await fetch(`${proxy.url}/pets`);
    expect([response.status, await response.text()]).toEqual([508, expect.stringContaining("leads to itself")]);
    await proxy.stop();
  });

  test("answers 504 when the service takes too long, and 502 when it breaks off", async () => {
    const proxy = await startProxy(service.url(), { timeout: "50ms" });
    service.answer = () => undefined;
    expect((await fetch(`${proxy.url}/pets`)).status).toBe(504);
    service.answer = (_, res) => {
      res.writeHead(200, { "Content-Length": "100", "Content-Type": "application/json" });
      res.write("[");
      setImmediate(() => res.destroy());
    };
    const response = await fetch(`${proxy.url}/pets`);
    expect([response.status, ((await response.json()) as { title: string }).title]).toEqual([
      502,
      "The answer is incomplete",
    ]);
    await proxy.stop();
  });

  for (const [words, told] of [
    [[], "the base URL of the service is missing: give one such as http://127.0.0.1:4010/v1"],
    [["ftp://a"], "the base URL must start with http:// or https://"],
    [["http://u:p@a/v1"], "the base URL must not carry a user or a password"],
    [["http://127.0.0.1:1", "--max-body", "much"], "--max-body must be a size such as 512KiB or 4MiB"],
    [["http://127.0.0.1:1", "--ca", "x.pem"], "--cert and --ca need a base URL that starts with https://"],
    [["http://127.0.0.1:1", "--spec", "none.yaml"], "none.yaml"],
    [["http://127.0.0.1:1", "--report", "pdf=x"], "there is no report"],
  ] as const) {
    test(`refuses ${words.join(" ") || "nothing at all"} in a sentence`, async () => {
      const { code, stderr } = await call(["proxy", ...words]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
      expect(stderr.trim().split("\n")).toHaveLength(1);
    });
  }
});
