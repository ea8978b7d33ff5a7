// Edits from published histories as small examples: each pair shows a class of edit that real APIs make, and the
// verdict that their owners would agree with.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { brokenBy, documentOf, withOperation, withRequest, withResponse, said } from "./documents.ts";

type Loose = Record<string, unknown>;

const OK = { "200": { description: "OK" } };
const TEXT = { type: "string" };
const object = (properties: Loose, more: Loose = {}): Loose => ({ type: "object", properties, ...more });
const old = (document: JsonObject): JsonObject => ({ ...document, openapi: "3.0.3" });

describe("paths that differ only in the names of their parameters", () => {
  const twin = (schema: Loose): Loose => ({
    get: { parameters: [{ name: "x", in: "path", required: true, schema }], responses: OK },
  });
  const paths = (number: Loose): JsonObject =>
    documentOf({ "/contacts/{id}": twin(TEXT), "/contacts/{number}": twin(number) });

  test("are each compared with themselves", async () => {
    expect(await said(paths({ type: "integer" }), paths({ type: "integer" }))).toEqual([]);
    const [change] = await brokenBy(paths({ type: "integer" }), paths({ type: "integer", maximum: 5 }));
    expect([change?.operations, change?.text]).toEqual([
      ["GET /contacts/{number}"],
      expect.stringContaining("maximum 5 was added"),
    ]);
  });

  test("in another order are the same", async () => {
    const turned = documentOf({ "/contacts/{number}": twin({ type: "integer" }), "/contacts/{id}": twin(TEXT) });
    expect(await said(paths({ type: "integer" }), turned)).toEqual([]);
  });
});

describe("a property of a response that is no longer described", () => {
  test.each<[string, Loose, Loose]>([
    ["the last one", object({ a: TEXT }), object({})],
    ["one of several", object({ a: TEXT, b: TEXT }), object({ b: TEXT })],
    [
      "where others are explicitly allowed",
      object({ a: TEXT, b: TEXT }),
      object({ b: TEXT }, { additionalProperties: true }),
    ],
    ["inside alternatives", { anyOf: [object({ a: TEXT })] }, { anyOf: [object({})] }],
  ])("%s: is one policy finding, and not breaking", async (_what, before, after) => {
    expect(await said(withResponse(before), withResponse(after))).toEqual(["policy response-property-removed"]);
  });

  test("breaks where other properties have another type, or where it was required", async () => {
    const map = object({}, { additionalProperties: { type: "integer" } });
    expect(await said(withResponse(object({ a: TEXT })), withResponse(map))).toContain("breaking response-type");
    const required = object({ a: TEXT }, { required: ["a"] });
    expect(await said(withResponse(required), withResponse(object({})))).toContain("breaking response-required");
  });
});

test("nothing is reported inside a schema whose type changed", async () => {
  const list = { type: "array", items: object({ a: TEXT, b: object({ c: { enum: ["x", "y"] } }) }) };
  expect(await said(withResponse(list), withResponse(object({ z: TEXT })))).toEqual(["breaking response-type"]);
  expect(await said(withRequest(list), withRequest(object({ z: TEXT })))).toEqual(["breaking request-type"]);
});

describe("values of a response that are added and removed", () => {
  const values = (...names: string[]): JsonObject => withResponse({ enum: names });
  const titled = (...names: string[]): JsonObject =>
    withResponse({ oneOf: names.map((name) => ({ const: name, title: name.toUpperCase() })) });

  test.each([values, titled])(
    "some new and some removed ones are a policy finding, like new ones alone",
    async (of) => {
      expect(await said(of("a", "b", "o"), of("a", "b", "n"))).toEqual(["policy response-enum-grown"]);
      expect(await said(of("a", "c"), of("a", "b", "c"))).toEqual(["policy response-enum-grown"]);
      expect(await said(of("a", "b"), of("a"))).toEqual([]);
    },
  );

  test("replacing all of them is breaking", async () => {
    expect(await said(values("a"), values("b"))).toContain("breaking response-enum");
  });

  const notes = { title: "N", description: "N", deprecated: true, example: "N", examples: ["N"], "x-note": "N" };
  test.each<Loose>([{}, TEXT, notes])(
    "a constant that requests may no longer contain is named, next to %j",
    async (beside) => {
      const of = (...names: string[]): JsonObject =>
        withRequest({ anyOf: names.map((name) => ({ const: name, ...beside })) });
      const [change] = await brokenBy(of("a", "b", "c"), of("a", "c"));
      expect(change?.text).toBe('body: allowed values: removed "b"');
    },
  );
});

