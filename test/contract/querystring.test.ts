// `in: querystring` (OpenAPI 3.2): the whole query as one form.
import { expect, test } from "vitest";
import { createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";
import { complaints, judge } from "../conformance/side-by-side.ts";
import { loadContract } from "../../src/contract/load.ts";

const FORM = {
  type: "object",
  required: ["term"],
  properties: {
    term: { type: "string" },
    limit: { type: "integer", maximum: 5 },
    tags: { type: "array", items: { type: "string" } },
  },
};

function search(content: object, required = true): object {
  return {
    openapi: "3.2.0",
    info: { title: "Search", version: "1" },
    paths: {
      "/search": {
        get: {
          parameters: [{ name: "all", in: "querystring", required, content }],
          responses: {
            "200": { description: "Found.", content: { "application/json": { example: { hits: 3 } } } },
            "400": { description: "Refused." },
          },
        },
      },
    },
    components: { schemas: { Form: FORM } },
  };
}

const form = { "application/x-www-form-urlencoded": { schema: { $ref: "#/components/schemas/Form" } } };

test.each([
  ["?term=cats", 200],
  ["?term=cats&limit=5&tags=a&tags=b", 200],
  ["?term=cats&limit=6", 400],
  ["?limit=5", 400],
  ["", 400],
])("a query %s is judged by the form's schema: %i", async (query, status) => {
  await using mock = await createMock({ spec: search(form) as Spec });
  expect((await fetch(`${mock.url}/search${query}`)).status).toBe(status);
});

test("a query that need not be sent may be left out", async () => {
  await using mock = await createMock({ spec: search(form, false) as Spec });
  expect((await fetch(`${mock.url}/search`)).status).toBe(200);
});

const asJson = { "application/json": { schema: { $ref: "#/components/schemas/Form" } } };

test.each([
  ['?{"term":"cats","limit":5}', 200],
  ['?{"term":"a+b"}', 200],
  ['?{"term":"cats","limit":6}', 400],
  ['?{"limit":5}', 400],
  ["?term=cats", 400],
  ["", 400],
])("a query that is JSON, %s, is judged by its schema: %i", async (query, status) => {
  await using mock = await createMock({ spec: search(asJson) as Spec });
  const path = query === "" ? "" : `?${encodeURIComponent(query.slice(1))}`;
  expect((await fetch(`${mock.url}/search${path}`)).status).toBe(status);
});

test.each([true, false])(
  "the suite sends a query that is JSON, and the mock keeps it; required: %s",
  async (required) => {
    const document = search(asJson, required);
    const mock = await createMock({ spec: document as Spec });
    const store = { url: mock.url, key: mock.key, close: () => mock.close() };
    const contract = await loadContract(document as Parameters<typeof loadContract>[0]);
    const run = await judge(contract, store, { explore: { count: 5, seed: 1 } });
    expect(complaints(run)).toEqual([]);
    const sent = run.session.record.map(({ request }) => decodeURIComponent(new URL(request.url).search));
    expect(sent.some((query) => query.startsWith('?{"'))).toBe(true);
  },
);

const asText = { "application/jsonpath": { schema: { type: "string", pattern: "^\\$" }, example: "$.a.b[1:1]" } };

test.each([
  ["$.a.b[1:1]", 200],
  ["a.b", 400],
  ["", 400],
])("a query in another media type is a text: %s: %i", async (query, status) => {
  await using mock = await createMock({ spec: search(asText) as Spec });
  expect((await fetch(`${mock.url}/search?${encodeURIComponent(query)}`)).status).toBe(status);
});

test("the suite sends a query that is a text, and the mock keeps it", async () => {
  const document = search(asText);
  const mock = await createMock({ spec: document as Spec });
  const store = { url: mock.url, key: mock.key, close: () => mock.close() };
  const run = await judge(await loadContract(document as Parameters<typeof loadContract>[0]), store);
  expect(complaints(run)).toEqual([]);
  const sent = run.session.record.map(({ request }) => decodeURIComponent(new URL(request.url).search));
  expect(sent).toContain("?$.a.b[1:1]");
});

test("a form without properties is told", async () => {
  const empty = { "application/x-www-form-urlencoded": { schema: { type: "object" } } };
  await expect(loadContract(search(empty) as Parameters<typeof loadContract>[0])).rejects.toThrow(
    "a querystring in application/x-www-form-urlencoded needs a schema of type object, with a property for each parameter",
  );
});
