// The command in a separate process: how it ends.
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { IN_PROOF, shareOf } from "../share.ts";
import { type Running, startChild } from "./child.ts";
import { heardFrom, refuses } from "../waiting.ts";

const start = (...flags: string[]): Promise<Running> => startChild(flags);

const KEY = "Host: localhost\r\nAuthorization: Bearer demo-key\r\n";
const GET = `GET /v1/pets/1 HTTP/1.1\r\n${KEY}\r\n`;
const POST = `POST /v1/pets HTTP/1.1\r\n${KEY}Content-Type: application/json\r\nContent-Length: 27\r\nExpect: 100-continue\r\n\r\n`;

/** A client that has sent one text and received another. */
async function client(
  port: number,
  bytes: string,
  until: string,
): Promise<{ write(text: string): void; seen(): string }> {
  const socket = connect(port, "127.0.0.1");
  const heard = heardFrom(socket.on("error", () => undefined));
  socket.write(bytes);
  await heard.until(until);
  return { write: (text) => void socket.write(text), seen: () => heard.text };
}

// `test/hostile/each-run/close.test.ts` tests that it takes no longer than it should.
describe("a signal stops the server cleanly", () => {
  // `test/cli/session.test.ts` tests in every run that Ctrl-C ends it.
  test.concurrent.each(shareOf(["SIGTERM", "SIGINT"] as const, 2))("%s without clients", async (signal) => {
    const running = await start();
    running.child.kill(signal);
    expect(await running.ended).toBe(0);
  });

  test.runIf(IN_PROOF).concurrent("with clients that keep their connections", async () => {
    const running = await start();
    await client(running.port, GET, "200 OK");
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe(0);
  });

  test.runIf(IN_PROOF).concurrent("with a request in flight, which is answered", async () => {
    const running = await start();
    const busy = await client(running.port, POST, "100 Continue");
    running.child.kill("SIGTERM");
    await refuses(running.port);
    busy.write('{"name":"a","categoryId":1}');
    expect(await running.ended).toBe(0);
    expect(busy.seen()).toContain("201 Created");
  });

  test.runIf(IN_PROOF).concurrent("with clients that stall", async () => {
    const running = await start();
    await client(running.port, `${POST}{`, "100 Continue");
    await client(running.port, `${GET}GET /v1`, "200 OK");
    running.child.kill("SIGTERM");
    expect(await running.ended).toBe(0);
  });

  test.concurrent("a second signal does not wait", { skip: !IN_PROOF }, async () => {
    const running = await start();
    await client(running.port, `${POST}{`, "100 Continue");
    running.child.kill("SIGINT");
    await refuses(running.port);
    running.child.kill("SIGINT");
    expect(await running.ended).toBe(130);
  });
});

test.runIf(IN_PROOF)("a port in use: one line, exit code 2", async () => {
  const running = await start();
  await expect(start("--port", String(running.port))).rejects.toThrow(
    new RegExp(`^animal-store serve: port ${running.port} is in use; [^\\n]+\\n$`),
  );
  running.child.kill("SIGTERM");
  expect(await running.ended).toBe(0);
});