test("a 204 has no content, whatever its description says", async () => {
  const answer = (more: Loose): JsonObject => withOperation({ responses: { "204": { description: "gone", ...more } } });
  const content = { content: { "application/json": { schema: TEXT } } };
  expect(await said(answer(content), answer({}))).toEqual([]);
  expect(
    await said(answer(content), answer({ content: { "application/json": { schema: { type: "integer" } } } })),
  ).toEqual([]);
});

describe("another security scheme of the same kind", () => {
  const bearer = { type: "http", scheme: "bearer" };
  const asking = (name: string, known: readonly string[]): JsonObject =>
    withOperation(
      { security: [{ [name]: [] }] },
      { components: { securitySchemes: Object.fromEntries(known.map((one) => [one, bearer])) } },
    );

  test("is a policy finding, because a key for one may not work for the other", async () => {
    expect(await said(asking("a", ["a", "b"]), asking("b", ["a", "b"]))).toEqual(["policy security-scheme-replaced"]);
  });

  test("is not a change if the scheme was only renamed", async () => {
    expect(await said(asking("a", ["a"]), asking("b", ["b"]))).toEqual([]);
  });
});

describe("an additional alternative in a response", () => {
  const schemas = {
    B: object({ kind: { const: "B" }, b: TEXT }, { required: ["kind"] }),
    C: object({ kind: { const: "C" }, c: TEXT }, { required: ["kind"] }),
  };
  const of = (schema: Loose): JsonObject => withResponse(object({ x: schema }), { components: { schemas } });
  const [b, c] = [{ $ref: "#/components/schemas/B" }, { $ref: "#/components/schemas/C" }];

  test("is one break that names it", async () => {
    const broken = await brokenBy(of(b), of({ anyOf: [b, c] }));
    expect(broken.map(({ text }) => text)).toEqual(['body of 200, at x: alternatives: added "C"']);
    expect(await said(of(b), of({ anyOf: [b, c] }))).toEqual(["breaking response-anyOf"]);
  });

  test("is not a change if it is the same one", async () => {
    expect(await said(of(b), of({ oneOf: [b] }))).toEqual([]);
  });

  test("is described as null if 3.0 has nullable next to a reference", async () => {
    const nullable = old(of({ allOf: [b], nullable: true }));
    const broken = await brokenBy(old(of(b)), nullable);
    expect(broken.map(({ text }) => text)).toEqual(["body of 200, at x: may now be null"]);
  });
});

describe("the encoding of the parts of a form", () => {
  const form = (properties: Loose, encoding: Loose): JsonObject =>
    withOperation({
      requestBody: { content: { "application/x-www-form-urlencoded": { schema: object(properties), encoding } } },
    });
  const deep = { style: "deepObject", explode: true };

  test("does not matter for a new property or a scalar", async () => {
    const m = TEXT;
    expect(await said(form({ m }, {}), form({ m, k: object({ a: TEXT }) }, { k: deep }))).toEqual([]);
    expect(await said(form({ t: TEXT }, { t: deep }), form({ t: TEXT }, {}))).toEqual([]);
  });

  test("matters for an object that both sides have", async () => {
    const [k, m] = [object({ a: TEXT }), { m: TEXT }];
    expect(await said(form({ k, ...m }, { k: deep }), form({ k, ...m }, {}))).toEqual(["policy form-style-changed"]);
  });
});

test("nullable next to an enum without null is reported, because most readers think that null is allowed", async () => {
  const of = (more: Loose): JsonObject => old(withResponse(object({ a: { ...TEXT, enum: ["x"], ...more } })));
  expect(await said(of({}), of({ nullable: true }))).toEqual(["policy nullable-enum-without-null"]);
  expect(await said(of({ nullable: true }), of({ nullable: true }))).toEqual([]);
});

test("a removed required property of a response is one break and no policy finding", async () => {
  const before = withResponse(object({ a: TEXT, b: TEXT }, { required: ["a"] }));
  expect(await said(before, withResponse(object({ b: TEXT })))).toEqual(["breaking response-required"]);
});

test("sorts equal verdicts by the number of operations, then by path", async () => {
  const get = (schema: unknown): Loose => ({
    get: { parameters: [{ name: "q", in: "query", schema }], responses: OK },
  });
  const shared = { components: { schemas: { Limit: { type: "integer", maximum: 9 } } } };
  const less = { components: { schemas: { Limit: { type: "integer", maximum: 5 } } } };
  const ref = { $ref: "#/components/schemas/Limit" };
  const paths = (maximum: number): Loose => ({
    "/b": get({ type: "integer", maximum }),
    "/a": get({ type: "integer", maximum }),
    "/y": get(ref),
    "/z": get(ref),
  });
  const found = await brokenBy(documentOf(paths(9), shared), documentOf(paths(5), less));
  expect(found.map(({ operations }) => operations)).toEqual([["GET /y", "GET /z"], ["GET /a"], ["GET /b"]]);
});
