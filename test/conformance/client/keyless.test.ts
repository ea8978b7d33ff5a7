// A run without the key that the document requires: claims that could not be tested are inconclusive, not failures.
import { expect, it } from "vitest";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { createMockServer } from "../../../src/http/node/server.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { complaints } from "../side-by-side.ts";
import type { JsonObject } from "../../../src/json/value.ts";

const ITEM: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };

const INVENTORY: JsonObject = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  paths: {
    "/inventory": {
      get: {
        responses: {
          "200": { description: "D", content: { "application/json": { schema: { type: "object" } } } },
          "401": { description: "No key" },
        },
      },
    },
  },
};

it("a store that checks the key before anything else has no failures", async () => {
  const contract = await loadContract(INVENTORY);
  const server = createMockServer(contract, inferResources(contract), { keys: ["k"] });
  const { url } = await server.listen();
  try {
    const run = await verify(contract, { baseUrl: url, changeExisting: true });
    expect(complaints(run)).toEqual([]);
    expect(complaints(run, ["inconclusive"]).join("\n")).toMatch(
      /protocol\.unlisted-method.*the target asks for a key first, and none was given/,
    );
  } finally {
    await server.close();
  }
});

it("operations that need a key are left undecided where others are open", async () => {
  const { paths } = INVENTORY as { paths: Record<string, { get: JsonObject }> };
  const inventory = paths["/inventory"]?.get as JsonObject;
  const list = (more: JsonObject): JsonObject => ({
    get: {
      ...more,
      responses: {
        "200": {
          description: "D",
          content: { "application/json": { schema: { type: "array", items: ITEM } } },
        },
      },
    },
  });
  const contract = await loadContract({
    ...INVENTORY,
    paths: { "/inventory": { get: inventory }, "/offers": list({ security: [] }), "/baskets": list({}) },
  });
  const server = createMockServer(contract, inferResources(contract), { keys: ["k"] });
  const { url } = await server.listen();
  try {
    const run = await verify(contract, { baseUrl: url });
    expect(complaints(run)).toEqual([]);
    expect(complaints(run, ["inconclusive"]).join("\n")).toMatch(/lists\.untouched.*no key was given/);
  } finally {
    await server.close();
  }
});
