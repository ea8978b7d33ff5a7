// Additions, which break nothing, are reported too.
import { describe, expect, test } from "vitest";
import { compare, documentOf, withOperation, withRequest, withResponse } from "./documents.ts";

const JSON_BODY = { content: { "application/json": { schema: { type: "object" } } } };
const DONE = { description: "OK" };
const q = { name: "q", in: "query", schema: { type: "string" } };

const ADDED: readonly (readonly [what: string, base: object, revision: object, text: string])[] = [
  ["an optional query parameter", {}, { parameters: [q] }, "the optional query parameter q was added"],
  ["an optional header", {}, { parameters: [{ ...q, in: "header" }] }, "the optional header parameter q was added"],
  ["an optional body", {}, { requestBody: JSON_BODY }, "an optional request body was added"],
  [
    "a media type of requests",
    { requestBody: JSON_BODY },
    { requestBody: { content: { ...JSON_BODY.content, "text/plain": {} } } },
    "requests of the media type text/plain are accepted, too",
  ],
  [
    "a response header",
    {},
    { responses: { "200": { ...DONE, headers: { "X-Left": { schema: { type: "integer" } } } } } },
    "the header x-left of 200 was added",
  ],
  [
    "a media type of responses",
    { responses: { "200": { ...DONE, ...JSON_BODY } } },
    { responses: { "200": { ...DONE, content: { ...JSON_BODY.content, "text/plain": {} } } } },
    "responses of the media type text/plain with 200 are offered, too",
  ],
  ["a status", {}, { responses: { "200": DONE, "404": DONE } }, "the status 404 was added"],
  ["a default response", {}, { responses: { "200": DONE, default: DONE } }, "a default response was added"],
];

describe("a harmless addition", () => {
  test.each(ADDED)("%s is a compatible change", async (_what, base, revision, text) => {
    const { changes, summary } = await compare(withOperation({ ...base }), withOperation({ ...revision }));
    expect(changes.map((change) => [change.verdict, change.text])).toContainEqual(["compatible", text]);
    expect(summary.breaking + summary.unknown).toBe(0);
    expect(changes.find((change) => change.text === text)?.reason).toBeTruthy();
  });

  test("only the third of three media types is reported if the others stay", async () => {
    const two = { ...JSON_BODY.content, "text/plain": {} };
    const three = { ...two, "text/csv": {} };
    const base = { requestBody: { content: two }, responses: { "200": { ...DONE, content: two } } };
    const revision = { requestBody: { content: three }, responses: { "200": { ...DONE, content: three } } };
    const { changes } = await compare(withOperation(base), withOperation(revision));
    expect(changes.map(({ text }) => text).toSorted()).toEqual([
      "requests of the media type text/csv are accepted, too",
      "responses of the media type text/csv with 200 are offered, too",
    ]);
  });

  test("an optional property is reported, in requests and in responses", async () => {
    const small = { type: "object", properties: { a: { type: "string" } } };
    const large = { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } };
    for (const wrap of [withRequest, withResponse]) {
      const { changes } = await compare(wrap(small), wrap(large));
      expect(changes).toHaveLength(1);
      expect(changes[0]).toMatchObject({ verdict: "compatible" });
      expect(changes[0]?.text).toContain('the property "b" was added');
    }
  });

  test("a different credential is reported", async () => {
    const more = {
      components: { securitySchemes: { a: { type: "http", scheme: "bearer" }, b: { type: "http", scheme: "basic" } } },
    };
    const { changes } = await compare(
      withOperation({ security: [{ a: [] }] }, more),
      withOperation({ security: [{ a: [] }, { b: [] }] }, more),
    );
    expect(changes.map(({ verdict, text }) => [verdict, text])).toEqual([
      ["compatible", "the credential b is accepted, too"],
    ]);
  });

  test("a change to a shared part is one change that lists the operations", async () => {
    const operation = (parameters: object[]) => ({ get: { parameters, responses: { "200": DONE } } });
    const shared = { components: { parameters: { q } } };
    const before = documentOf({ "/a": operation([]), "/b": operation([]) }, shared);
    const reference = { $ref: "#/components/parameters/q" };
    const after = documentOf({ "/a": operation([reference]), "/b": operation([reference]) }, shared);
    const { changes, advice } = await compare(before, after);
    expect(changes).toHaveLength(1);
    expect(changes[0]?.operations).toEqual(["GET /a", "GET /b"]);
    expect(advice).toBe("minor");
  });

  test("a new undescribed status is breaking in strict, and reported once", async () => {
    const { changes } = await compare(
      withOperation({}),
      withOperation({ responses: { "200": DONE, "404": DONE } }),
      "strict",
    );
    expect(changes.filter(({ kind }) => kind === "response-status-added").map(({ verdict }) => verdict)).toEqual([
      "breaking",
    ]);
  });
});
