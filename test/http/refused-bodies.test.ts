// A body that is refused for its size while it is still arriving: how much of the rest is read.
import { type Socket, connect } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "./support.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

const HEAD = "Host: localhost\r\nAuthorization: Bearer demo-key\r\n";
/** More than the limit and all buffers in between. */
const MUCH = 64_000_000;
const chunkOf = (bytes: number): string => `${bytes.toString(16)}\r\n${"x".repeat(bytes)}\r\n`;

/** A client that has sent too much and got its refusal. */
async function refused(): Promise<{ socket: Socket; until(text: string): Promise<void> }> {
  const socket = connect(mock.port, "127.0.0.1");
  let seen = "";
  socket.on("error", () => undefined);
  socket.on("data", (bytes: Buffer) => (seen += bytes.toString("latin1")));
  const until = async (text: string): Promise<void> => {
    while (!seen.includes(text)) await once(socket, "data");
  };
  socket.write(`POST /v1/pets HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`);
  socket.write(chunkOf(70_000));
  await until("HTTP/1.1 413 ");
  return { socket, until };
}

test("a client that sends a little more can reuse the connection", async () => {
  const { socket, until } = await refused();
  socket.write(`${chunkOf(9)}0\r\n\r\nGET /v1/pets/1 HTTP/1.1\r\n${HEAD}\r\n`);
  await until("HTTP/1.1 200 ");
  socket.destroy();
});

test("a client that keeps sending is disconnected", async () => {
  const { socket } = await refused();
  const written = (): Promise<unknown> => new Promise((done) => socket.write(chunkOf(100_000), done));
  let sent = 0;
  while (!socket.destroyed && sent < MUCH) {
    await written();
    sent += 100_000;
  }
  socket.destroy();
  expect(sent).toBeLessThan(MUCH);
});
