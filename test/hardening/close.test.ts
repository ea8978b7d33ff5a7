// How a server ends: what is in flight is answered, everything else is closed, all within three and a half seconds.
import { type Socket, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type Mock, parseAnswers, startMock } from "../http/support.ts";

const GET = "GET /v1/pets/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\n\r\n";
const POST =
  "POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\nContent-Type: application/json\r\nContent-Length: 27\r\n\r\n";

interface Client {
  readonly socket: Socket;
  readonly closed: Promise<string>;
}

async function open(mock: Mock, bytes: string): Promise<Client> {
  const socket = connect(mock.port, "127.0.0.1");
  let seen = "";
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => (seen += text));
  socket.on("error", () => undefined);
  const closed = new Promise<string>((resolve) => socket.on("close", () => resolve(seen)));
  socket.write(bytes);
  await sleep(100);
  return { socket, closed };
}

async function timed(work: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work;
  return performance.now() - began;
}

test.concurrent("with nobody there, at once", async () => {
  const mock = await startMock();
  expect(await timed(mock.close())).toBeLessThan(1500);
});

test.concurrent("with clients that keep their connections, at once", async () => {
  const mock = await startMock();
  const clients = await Promise.all([open(mock, GET), open(mock, GET), open(mock, "")]);
  expect(await timed(mock.close())).toBeLessThan(3500);
  const [first] = await Promise.all(clients.map(({ closed }) => closed));
  expect(parseAnswers(first ?? "").map(({ status }) => status)).toEqual([200]);
});

test.concurrent("with a body on its way, once it is answered", async () => {
  const mock = await startMock();
  const client = await open(mock, `${POST}{"name":"a",`);
  const ending = timed(mock.close());
  await sleep(500);
  client.socket.write('"categoryId":1}');
  expect(await ending).toBeLessThan(2500);
  const [answer] = parseAnswers(await client.closed);
  expect([answer?.status, answer?.headers["content-length"]]).toEqual([201, "35"]);
});

test.concurrent("with clients that stall, after three seconds", async () => {
  const mock = await startMock();
  const clients = await Promise.all([open(mock, `${POST}{"na`), open(mock, "GET /v1/pe"), open(mock, `${GET}GET /`)]);
  const took = await timed(mock.close());
  expect(took).toBeGreaterThan(2500);
  expect(took).toBeLessThan(3500);
  await Promise.all(clients.map(({ closed }) => closed));
});

test.concurrent("refuses newcomers, and can be asked twice", async () => {
  const mock = await startMock();
  await Promise.all([mock.close(), mock.close()]);
  const error = await new Promise((resolve) =>
    connect(mock.port, "127.0.0.1").on("error", resolve).on("connect", resolve),
  );
  expect(error).toMatchObject({ code: "ECONNREFUSED" });
});
