// The page sizes for testing a filter: the smallest that the document allows.
import { expect, test } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import { answers, at, list, number, object, query } from "../http/parts.ts";
import { startMock } from "../http/support.ts";
import { verify } from "../../conformance/verify.ts";
import type { JsonObject } from "../../src/json/value.ts";

/** The requested paths with their queries, in alphabetical order. */
async function asked(limit: JsonObject): Promise<string[]> {
  const thing = object({ id: number, kind: { enum: ["a", "b"] } }, "id", "kind");
  const filters = query({ name: "kind", schema: { enum: ["a", "b"] } }, { name: "limit", schema: limit });
  const mock = await startMock({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/things": {
        get: { parameters: filters, responses: answers("200", list(thing)) },
      },
      "/things/{id}": { ...at("id"), get: { responses: answers("200", thing) } },
    },
  });
  const checks = CHECKS.filter(({ id, family }) => id === "filters.before-limit" || family === "lists");
  const run = await verify(mock.contract, { baseUrl: mock.url, checks, key: "demo-key" });
  await mock.close();
  return [...new Set(run.session.record.map(({ request }) => request.url.replace(mock.url, "")))].sort();
}

test.each([
  ["a page size of one, by default", number, ["limit=1&kind=a", "limit=1&kind=b"]],
  ["no page size that the document forbids", { ...number, minimum: 2 }, []],
])("a filter is tried with %s", async (_, limit, queries) => {
  const tried = (await asked(limit)).filter((url) => /\?limit=1&kind=/.test(url));
  expect(tried).toEqual(queries.map((one) => `/things?${one}`));
});
