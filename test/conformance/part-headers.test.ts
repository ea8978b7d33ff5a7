// The suite sends the headers that the parts of a body must have, in forms and in sequences.
import { expect, test } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import { contractOf, documentOfValue } from "../../src/contract/load.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { createMock } from "../../src/library/create-mock.ts";
import { judge } from "./side-by-side.ts";

const NOTE: JsonObject = {
  type: "object",
  required: ["text"],
  properties: { id: { type: "integer", readOnly: true }, text: { type: "string", maxLength: 40 } },
};
const headers: JsonObject = {
  "X-Sum": { required: true, schema: { type: "string", pattern: "^[0-9a-f]{8}$" } },
  "X-Kind": { required: true, schema: { type: "string", enum: ["plain"] } },
};
const json = (schema: JsonObject): JsonObject => ({
  description: "ok",
  content: { "application/json": { schema } },
});
const wrong = json({ type: "object", properties: { message: { type: "string" } } });
const collection = (content: JsonObject): JsonObject => ({
  get: { responses: { "200": json({ type: "array", items: NOTE }) } },
  post: { requestBody: { required: true, content }, responses: { "201": json(NOTE), "400": wrong } },
});
const one: JsonObject = {
  parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
  get: { responses: { "200": json(NOTE), "404": wrong } },
  delete: { responses: { "204": { description: "gone" }, "404": wrong } },
};
const DOCUMENT: JsonObject = {
  openapi: "3.2.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": collection({ "multipart/form-data": { schema: NOTE, encoding: { text: { headers } } } }),
    "/notes/{id}": one,
    "/pages": collection({
      "application/json": { schema: NOTE },
      "multipart/mixed": { itemSchema: NOTE, itemEncoding: { contentType: "application/json", headers } },
    }),
    "/pages/{id}": one,
  },
};

test("and a service that refuses parts without them has no failures", async () => {
  const contract = contractOf(await documentOfValue(DOCUMENT));
  const mock = await createMock({ spec: contract });
  const store = { url: mock.url, key: mock.key, close: () => mock.close() };
  const run = await judge(contract, store, { checks: CHECKS.filter(({ id }) => id.startsWith("create.")) });
  const all = run.results.map(({ check, subject, outcome }) => [check.id, subject.about, outcome.verdict]);
  expect(all.filter(([, , verdict]) => verdict === "fail" || verdict === "error")).toEqual([]);
  expect(all).toContainEqual(["create.accepts-sequence", "multipart/mixed", "pass"]);
  expect(all.filter(([, , verdict]) => verdict === "pass").length).toBeGreaterThan(10);
  const sent = run.session.record
    .filter(({ request: { method, url } }) => method === "POST" && /\/(?:notes|pages)$/.test(new URL(url).pathname))
    .map(({ request }) => new TextDecoder().decode(request.body ?? new Uint8Array()));
  const made = sent.filter((text) => /^X-Sum: [0-9a-f]{8}\r\nX-Kind: plain\r\n/m.test(text));
  expect(made.some((text) => text.includes("form-data"))).toBe(true);
  expect(made.some((text) => text.includes("application/json"))).toBe(true);
});
