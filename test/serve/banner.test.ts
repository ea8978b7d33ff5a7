// What `serve` prints about the key that a request needs.
import { expect, test } from "vitest";
import { banner } from "../../src/commands/serve/output/banner.ts";
import { type ServeFlags, readServeOptions } from "../../src/commands/serve/inputs/options.ts";
import { loadContract } from "../../src/contract/load.ts";
import { loadEmbeddedContract } from "../../src/contract/embedded/embedded.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { answers } from "../http/parts.ts";

const OPEN = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: { "/things": { get: { responses: answers("204") } } },
};

/** The line about the key; undefined if there is none. */
async function keyLine(flags: ServeFlags, document?: typeof OPEN): Promise<string | undefined> {
  const contract = document === undefined ? await loadEmbeddedContract() : await loadContract(document);
  const served = { contract, inference: inferResources(contract), url: "http://127.0.0.1:4010/v1" };
  const lines = banner(served, readServeOptions(flags, {})).split("\n");
  return lines.find((line) => line.startsWith("  key "))?.trim();
}

test.each<[ServeFlags, typeof OPEN | undefined, string | undefined]>([
  [{}, undefined, "key        demo-key"],
  [{ key: ["mine"] }, undefined, "key        the one you gave (shown below as $API_KEY)"],
  [{ key: ["mine", "yours"] }, undefined, "key        any of the 2 you gave (shown below as $API_KEY)"],
  [{ auth: false }, undefined, "key        not required (--no-auth)"],
  [{}, OPEN, undefined],
  [{ key: ["mine"] }, OPEN, "key        the document requires none, so --key has no effect"],
])("%j", async (flags, document, line) => {
  expect(await keyLine(flags, document)).toBe(line);
});

test("query parameters that lists do not follow are named once, at the start", async () => {
  const parameters = ["mended_after", "view", "zone", "xyz", "zzz"].map((name) => ({
    name,
    in: "query",
    schema: { type: "string" },
  }));
  const item = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
  const content = { "application/json": { schema: { type: "array", items: item } } };
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/boats": { get: { parameters, responses: { "200": { description: "D", content } } } } },
  });
  const served = { contract, inference: inferResources(contract), url: "http://127.0.0.1:4010" };
  expect(banner(served, readServeOptions({}, {}))).toContain(
    "ignored    view of GET /boats, mended_after of GET /boats, zone of GET /boats and 2 more; animal-store explain says why\n",
  );
});
