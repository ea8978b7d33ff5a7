// Paths that allow fewer identifiers than items may have: the suite never requests the others or fails a store for
// them, and the mock starts with items that can be requested and leaves room for more.
import { describe, expect, it, test } from "vitest";
import { unreachable } from "../../../conformance/probes/item.ts";
import type { Run } from "../../../conformance/run.ts";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { createMockServer } from "../../../src/http/node/server.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { drawn, shareOf } from "../../share.ts";
import { complaints } from "../side-by-side.ts";
import type { JsonObject } from "../../../src/json/value.ts";

const carries = (schema: JsonObject): JsonObject => ({ description: "D", content: { "application/json": { schema } } });

/** Orders that can be created, fetched and removed, and optionally listed. */
function orders(
  orderId: JsonObject,
  id: JsonObject = { type: "integer", format: "int64" },
  listed = false,
): JsonObject {
  const order = {
    type: "object",
    required: ["id"],
    properties: { id: { ...id, readOnly: true }, note: { type: "string" } },
  };
  const refused = { "400": carries({}), "404": carries({}) };
  const list = { get: { responses: { "200": carries({ type: "array", items: order }) } } };
  return {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/orders": {
        ...(listed ? list : {}),
        post: { requestBody: { required: true, ...carries(order) }, responses: { "201": carries(order), ...refused } },
      },
      "/orders/{orderId}": {
        parameters: [{ name: "orderId", in: "path", required: true, schema: orderId }],
        get: { responses: { "200": carries(order), ...refused } },
        put: { requestBody: { required: true, ...carries(order) }, responses: { "200": carries(order), ...refused } },
        delete: { responses: { "204": { description: "Gone" }, ...refused } },
      },
    },
  };
}

async function served<T>(document: JsonObject, work: (url: string) => Promise<T>): Promise<T> {
  const contract = await loadContract(document);
  const server = createMockServer(contract, inferResources(contract));
  try {
    return await work((await server.listen()).url);
  } finally {
    await server.close();
  }
}

async function verified(document: JsonObject): Promise<Run> {
  const contract = await loadContract(document);
  return served(document, (baseUrl) =>
    verify(contract, { baseUrl, explore: { count: drawn({ each: 5, proof: 40 }), seed: 1 } }),
  );
}

const TEN = { type: "integer", format: "int64", minimum: 1, maximum: 10 };

describe("the suite", () => {
  it.each(shareOf<JsonObject>([TEN, { type: "integer", minimum: 1000 }, { type: "integer", exclusiveMaximum: 3 }], 3))(
    "reports no failures if the path only allows %j",
    async (orderId) => {
      for (const listed of shareOf([true, false], 2)) {
        const run = await verified(orders(orderId, undefined, listed));
        expect(complaints(run)).toEqual([]);
        expect(run.session.created.length).toBeGreaterThan(20);
      }
    },
  );

  it("says why an item whose identifier the path does not allow was not fetched", async () => {
    const undecided = complaints(await verified(orders(TEN)), ["inconclusive"]).join("\n");
    expect(undecided).toContain("the item cannot be requested, because orderId in its path must be 10 or less");
  });
});

test("an identifier is allowed as a number and as a string", async () => {
  const contract = await loadContract(orders(TEN));
  const [resource] = inferResources(contract).resources;
  const fetching = resource?.operations.fetch;
  if (resource === undefined || fetching === undefined) throw new Error("orders are a resource");
  for (const id of [7, "7", 7n]) expect(unreachable(resource, fetching, id)).toBeUndefined();
  for (const id of [11, "11", 11n]) expect(unreachable(resource, fetching, id)).toBe("must be 10 or less");
  expect(unreachable(resource, fetching, "x")).toBe("must be an integer");
});

describe("the mock", () => {
  const idOf = async (answer: Response): Promise<unknown> => ((await answer.json()) as { id: unknown }).id;
  const create = (url: string): Promise<Response> =>
    fetch(`${url}/orders`, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" });

  it("keeps half of a small range of identifiers for new items, so they can be fetched", async () => {
    await served(orders(TEN), async (url) => {
      expect((await fetch(`${url}/orders/5`)).status).toBe(200);
      expect((await fetch(`${url}/orders/6`)).status).toBe(404);
      for (let id = 6; id <= 12; id++) expect(await idOf(await create(url))).toBe(id);
      expect((await fetch(`${url}/orders/6`)).status).toBe(200);
      expect((await fetch(`${url}/orders/10`)).status).toBe(200);
    });
  });

  it("begins with the smallest identifier that item and path allow", async () => {
    const least: readonly (readonly [JsonObject, JsonObject, number])[] = [
      [{ type: "integer", minimum: 1000 }, { type: "integer" }, 1000],
      [{ type: "integer" }, { type: "integer", exclusiveMinimum: 7 }, 8],
      [{ type: "integer", minimum: 3 }, { type: "integer", minimum: 6.5 }, 7],
    ];
    for (const [orderId, id, first] of least) {
      await served(orders(orderId, id), async (url) => {
        expect(await idOf(await fetch(`${url}/orders/${first}`))).toBe(first);
        expect(await idOf(await create(url))).toBe(first + 12);
      });
    }
  });

  it("generates identifiers that the path allows", async () => {
    const orderId = { type: "string", pattern: "^id-[0-9]+$" };
    await served(orders(orderId, { type: "string" }), async (url) => {
      expect(await idOf(await create(url))).toBe("id-13");
      expect((await fetch(`${url}/orders/id-13`)).status).toBe(200);
    });
  });
});
