// The mock as a function: requests that describe their transport, although there is none.
import { expect, test } from "vitest";
import { loadEmbeddedContract } from "../../src/contract/embedded/embedded.ts";
import { createFetchHandler } from "../../src/http/fetch/handler.ts";

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
