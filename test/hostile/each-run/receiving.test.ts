// The receiver of callbacks is open to whoever reaches it: it takes only what belongs to the run, and little of it.
import { request } from "node:http";
import { afterEach, expect, test } from "vitest";
import { Receiver } from "../../../conformance/client/receiver.ts";

let receiver: Receiver | undefined;
afterEach(() => receiver?.close());

/** @returns the status, or why there was no answer */
function send(url: string, body: string | Buffer): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = request(url, { method: "POST" }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""));
    sent.end(body);
  });
}

test("it listens on this machine alone", async () => {
  receiver = new Receiver();
  expect(new URL((await receiver.address()).url).hostname).toBe("127.0.0.1");
});

test("a request to an address that was not given out is neither read nor kept", async () => {
  receiver = new Receiver();
  const box = await receiver.address();
  const { origin } = new URL(box.url);
  expect(
    await Promise.all(["/", "/guess", "/constructor", "/__proto__"].map((path) => send(origin + path, "x"))),
  ).toEqual([404, 404, 404, 404]);
  expect(box.arrivals).toEqual([]);
});

test("a long body is broken off", async () => {
  receiver = new Receiver();
  const box = await receiver.address();
  expect(await send(box.url, Buffer.alloc(8 * 1_048_576))).toMatch(/^(?:ECONNRESET|EPIPE)$/);
  expect(box.arrivals).toEqual([]);
});

test("of very many requests, only some are kept", async () => {
  receiver = new Receiver();
  const box = await receiver.address();
  for (let turn = 0; turn < 40; turn++)
    // oxlint-disable-next-line no-await-in-loop -- one after another
    expect(await send(box.url, String(turn))).toBe(204);
  expect(box.arrivals).toHaveLength(20);
});

test("it is closed with the run", async () => {
  receiver = new Receiver();
  const { url } = await receiver.address();
  receiver.close();
  await expect.poll(() => send(url, "x")).toBe("ECONNREFUSED");
});
