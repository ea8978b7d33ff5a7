// How a server closes: requests in flight are answered, everything else is closed, all within the time limit.
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { expect, test } from "vitest";
import { DEFAULT_TIMEOUTS } from "../../../src/http/listening.ts";
import { type Mock, parseAnswers, startMock } from "../../http/support.ts";
import { IN_PROOF } from "../../share.ts";
import { heardFrom, refuses } from "../../waiting.ts";

const GET = "GET /v1/pets/1 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\n\r\n";
const POST =
  "POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\nContent-Type: application/json\r\nContent-Length: 27\r\n\r\n";

interface Client {
  readonly socket: Socket;
  readonly closed: Promise<string>;
}

async function open(mock: Mock, bytes: string, until = ""): Promise<Client> {
  const socket = connect(mock.port, "127.0.0.1");
  const heard = heardFrom(socket.on("error", () => undefined));
  const closed = new Promise<string>((resolve) => socket.on("close", () => resolve(heard.text)));
  await once(socket, "connect");
  socket.write(bytes);
  await heard.until(until);
  return { socket, closed };
}

/** A server that would wait for its clients longer than the test runs, so any early end proves that it did not wait. */
const LONG = 600_000;
const PATIENT = { timeouts: { close: LONG, headers: LONG, request: LONG, keepAlive: LONG, socket: LONG } };

/** A POST whose headers have been read: the server asks for the body. */
const EXPECTING = POST.replace("\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n");

test.concurrent("without clients, at once", async () => {
  const mock = await startMock(undefined, PATIENT);
  await mock.close();
  await expect(fetch(mock.url)).rejects.toThrow("fetch failed");
});

test.concurrent("with clients that keep their connections, or have only opened one, at once", async () => {
  const mock = await startMock(undefined, PATIENT);
  const clients = await Promise.all([open(mock, GET, "200 OK"), open(mock, GET, "200 OK"), open(mock, "")]);
  await mock.close();
  const [first] = await Promise.all(clients.map(({ closed }) => closed));
  expect(parseAnswers(first ?? "").map(({ status }) => status)).toEqual([200]);
});

test.concurrent("with a request in progress, once it is answered", async () => {
  const mock = await startMock(undefined, PATIENT);
  const client = await open(mock, EXPECTING, "100 Continue");
  client.socket.write('{"name":"a",');
  const ending = mock.close();
  await refuses(mock.port);
  client.socket.write('"categoryId":1}');
  await ending;
  const [, answer] = parseAnswers(await client.closed);
  expect([answer?.status, answer?.headers["content-length"]]).toEqual([201, "35"]);
});

test.concurrent("with clients that stall, when the time for them is over", { skip: !IN_PROOF }, async () => {
  expect(DEFAULT_TIMEOUTS.close).toBe(3_000);
  const mock = await startMock(undefined, { timeouts: { close: 500 } });
  const clients = await Promise.all([
    open(mock, `${EXPECTING}{"na`, "100 Continue"),
    open(mock, "GET /v1/pe"),
    open(mock, `${GET}GET /`, "200 OK"),
  ]);
  // Once this is answered, everything sent before has arrived.
  await mock.fetch(`${mock.url}/pets/1`, { headers: { Authorization: "Bearer demo-key" } });
  await mock.close();
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
