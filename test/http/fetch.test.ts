// The mock as a function: requests that describe their transport, although there is none.
import { expect, onTestFinished, test } from "vitest";
import { loadEmbeddedContract } from "../../src/contract/embedded/embedded.ts";
import { type FetchHandler, type FetchHandlerOptions, createFetchHandler } from "../../src/http/fetch/handler.ts";

test.each(["http://localhost", "https://localhost", "https://shop.example:8443"])(
  "its page names the address that it was asked under: %s",
  async (origin) => {
    const handler = createFetchHandler(await loadEmbeddedContract());
    const text = await (await handler(new Request(`${origin}/`, { headers: { Accept: "text/html" } }))).text();
    handler.worlds.close();
    expect(text).toContain(`Its base URL is <code>${origin}/v1</code>`);
  },
);

test("an endless body is refused as too large, and not read any further", async () => {
  const handler = createFetchHandler(await loadEmbeddedContract(), { keys: ["key"] });
  let sent = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(65_536).fill(32));
      // It ends all the same where nobody has stopped it.
      if (++sent === 20) controller.close();
    },
    cancel: () => void (isCancelled = true),
  });
  const headers = { Authorization: "Bearer key", "Content-Type": "application/json" };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  const { status } = await handler(new Request("http://localhost/v1/pets", init));
  handler.worlds.close();
  expect([status, isCancelled, sent < 20]).toEqual([413, true, true]);
});

const KEY = { Authorization: "Bearer demo-key", "Content-Type": "application/json" };

async function handlerWith(options: FetchHandlerOptions = {}): Promise<FetchHandler> {
  const handler = createFetchHandler(await loadEmbeddedContract(), options);
  onTestFinished(() => handler.worlds.close());
  return handler;
}

interface Source {
  readonly pull?: (to: ReadableStreamDefaultController<unknown>) => void;
  readonly cancel?: () => void;
}

/** The request of a creation whose body a stream gives. */
function creation(source: Source, signal?: AbortSignal): Request {
  const init = {
    method: "POST",
    headers: KEY,
    body: new ReadableStream<unknown>(source) as ReadableStream<Uint8Array>,
    duplex: "half" as const,
  };
  return new Request("http://localhost/v1/pets", { ...init, ...(signal === undefined ? {} : { signal }) });
}

test("a body whose source does not like to be cancelled is refused as too large, and nothing else happens", async () => {
  const handler = await handlerWith();
  const failures: unknown[] = [];
  const note = (error: unknown): void => void failures.push(error);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  const cancel = (): never => {
    throw new Error("no");
  };
  const { status } = await handler(creation({ pull: (to) => to.enqueue(new Uint8Array(65_536)), cancel }));
  // Rejections are told once all that waits has run.
  await new Promise((done) => void setImmediate(done));
  expect([status, failures]).toEqual([413, []]);
});

test("a request that is aborted rejects with the reason of its signal, whatever it waits for", async () => {
  const handler = await handlerWith();
  const reason = new Error("no longer wanted");
  const waiting = [
    (signal: AbortSignal) =>
      new Request("http://localhost/v1/pets", { headers: { ...KEY, Prefer: "delay=60" }, signal }),
    (signal: AbortSignal) => creation({}, signal),
  ];
  for (const requestWith of waiting) {
    const later = new AbortController();
    const answer = handler(requestWith(later.signal));
    setImmediate(() => later.abort(reason));
    await expect(answer).rejects.toBe(reason);
    await expect(handler(requestWith(AbortSignal.abort(reason)))).rejects.toBe(reason);
  }
});

test("a body that stalls is refused after a while, as the server refuses it", async () => {
  const handler = await handlerWith({ timeouts: { request: 20 } });
  const response = await handler(creation({}));
  expect([response.status, await response.json()]).toEqual([408, expect.objectContaining({ code: "request_timeout" })]);
});

test("a body that breaks off, or is none, rejects", async () => {
  const handler = await handlerWith();
  const broken = new Error("broken");
  await expect(handler(creation({ pull: (to) => to.error(broken) }))).rejects.toBe(broken);
  await expect(handler(creation({ pull: (to) => to.enqueue(7) }))).rejects.toThrow("Uint8Array");
});

test("a request whose body is read already rejects, and nothing else happens", async () => {
  const strays: unknown[] = [];
  const note = (reason: unknown): void => void strays.push(reason);
  process.on("unhandledRejection", note);
  onTestFinished(() => void process.off("unhandledRejection", note));
  const handler = createFetchHandler(await loadEmbeddedContract());
  const headers = { Authorization: "Bearer demo-key", "Content-Type": "application/json" };
  const read = new Request("http://localhost/v1/pets", { method: "POST", body: "{}", headers });
  await read.text();
  const locked = new Request("http://localhost/v1/pets", { method: "POST", body: "{}", headers });
  locked.body?.getReader();
  for (const one of [read, locked]) await expect(handler(one)).rejects.toThrow(/locked/);
  await new Promise(setImmediate);
  expect(strays).toEqual([]);
});

test("a client that stops reading a slow answer disturbs nobody", async () => {
  const handler = await handlerWith();
  handler.worlds.shared.situations.add({ slowBody: 20 });
  const failures: unknown[] = [];
  const note = (error: unknown): void => void failures.push(error);
  process.on("uncaughtException", note);
  onTestFinished(() => void process.off("uncaughtException", note));
  const ask = (): Promise<Response> => handler(new Request("http://localhost/v1/pets", { headers: KEY }));
  await (await ask()).body?.cancel();
  // A second answer that was begun later is complete after the first would have gone on.
  expect((await (await ask()).json()) as unknown[]).toHaveLength(12);
  expect(failures).toEqual([]);
});

test("a request of another scheme is refused", async () => {
  const handler = await handlerWith();
  expect((await handler(new Request("ftp://localhost/v1/pets", { headers: KEY }))).status).toBe(400);
});
