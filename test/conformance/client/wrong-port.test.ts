// A base URL without such an API: the message, and that nothing of ours breaks.
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, type Server, type Socket, createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { networkReason } from "../../../conformance/client/sending/network-reason.ts";
import { detailOf } from "../../../conformance/report/report.ts";
import { reach } from "../../../conformance/client/connection.ts";
import { verify } from "../../../conformance/verify.ts";
import { contractOf } from "../documents.ts";
import { IN_PROOF } from "../../share.ts";

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** Starts a server of any kind. @returns its base URL without the scheme */
async function start(server: Server): Promise<string> {
  server.on("connection", (socket: Socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.on("close", () => sockets.delete(socket));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const banner = (): Server => createServer((socket) => void socket.write("SSH-2.0-OpenSSH_9.6\r\n"));

describe("the report of a wrong port says", () => {
  it("that it speaks something else", async () => {
    expect((await reach(`http://${await start(banner())}`, 5_000))?.why).toBe(
      'what answers there does not speak HTTP: it begins with "SSH-2.0-OpenSSH_9.6"',
    );
  });

  it.for([
    ["an HTTP server", () => createHttpServer((_, response) => response.end())] as const,
    ["another server", banner] as const,
  ])("that it does not speak TLS: %s", async ([, make]) => {
    expect(await reach(`https://${await start(make())}`, 5_000)).toEqual({
      why: "what answers there does not speak TLS",
      todo: "Write http:// in place of https:// in the base URL, or let the service speak TLS.",
    });
  });

  it("that it closes the connection, as a TLS port does", async () => {
    const base = await start(createServer((socket) => socket.once("data", () => socket.destroy())));
    expect(await reach(`http://${base}`, 5_000)).toEqual({
      why: "ECONNRESET: the connection was closed without an answer",
      todo: "Write https:// in the base URL if the service takes only that.",
    });
  });

  it("that it does not answer in time, and how to wait longer", async () => {
    const base = await start(createServer(() => undefined));
    expect(await reach(`http://${base}`, 100)).toEqual({
      why: "no complete answer in 100 ms",
      todo: "Check that the service runs, and that the base URL is right. --timeout gives it longer.",
    });
  });
});

it("distinguishes a response that never ends from one that never begins", async () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n";
  const base = await start(createServer((socket) => socket.once("data", () => socket.write(head))));
  expect((await reach(`http://${base}`, 300))?.why).toBe("no complete answer in 300 ms, only its beginning");
});

it("broken HTTP is judged by the checks, not reported as unreachable", async () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n";
  const base = await start(createServer((socket) => socket.once("data", () => socket.end(head))));
  expect(await reach(`http://${base}`, 5_000)).toBeUndefined();
});

it("network errors are described in words, with their code", () => {
  const said = (code: string, message = ""): string => networkReason(Object.assign(new Error(message), { code })).text;
  expect(said("ENOTFOUND", "getaddrinfo ENOTFOUND x")).toBe("ENOTFOUND: no host has that name");
  expect(said("DEPTH_ZERO_SELF_SIGNED_CERT")).toContain("self-signed");
  expect(
    said("EPROTO", "write EPROTO 80:error:0A000410:SSL routines:ssl3_read_bytes:handshake failure:../x.c:1:\n"),
  ).toBe("EPROTO: the TLS handshake failed: handshake failure");
  const rawPacket = Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n[]");
  const tooLong = Object.assign(new Error("Parse Error"), { code: "HPE_INVALID_CONSTANT", rawPacket });
  expect(networkReason(tooLong).text).toMatch(/: the answer is broken HTTP: more bytes follow than its Content-Length/);
  expect(said("EODD", "an odd\nthing")).toBe("EODD: an odd\\nthing");
  expect(networkReason(new Error("nameless")).text).toBe("nameless");
  const forOthers = (cert: object): string =>
    networkReason(Object.assign(new Error("m"), { code: "ERR_TLS_CERT_ALTNAME_INVALID", cert })).text;
  expect(forOthers({ subjectaltname: "DNS:shop.example\u001b" })).toMatch(/: DNS:shop\.example\S*$/);
  expect(forOthers({ subjectaltname: "x".repeat(500) })).toMatch(/[^x]x{100}$/);
  expect(forOthers({})).not.toMatch(/undefined|: $/);
});

it.runIf(IN_PROOF)("a target that never responds causes no error in a check", { timeout: 60_000 }, async () => {
  const base = await start(createServer((socket) => socket.once("data", () => socket.destroy())));
  const { results } = await verify(await contractOf("the animal store"), { baseUrl: `http://${base}`, key: "any-key" });
  expect(results.filter(({ outcome }) => outcome.verdict === "error").map(detailOf)).toEqual([]);
  const said = results.filter(({ check }) => ["protocol.unlisted-method", "protocol.allow"].includes(check.id));
  expect(said.map(({ outcome }) => outcome)).toContainEqual({
    verdict: "inconclusive",
    why: "no answer came",
    needs: "a target that answers",
  });
});
