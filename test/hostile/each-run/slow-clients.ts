// Nine ways to keep a server waiting. Each must end within the sum of the timeouts, with a 408 if no response had
// begun. Meanwhile, an honest client is served.
import { type Socket, connect } from "node:net";
import { describe, expect, test } from "vitest";
import { DEFAULT_TIMEOUTS, type Timeouts } from "../../../src/http/listening.ts";
import { type Mock, parseAnswers, startMock } from "../../http/support.ts";

const HEAD =
  "POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\nContent-Type: application/json\r\n";

/** What a client does after connecting, and what it must receive before the connection is closed. */
interface SlowClient {
  readonly name: string;
  readonly statuses: readonly number[];
  /** @param pace a tenth of the time for a request, in milliseconds */
  play(socket: Socket, pace: number): void;
}

function drip(socket: Socket, text: string, pace: number): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= text.length) clearInterval(timer);
    else socket.write(text.charAt(at++));
  }, pace);
  socket.on("close", () => clearInterval(timer));
}

export const SLOW_CLIENTS: readonly SlowClient[] = [
  { name: "says nothing", statuses: [408], play: () => undefined },
  { name: "stops in the request line", statuses: [408], play: (socket) => socket.write("GET /v1/p") },
  { name: "stops in the headers", statuses: [408], play: (socket) => socket.write("GET / HTTP/1.1\r\nHost: local") },
  {
    name: "drips the headers",
    statuses: [408],
    play: (socket, pace) => drip(socket, `${HEAD}X-A: ${"x".repeat(500)}`, pace),
  },
  {
    name: "stops before the body",
    statuses: [408],
    play: (socket) => socket.write(`${HEAD}Content-Length: 27\r\n\r\n`),
  },
  {
    name: "stops in the body",
    statuses: [408],
    play: (socket) => socket.write(`${HEAD}Content-Length: 27\r\n\r\n{"name"`),
  },
  {
    name: "drips the body",
    statuses: [408],
    play(socket, pace) {
      socket.write(`${HEAD}Content-Length: 500\r\n\r\n`);
      drip(socket, "x".repeat(500), pace);
    },
  },
  {
    name: "drips chunks",
    statuses: [408],
    play(socket, pace) {
      socket.write(`${HEAD}Transfer-Encoding: chunked\r\n\r\n`);
      drip(socket, "1\r\nx\r\n".repeat(100), pace);
    },
  },
  {
    name: "is refused and does not send the rest",
    statuses: [401],
    play: (socket) => socket.write(`${HEAD.replace("demo-key", "wrong")}Content-Length: 500\r\n\r\n{`),
  },
];

/**
 * Runs the nine ways with these timeouts.
 * @param idle the number of additional connections that send nothing
 */
export function slowClients(timeouts: Timeouts, idle: number): void {
  const most = timeouts.request + timeouts.checking * 2;

  describe("slow clients", () => {
    test.concurrent.each(SLOW_CLIENTS)(
      "one that $name",
      async ({ statuses, play }) => {
        const mock = await startMock(undefined, { timeouts });
        const seen = await untilClosed(mock, (socket) => play(socket, timeouts.request / 10));
        expect(parseAnswers(seen).map(({ status }) => status)).toEqual(statuses);
        expect((await mock.send("GET", "/pets/1")).status).toBe(200);
        await mock.close();
      },
      most * 4 + 20_000,
    );

    test("an honest client beside many idle ones", async () => {
      const mock = await startMock(undefined, { timeouts });
      const connected = Array.from({ length: idle }, () =>
        connect(mock.port, "127.0.0.1").on("error", () => undefined),
      );
      for (let n = 0; n < 20; n++) expect((await mock.send("GET", "/pets")).status).toBe(200);
      for (const socket of connected) socket.destroy();
      await mock.close();
    }, 60_000);
  });
}

/** Divided by a factor, for tests that run often. */
export function shortened(factor: number): Timeouts {
  const { headers, request, checking, keepAlive, socket, close } = DEFAULT_TIMEOUTS;
  return {
    headers: headers / factor,
    request: request / factor,
    checking: checking / factor,
    keepAlive: Math.floor(keepAlive / factor),
    socket: socket / factor,
    close: close / factor,
  };
}

function untilClosed(mock: Mock, play: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(mock.port, "127.0.0.1", () => play(socket));
    let seen = "";
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => (seen += text));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(seen));
  });
}
