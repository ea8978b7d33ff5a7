// Security, data that the server sends, and the effect of the profiles.
import { describe, expect, test } from "vitest";
import {
  bodyOf,
  compare,
  documentOf,
  kinds,
  withOperation,
  withParameters,
  withRequest,
  withResponse,
} from "./documents.ts";

describe("security", () => {
  const schemes = {
    key: { type: "http", scheme: "bearer" },
    other: { type: "apiKey", in: "header", name: "X-Key" },
    oauth: { type: "oauth2", flows: {} },
  };
  const secured = (security: unknown, securitySchemes: unknown = schemes) =>
    withOperation({ security }, { components: { securitySchemes } });

  test.each([
    ["a newly required scheme", [], [{ key: [] }], "security-added"],
    ["another scheme", [{ key: [] }], [{ other: [] }], "security-changed"],
    ["both schemes together", [{ key: [] }], [{ key: [], other: [] }], "security-changed"],
    ["one alternative fewer", [{ key: [] }, { other: [] }], [{ key: [] }], "security-changed"],
    ["an additional scope", [{ oauth: ["read"] }], [{ oauth: ["read", "write"] }], "security-changed"],
  ])("%s breaks", async (_what, before, after, kind) => {
    expect(kinds(await compare(secured(before), secured(after)), "breaking")).toEqual([kind]);
  });

  test("a renamed scheme, an additional alternative or one scope fewer is compatible", async () => {
    const renamed = secured([{ token: [] }], { token: schemes.key });
    expect((await compare(secured([{ key: [] }]), renamed)).changes).toEqual([]);
    expect((await compare(secured([{ key: [] }]), secured([{ key: [] }, {}]))).summary.breaking).toBe(0);
    expect((await compare(secured([{ oauth: ["a", "b"] }]), secured([{ oauth: ["a"] }]))).summary.breaking).toBe(0);
  });
});

describe("webhooks and callbacks, where the server sends the request", () => {
  const hook = (schema: unknown) => ({
    post: { requestBody: { content: { "application/json": { schema } } }, responses: { "200": { description: "OK" } } },
  });
  const webhooks = (schema: unknown) => documentOf({}, { webhooks: { created: hook(schema) } });
  const callbacks = (schema: unknown) =>
    withOperation({ callbacks: { done: { "{$request.query.url}": hook(schema) } } });

  test.each([
    ["webhook", webhooks],
    ["callback", callbacks],
  ] as const)("a %s that sends more kinds of values breaks", async (_what, build) => {
    const result = await compare(build({ type: "string" }), build({ type: ["string", "null"] }));
    expect(kinds(result, "breaking")).toEqual(["request-type"]);
    expect(result.changes[0]?.witness).toMatchObject({ acceptedBy: "revision", refusedBy: "base" });
    expect((await compare(build({ type: ["string", "null"] }), build({ type: "string" }))).summary.breaking).toBe(0);
  });
});

describe("profiles", () => {
  const closed = (additionalProperties: boolean) =>
    withRequest({ type: "object", properties: { a: { type: "string" } }, additionalProperties });

  test("what was never declared counts in strict only", async () => {
    expect(
      (
        await compare(
          withRequest({ type: "object", properties: { a: {} } }),
          withRequest({ type: "object", properties: { a: {} }, additionalProperties: false }),
        )
      ).summary.breaking,
    ).toBe(0);
    const before = withRequest({ type: "object", properties: { a: { type: "string" } } });
    expect((await compare(before, closed(false), "strict")).summary.breaking).toBe(1);
    const declared = withRequest({ type: "object", properties: { a: { type: "string" }, b: { type: "integer" } } });
    expect((await compare(before, declared)).summary.breaking).toBe(0);
    expect((await compare(before, declared, "strict")).summary.breaking).toBe(1);
  });

  test("strict shows every break that wire shows", async () => {
    const named = (type: string) => ({ type: "object", properties: { name: { type } } });
    const kept = (one: string, other: string) => ({
      type: "object",
      properties: { breed: { anyOf: [named(one), named(other)] }, name: { type: "string" }, age: { type: "integer" } },
    });
    const before = withResponse({
      anyOf: [kept("string", "string"), named("string"), { type: "string" }, { type: "string" }],
    });
    const after = withResponse({
      anyOf: [kept("string", "number"), named("string"), { type: "number" }, named("string"), { type: "number" }],
    });
    for (const profile of ["wire", "strict", "sdk"] as const) {
      expect((await compare(before, after, profile)).summary.breaking).toBeGreaterThan(0);
    }
  });

  test("a required property that is no longer described may have any value, which is breaking", async () => {
    const before = withResponse({ type: "object", required: ["id"], properties: { id: { type: "integer" } } });
    const after = withResponse({ type: "object", required: ["id"], properties: { name: { type: "string" } } });
    const { changes } = await compare(before, after);
    expect(changes[0]).toMatchObject({ verdict: "breaking", kind: "response-type" });
    expect(bodyOf(changes[0])).toHaveProperty("id");
  });

  test("values added to a response are reported in wire and breaking in strict", async () => {
    const response = (...values: string[]) =>
      withOperation({
        responses: { "200": { description: "OK", content: { "application/json": { schema: { enum: values } } } } },
      });
    const wire = await compare(response("a"), response("a", "b"));
    expect(wire.summary.breaking).toBe(0);
    expect(kinds(wire, "policy")).toEqual(["response-enum-grown"]);
    expect((await compare(response("a"), response("a", "b"), "strict")).summary.breaking).toBe(1);
  });
});

describe("changes", () => {
  test("keep their ids when lines move and when nothing else changes", async () => {
    const [before, after] = [
      withParameters({ name: "q", in: "query", schema: { type: "integer" } }),
      withParameters({ name: "q", in: "query", schema: { type: "integer", maximum: 3 } }),
    ];
    const moved = { info: after["info"] ?? null, "x-first": 1, ...after };
    const ids = async (revision: typeof after) => (await compare(before, revision)).changes.map(({ id }) => id);
    expect(await ids(moved)).toEqual(await ids(after));
    expect((await ids(after))[0]).toMatch(/^request-maximum-[0-9a-f]{8}$/);
  });

  test("a document compared with itself has none", async () => {
    const document = withRequest(
      { type: "object", properties: { a: { $ref: "#/components/schemas/A" } } },
      { components: { schemas: { A: { type: "object", properties: { a: { $ref: "#/components/schemas/A" } } } } } },
    );
    const result = await compare(document, document);
    expect(result.changes).toEqual([]);
    expect(result.advice).toBe("none");
  });
});

test("a parameter needs a refusal of its own, not one of another parameter", async () => {
  const query = (more: object) =>
    withParameters(
      ...["a", "b"].map((name) => ({ name, in: "query", required: true, schema: { type: "string", ...more } })),
    );
  const { changes } = await compare(query({}), query({ pattern: "^[0-9]+$" }));
  const broken = changes.filter(({ verdict }) => verdict === "breaking");
  const shown = new Map(broken.map(({ text, witness }) => [text, witness?.violations[0]?.at]));
  expect(shown).toEqual(
    new Map(["a", "b"].map((name) => [`query parameter ${name}: pattern "^[0-9]+$" was added`, `/query/${name}`])),
  );
});
