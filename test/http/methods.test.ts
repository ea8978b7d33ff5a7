// Methods of OpenAPI 3.2: QUERY, which asks with a body, and additional ones.
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";
import { createFetchHandler } from "../../src/http/fetch/handler.ts";

const ORDER = {
  type: "object",
  required: ["customer"],
  properties: {
    id: { type: "integer", readOnly: true },
    customer: { type: "string" },
    tags: { type: "array", items: { type: "string" } },
    count: { type: "integer" },
  },
};
const content = { "application/json": { schema: ORDER } };
const all = { description: "Some.", content: { "application/json": { schema: { type: "array", items: ORDER } } } };
const criteria = { content: { "application/json": { schema: { type: "object" } } } };

const document = {
  openapi: "3.2.0",
  info: { title: "Orders", version: "1" },
  paths: {
    "/orders": {
      get: { responses: { "200": all } },
      post: { requestBody: { content }, responses: { "201": { description: "Made.", content } } },
      query: { requestBody: criteria, responses: { "200": all } },
      additionalOperations: {
        COPY: {
          responses: { "200": { description: "Copied.", content: { "application/json": { example: { copied: 3 } } } } },
        },
        FROB: {
          responses: {
            "200": { description: "Frobbed.", content: { "application/json": { example: { frobbed: true } } } },
          },
        },
      },
    },
    "/orders/search": { post: { requestBody: criteria, responses: { "200": all } } },
  },
} as unknown as Spec;

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ spec: document });
  mock.seed([
    { id: 1, customer: "Ada Lovelace", tags: ["new"], count: 1 },
    { id: 2, customer: "Bo", tags: ["new", "late"], count: 2 },
    { id: 3, customer: "Cleo", tags: [], count: 2 },
  ]);
});
afterAll(() => mock.close());

/** `fetch` sends QUERY only where Node knows it, and in upper case only the usual ones. */
function ask(method: string, path: string, body?: object): Promise<readonly [number, unknown]> {
  return new Promise((resolve, reject) => {
    const sent = request(mock.url + path, { method, headers: { "Content-Type": "application/json" } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve([response.statusCode ?? 0, JSON.parse(text)]));
    });
    sent.on("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const idsOf = ([status, value]: readonly [number, unknown]): unknown[] => [
  status,
  ...(value as { id: number }[]).map(({ id }) => id),
];

test.each<[what: string, body: object, ids: number[]]>([
  ["nothing", {}, [1, 2, 3]],
  ["a value", { count: 2 }, [2, 3]],
  ["two values", { count: 2, customer: "Bo" }, [2]],
  ["one of several", { customer: ["Bo", "Cleo"] }, [2, 3]],
  ["an element of a list", { tags: "late" }, [2]],
  ["criteria in an object", { filter: { count: 1 } }, [1]],
  ["a text", { q: "lovelace" }, [1]],
  ["what no item has", { customer: "Dee" }, []],
  ["what items know nothing of", { limitless: true }, [1, 2, 3]],
])("QUERY and a search by POST find items by %s", async (_, body, ids) => {
  expect(idsOf(await ask("QUERY", "/orders", body))).toEqual([200, ...ids]);
  expect(idsOf(await ask("POST", "/orders/search", body))).toEqual([200, ...ids]);
});

test("an additional method is answered by its example, and listed in Allow", async () => {
  expect(await ask("COPY", "/orders")).toEqual([200, { copied: 3 }]);
  const response = await fetch(`${mock.url}/orders`, { method: "OPTIONS" });
  expect(response.headers.get("allow")).toBe("GET, POST, QUERY, COPY, FROB, HEAD, OPTIONS");
});

test("the fetch handler answers methods that Node does not know", async () => {
  const handler = createFetchHandler(mock.contract);
  const response = await handler(new Request("http://localhost/orders", { method: "FROB" }));
  expect([response.status, await response.json()]).toEqual([200, { frobbed: true }]);
});
