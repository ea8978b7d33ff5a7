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
