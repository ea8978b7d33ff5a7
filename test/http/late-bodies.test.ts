// A body that arrives before the mock asks for it: because the answer is delayed, all of it or a part waits.
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, parseAnswers, startMock } from "./support.ts";
import { heardFrom, serverSideOf } from "../waiting.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

const BODY = JSON.stringify({ name: "Bella Luna", categoryId: 3, status: "available" });
const HEAD =
  "POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\nContent-Type: application/json\r\n" +
  "Connection: close\r\nPrefer: delay=0.15\r\n";
const chunked = (...pieces: readonly string[]): string[] =>
  [...pieces, ""].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`);

test.concurrent.each<[string, readonly string[]]>([
  ["with the head", [`${HEAD}Content-Length: ${BODY.length}\r\n\r\n${BODY}`]],
  ["in part with the head", [`${HEAD}Content-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 9)}`, BODY.slice(9)]],
  ["after the head", [`${HEAD}Content-Length: ${BODY.length}\r\n\r\n`, BODY]],
  ["in chunks", [`${HEAD}Transfer-Encoding: chunked\r\n\r\n`, ...chunked(BODY.slice(0, 9), BODY.slice(9))]],
])("sent %s", async (_, [first = "", ...others]) => {
  const socket = connect(mock.port, "127.0.0.1");
  const heard = heardFrom(socket);
  await once(socket, "connect");
  const began = serverSideOf(socket);
  socket.write(first);
  const serverSide = await began;
  for (const piece of others) {
    const before = serverSide.bytesRead;
    await new Promise((done) => socket.write(piece, done));
    // Each piece arrives by itself.
    while (serverSide.bytesRead === before) await new Promise(setImmediate);
  }
  if (!socket.closed) await once(socket, "close");
  const [answer] = parseAnswers(heard.text);
  expect([answer?.status, answer?.body]).toEqual([201, expect.stringContaining('"name":"Bella Luna","categoryId":3')]);
});
