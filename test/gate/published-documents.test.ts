// The edits of published histories that concern more than one schema, once more wherever they may stand: other names and
// nesting, requests and responses, both dialects. What is said of an edit must not depend on that.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { brokenBy, compare, documentOf, said, withOperation, withRequest, withResponse } from "./documents.ts";

type Loose = Record<string, unknown>;

const TEXT = { type: "string" };
const OK = { "200": { description: "OK" } };
const object = (properties: Loose, more: Loose = {}): Loose => ({ type: "object", properties, ...more });
const ref = (name: string): Loose => ({ $ref: `#/components/schemas/${name}` });
const JSON_OF = (schema: unknown): Loose => ({ "application/json": { schema } });

describe.each(["3.0.3", "3.1.0"])("in OpenAPI %s", (openapi) => {
  const dialect = (document: JsonObject): JsonObject => ({ ...document, openapi });
  const saidOf = (base: JsonObject, revision: JsonObject): Promise<string[]> => said(dialect(base), dialect(revision));

  describe("paths that differ only in the names of their parameters", () => {
    const operation = (parameters: readonly string[], schema: Loose): Loose => ({
      parameters: parameters.map((name) => ({ name, in: "path", required: true, schema })),
      responses: { "200": { description: "OK", content: JSON_OF(schema) } },
    });

    test.each<[string, string, string, readonly [string[], string[]], string]>([
      ["at the end", "/users/{userId}", "/users/{email}", [["userId"], ["email"]], "get"],
      ["in the middle", "/a/{x}/items", "/a/{y}/items", [["x"], ["y"]], "post"],
      [
        "with two parameters",
        "/a/{x}/b/{y}",
        "/a/{m}/b/{n}",
        [
          ["x", "y"],
          ["m", "n"],
        ],
        "delete",
      ],
      ["with more than a parameter in a segment", "/a/{x}.json", "/a/{y}.json", [["x"], ["y"]], "get"],
    ])("are each compared with themselves: %s", async (...[, one, other, [own, others], method]) => {
      const paths = (schema: Loose): JsonObject =>
        documentOf({ [one]: { [method]: operation(own, TEXT) }, [other]: { [method]: operation(others, schema) } });
      expect(await saidOf(paths(TEXT), paths(TEXT))).toEqual([]);
      const broken = await brokenBy(dialect(paths(TEXT)), dialect(paths({ ...TEXT, maxLength: 5 })));
      expect([...new Set(broken.flatMap(({ operations }) => operations))]).toEqual([
        `${method.toUpperCase()} ${other}`,
      ]);
      expect(broken).toHaveLength(others.length);
    });
  });

  describe("the content of a response", () => {
    const answering = (method: string, status: string, content?: Loose): JsonObject =>
      documentOf({
        "/things": {
          [method]: { responses: { [status]: { description: "D", ...(content === undefined ? {} : { content }) } } },
        },
      });

    test.each([
      ["delete", "204"],
      ["post", "205"],
      ["get", "304"],
      ["put", "204"],
    ])("to %s with %s is ignored, because there is no body", async (method, status) => {
      const described = answering(method, status, JSON_OF(object({ a: TEXT }, { required: ["a"] })));
      expect(await saidOf(described, answering(method, status))).toEqual([]);
      expect(await saidOf(described, answering(method, status, JSON_OF({ type: "integer" })))).toEqual([]);
    });

    test("to get with 200 is compared", async () => {
      expect(
        await saidOf(answering("get", "200", JSON_OF(TEXT)), answering("get", "200", JSON_OF({ type: "integer" }))),
      ).toEqual(["breaking response-type"]);
    });
  });

  describe("breaks that share a component", () => {
    const entity = object({ id: TEXT, owner: TEXT, author: TEXT }, { required: ["id", "owner", "author"] });
    const without = (...names: readonly string[]): Loose => {
      const kept = Object.entries(entity["properties"] as Loose).filter(([name]) => !names.includes(name));
      return object(Object.fromEntries(kept), { required: kept.map(([name]) => name) });
    };
    const answer = (schema: Loose): Loose => ({
      get: { responses: { "200": { description: "OK", content: JSON_OF(schema) } } },
    });
    const list = (items: Loose): Loose => ({ type: "array", items });
    const two = (first: Loose, second: Loose, wrap: (schema: Loose) => Loose): JsonObject =>
      documentOf(
        { "/a": answer(wrap(ref("A"))), "/b": answer(wrap(ref("B"))) },
        { components: { schemas: { A: { allOf: [first] }, B: { allOf: [second] } } } },
      );

    test.each<[string, (schema: Loose) => Loose]>([
      ["as a whole", (schema) => schema],
      ["in a list", list],
      ["in a page", (schema) => object({ data: list(schema), next: TEXT })],
    ])("are reported one by one, each with its own id: %s", async (_, wrap) => {
      const base = dialect(two(entity, entity, wrap));
      const both = await brokenBy(base, dialect(two(without("owner"), without("author"), wrap)));
      expect(both.map(({ operations, text }) => [operations, /owner|author/.exec(text)?.[0]])).toEqual([
        [["GET /a"], "owner"],
        [["GET /b"], "author"],
      ]);
      const one = await brokenBy(base, dialect(two(without("owner", "author"), entity, wrap)));
      expect(new Set([...both, ...one].map(({ id }) => id)).size).toBe(3);
      expect(one.map(({ id }) => id)).toContain(both[0]?.id);
    });
  });

  describe("a scheme that is replaced by another one of the same kind", () => {
    const schemes: readonly (readonly [string, Loose, Loose])[] = [
      ["bearer", { type: "http", scheme: "bearer" }, { type: "http", scheme: "bearer", bearerFormat: "JWT" }],
      ["basic", { type: "http", scheme: "basic" }, { type: "http", scheme: "Basic" }],
      [
        "a key in one header",
        { type: "apiKey", in: "header", name: "X-Key" },
        { type: "apiKey", in: "header", name: "x-key" },
      ],
    ];
    const asking = (security: readonly Loose[], securitySchemes: Loose, isGlobal: boolean): JsonObject =>
      withOperation(isGlobal ? {} : { security }, {
        components: { securitySchemes },
        ...(isGlobal ? { security } : {}),
      });

    test.each(
      schemes.flatMap(
        (scheme) =>
          [
            [...scheme, true],
            [...scheme, false],
          ] as const,
      ),
    )("%s: is a policy finding, and not if it was only renamed", async (_, one, other, isGlobal) => {
      const both = { users: one, admins: other };
      expect(await saidOf(asking([{ users: [] }], both, isGlobal), asking([{ admins: [] }], both, isGlobal))).toEqual([
        "policy security-scheme-replaced",
      ]);
      expect(
        await saidOf(
          asking([{ users: [] }], { users: one }, isGlobal),
          asking([{ people: [] }], { people: one }, isGlobal),
        ),
      ).toEqual([]);
    });
  });

  describe("the encoding of a property in a form", () => {
    const form = (type: string, schema: Loose, encoding: Loose): JsonObject =>
      documentOf({
        "/things": { post: { requestBody: { content: { [type]: { schema, encoding } } }, responses: OK } },
      });
    const URLENCODED = "application/x-www-form-urlencoded";
    const deep = { style: "deepObject", explode: true };

    test.each<[string, Loose, Loose, Loose, Loose]>([
      ["a new one", object({ a: TEXT }), {}, object({ a: TEXT, meta: object({ k: TEXT }) }), { meta: deep }],
      ["a string", object({ a: TEXT }), { a: deep }, object({ a: TEXT }), {}],
      ["a number", object({ a: { type: "integer" } }), {}, object({ a: { type: "integer" } }), { a: deep }],
      ["one from an allOf", { allOf: [object({ a: TEXT })] }, { a: deep }, { allOf: [object({ a: TEXT })] }, {}],
    ])("does not break clients: %s", async (...[, before, encoding, after, revised]) => {
      expect(await saidOf(form(URLENCODED, before, encoding), form(URLENCODED, after, revised))).toEqual([]);
    });
  });

  describe("an empty list of alternatives", () => {
    const holding = (schema: unknown): Loose => object({ id: TEXT, odd: schema });

    test.each(["oneOf", "anyOf", "allOf"])("%s: the rest is compared, in requests and responses", async (keyword) => {
      for (const carry of [withRequest, withResponse]) {
        const of = (more: Loose): JsonObject =>
          dialect(carry(holding({ [keyword]: [] }), { components: { schemas: { Odd: { [keyword]: [] } } }, ...more }));
        const other = (schema: Loose): Loose => ({
          "/others": { get: { responses: { "200": { description: "OK", content: JSON_OF(schema) } } } },
        });
        const withOther = (schema: Loose): JsonObject => {
          const document = of({});
          return { ...document, paths: { ...(document["paths"] as JsonObject), ...(other(schema) as JsonObject) } };
        };
        const { changes } = await compare(withOther(TEXT), withOther({ type: "integer" }));
        const verdicts = changes.map(({ verdict, kind, operations }) => [verdict, kind, operations[0]]);
        expect(verdicts).toContainEqual(["breaking", "response-type", "GET /others"]);
        expect(verdicts.filter(([verdict]) => verdict === "breaking")).toHaveLength(1);
      }
    });

    test.each(["oneOf", "anyOf"])("%s: if only the base has it, the fix does not break", async (keyword) => {
      for (const carry of [withRequest, withResponse]) {
        const broken = dialect(carry(holding({ [keyword]: [] })));
        const { changes } = await compare(broken, dialect(carry(holding({ [keyword]: [TEXT] }))));
        expect(changes.filter(({ verdict }) => verdict === "breaking")).toEqual([]);
      }
    });
  });
});
