// A header in a media type that nothing reads is no fault of the service.
import { expect, test } from "vitest";
import { contractOf, documentOfValue } from "../../../src/contract/load.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import type { OpenApiDocument } from "../../../src/library/contracts.ts";
import { createMock } from "../../../src/library/create-mock.ts";
import { complaints, judge } from "../side-by-side.ts";

test.each<[string, JsonObject]>([
  ["application/linkset", { type: "object", required: ["linkset"], properties: { linkset: { type: "array" } } }],
  ["application/json", { type: "object", required: ["linkset"], properties: { linkset: { type: "array" } } }],
  ["application/linkset", { type: "string" }],
  ["text/plain", { type: "integer" }],
])("%s %j", async (media, schema) => {
  const headers: JsonObject = { Link: { required: true, content: { [media]: { schema } } } };
  const document: JsonObject = {
    openapi: "3.2.0",
    info: { title: "Links", version: "1" },
    paths: { "/a": { get: { responses: { "200": { description: "ok", headers } } } } },
  };
  const mock = await createMock({ spec: document as unknown as OpenApiDocument });
  const store = { url: mock.url, key: mock.key, close: () => mock.close() };
  expect(complaints(await judge(contractOf(await documentOfValue(document)), store))).toEqual([]);
});
