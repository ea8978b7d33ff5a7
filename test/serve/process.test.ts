// The command in a process of its own: how it ends.
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { IN_PROOF, shareOf } from "../share.ts";
import { type Running, startChild } from "./child.ts";

const start = (...flags: string[]): Promise<Running> => startChild(flags);

const KEY = "Host: localhost\r\nAuthorization: Bearer demo-key\r\n";
const GET = `GET /v1/pets/1 HTTP/1.1\r\n${KEY}\r\n`;
const POST = `POST /v1/pets HTTP/1.1\r\n${KEY}Content-Type: application/json\r\nContent-Length: 27\r\n\r\n`;

async function client(port: number, bytes: string): Promise<{ write(text: string): void; seen(): string }> {
  const socket = connect(port, "127.0.0.1");
  let seen = "";
  socket.on("data", (chunk) => (seen += chunk.toString("latin1")));
  socket.on("error", () => undefined);
  socket.write(bytes);
  await sleep(200);
  return { write: (text) => void socket.write(text), seen: () => seen };
}

async function end(running: Running, signal: NodeJS.Signals): Promise<readonly [code: number | null, ms: number]> {
  const began = performance.now();
  running.child.kill(signal);
  return [await running.ended, performance.now() - began];
}

describe("a signal ends it cleanly, within three and a half seconds", () => {
  // That Ctrl-C ends it, `test/cli/session.test.ts` shows each time; what becomes of clients, `test/hardening/close.test.ts`.
  test.concurrent.each(shareOf(["SIGTERM", "SIGINT"] as const, 2))("%s with nobody there", async (signal) => {
    const [code, ms] = await end(await start(), signal);
    expect(code).toBe(0);
    expect(ms).toBeLessThan(3500);
  });

  test.runIf(IN_PROOF).concurrent("with clients that keep their connections", async () => {
    const running = await start();
    const kept = await client(running.port, GET);
    expect(kept.seen()).toContain("200 OK");
    const [code, ms] = await end(running, "SIGTERM");
    expect(code).toBe(0);
    expect(ms).toBeLessThan(3500);
  });

  test.runIf(IN_PROOF).concurrent("with a request in flight, which is answered", async () => {
    const running = await start();
    const busy = await client(running.port, POST);
    const ending = end(running, "SIGTERM");
    await sleep(300);
    busy.write('{"name":"a","categoryId":1}');
    const [code, ms] = await ending;
    expect(code).toBe(0);
    expect(ms).toBeLessThan(3500);
    expect(busy.seen()).toContain("201 Created");
  });

  test.runIf(IN_PROOF).concurrent("with clients that stall", async () => {
    const running = await start();
    await client(running.port, `${POST}{`);
    await client(running.port, "GET /v1");
    const [code, ms] = await end(running, "SIGTERM");
    expect(code).toBe(0);
    expect(ms).toBeLessThan(3800);
  });

  test.concurrent("a second signal does not wait", async () => {
    const running = await start();
    await client(running.port, `${POST}{`);
    running.child.kill("SIGINT");
    await sleep(300);
    expect((await end(running, "SIGINT"))[0]).toBe(130);
  });
});

test("a port in use: one line, exit code 2", async () => {
  const running = await start();
  await expect(start("--port", String(running.port))).rejects.toThrow(
    new RegExp(`^animal-store serve: port ${running.port} is in use; [^\\n]+\\n$`),
  );
  await end(running, "SIGTERM");
});
