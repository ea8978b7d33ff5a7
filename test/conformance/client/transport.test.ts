// The transport of a run: it reports requests that cannot be sent, and leaves nothing behind.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { expect, test } from "vitest";
import { Transport, agentsFor } from "../../../conformance/client/sending/transport.ts";

test("a request that cannot be written leaves no connection behind that fails later", async () => {
  const server = createServer((_, res) => res.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const transport = new Transport(agentsFor(false, 2), { secure: false, timeoutMs: 2000 });
  try {
    const sent = await transport.send({ method: "GET", url, headers: [["X-Odd", "a\u0001b"]] });
    expect(sent).toMatchObject({ failure: expect.stringContaining("ERR_INVALID_CHAR") as string });
  } finally {
    transport.close();
    server.close();
  }
  // An unhandled error event would end the process.
  await new Promise(setImmediate);
});

test("a connection that has been idle is closed before a server may close it, so that no write is lost on it", async () => {
  // This server never closes one.
  const server = createServer({ keepAliveTimeout: 0 }, (_, res) => res.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // The transport adds no header, and newer versions of Node refuse a request without these.
  const headers = [
    ["Host", `127.0.0.1:${port}`],
    ["Content-Length", "0"],
  ] as const;
  const request = { method: "POST", url: `http://127.0.0.1:${port}/`, headers };
  const transport = new Transport(agentsFor(false, 2), { secure: false, timeoutMs: 2000 });
  try {
    const closed = new Promise<void>((done) => {
      server.once("connection", (socket: Socket) => socket.once("close", () => done()));
    });
    expect(await transport.send(request)).toMatchObject({ response: { status: 200 } });
    await closed;
    expect(await transport.send(request)).toMatchObject({ response: { status: 200 } });
  } finally {
    transport.close();
    server.close();
  }
});

test("time in which this process was busy itself is not held against the server", async () => {
  const server = createServer((_, res) => res.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const headers = [["Host", `127.0.0.1:${port}`]] as const;
  const transport = new Transport(agentsFor(false, 2), { secure: false, timeoutMs: 200 });
  try {
    const sent = transport.send({ method: "GET", url: `http://127.0.0.1:${port}/`, headers });
    // Nothing else runs here for longer than the time limit.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
    expect(await sent).toMatchObject({ response: { status: 200 } });
  } finally {
    transport.close();
    server.close();
  }
});
