// Parts that cannot be understood are reported at their place and never called harmless. The rest is judged without
// them.
import { describe, expect, test } from "vitest";
import { compare, documentOf, withOperation, withParameters, withRequest, withResponse } from "./documents.ts";
import type { Change } from "../../src/gate/model.ts";
import type { JsonObject } from "../../src/json/value.ts";

const GOOD = { type: "string", maxLength: 5 };

const BROKEN: readonly (readonly [schema: unknown, pointer: string, said: string])[] = [
  [
    { type: "strin" },
    "/type",
    'one of null, boolean, integer, number, string, array, object, or a list of them, not "strin"',
  ],
  [{ type: [] }, "/type", "not []"],
  [{ enum: 5 }, "/enum", "enum must be a list of values, not 5"],
  [{ required: true }, "/required", "required must be a list of names, not true"],
  [{ minimum: "5" }, "/minimum", 'minimum must be a number, not "5"'],
  [{ maxLength: -1 }, "/maxLength", "maxLength must be a whole number, 0 or more, not -1"],
  [{ multipleOf: 0 }, "/multipleOf", "multipleOf must be a number above 0, not 0"],
  [{ pattern: "(" }, "/pattern", 'pattern must be a regular expression, not "("'],
  [{ format: 1 }, "/format", "format must be a text, not 1"],
  [{ properties: [] }, "/properties", "properties must be an object that maps names to schemas, not []"],
  [{ ...GOOD, properties: { a: null } }, "/properties/a", "a schema must be an object or a boolean"],
  [{ items: [{}] }, "/items", "items must be a schema: an object, true or false, not [{}]"],
  [{ allOf: {} }, "/allOf", "allOf must be a list of schemas, not {}"],
  [{ anyOf: [{}, 1] }, "/anyOf/1", "a schema must be an object or a boolean"],
  [{ uniqueItems: "yes" }, "/uniqueItems", 'uniqueItems must be true or false, not "yes"'],
  [{ additionalProperties: "x" }, "/additionalProperties", "must be a schema"],
];

interface ListMetadata {
  readonly text: string;
  readonly pointer: string | undefined;
  readonly operations: readonly string[];
}

/** The findings about parts that cannot be understood, by severity, and all other differences. */
async function toldOf(
  before: JsonObject,
  after: JsonObject,
): Promise<Record<"faults" | "errors" | "rest", ListMetadata[]>> {
  const { changes } = await compare(before, after);
  const tell = ({ text, operations, base, revision }: Change): ListMetadata => {
    return { text, operations, pointer: (revision ?? base)?.pointer };
  };
  const faults = changes.filter(({ kind, verdict }) => kind === "document-fault" && verdict === "unknown");
  return {
    faults: faults.filter(({ severity }) => severity === "none").map(tell),
    errors: faults.filter(({ severity }) => severity === "error").map(tell),
    rest: changes.filter(({ verdict }) => verdict === "breaking" || verdict === "policy").map(tell),
  };
}

test.each([
  ["3.0.3", false],
  ["3.1.0", true],
] as const)("in %s, a fault next to a $ref is only reported if keywords count there", async (openapi, told) => {
  const of = (schema: object): JsonObject =>
    withRequest(
      { type: "object", properties: { a: schema, b: { type: "integer" } } },
      { openapi, components: { schemas: { A: GOOD } } },
    );
  const reference = { $ref: "#/components/schemas/A" };
  const beside = await toldOf(of(reference), of({ ...reference, maxLength: -1 }));
  expect([...beside.errors, ...beside.faults].some(({ text }) => text.includes("maxLength must be"))).toBe(told);
  const alone = await toldOf(of(reference), of({ maxLength: -1 }));
  expect([...alone.errors, ...alone.faults].some(({ text }) => text.includes("maxLength must be"))).toBe(true);
});

describe("a schema that cannot be understood", () => {
  test.each(BROKEN)("%j", async (schema, pointer, said) => {
    const nested = { type: "object", properties: { "a/b": { $ref: "#/components/schemas/Bad" } } };
    const components = (bad: unknown) => ({ components: { schemas: { Bad: bad } } });
    for (const make of [withRequest, withResponse]) {
      const [good, bad] = [make(nested, components(GOOD)), make(nested, components(schema))];
      const told = {
        text: expect.stringContaining(said) as string,
        pointer: `/components/schemas/Bad${pointer}`,
        operations: [make === withRequest ? "POST /things" : "GET /things"],
      };
      // Fixing a broken part is allowed; introducing one fails the run.
      expect(await toldOf(bad, good)).toEqual({ faults: [told], errors: [], rest: [] });
      expect(await toldOf(good, bad)).toEqual({ faults: [], errors: [told], rest: [] });
    }
  });

  test("is not a change if it is the same on both sides, whatever it means", async () => {
    const bad = withRequest({ type: "strin" });
    const info = { title: "t", version: "2.0.0" };
    expect(await toldOf(bad, { ...bad, info })).toEqual({ faults: [], errors: [], rest: [] });
  });

  test("does not keep the rest of the document from being compared", async () => {
    const beside = (name: unknown, most: number): JsonObject =>
      withRequest({ type: "object", properties: { name, size: { type: "integer", maximum: most } } });
    for (const [before, after] of [
      [{ type: "strin" }, GOOD],
      [GOOD, { type: "strin" }],
      [{ type: "strin" }, { type: "strin" }],
    ]) {
      const { rest } = await toldOf(beside(before, 10), beside(after, 5));
      expect(rest.map(({ text }) => text)).toEqual(["body, at size: maximum changed from 10 to 5", expect.any(String)]);
    }
  });

  test("can be a reference that leads in a circle", async () => {
    const components = {
      schemas: { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } },
    };
    const holding = (schema: unknown): JsonObject =>
      withRequest({ type: "object", properties: { a: schema } }, { components });
    const bad = holding({ $ref: "#/components/schemas/A" });
    const said = { text: expect.stringContaining("leads in a circle and never to a value") as string };
    expect(await toldOf(holding(GOOD), bad)).toMatchObject({ faults: [], errors: [said], rest: [] });
    expect(await toldOf(bad, holding(GOOD))).toMatchObject({ faults: [said], errors: [], rest: [] });
  });

  test("does not matter if nothing refers to it, or in an extension or an example", async () => {
    const components = { schemas: { Unused: { type: "strin" } } };
    const odd = { ...GOOD, "x-type": { type: 1 }, example: { type: 1, enum: 2 }, default: "a" };
    const told = await toldOf(withRequest(GOOD), withRequest(odd, { components }));
    expect([...told.faults, ...told.errors]).toEqual([]);
  });

  test("is not a reference in 3.0 with keywords next to it, nor a boolean flag", async () => {
    const schema = { $ref: "#/components/schemas/A", minimum: "none" };
    const components = { schemas: { A: { type: "integer", minimum: 1, exclusiveMinimum: true, nullable: true } } };
    const old = { ...withRequest(schema, { components }), openapi: "3.0.3" };
    const told = await toldOf(withRequest(GOOD), old);
    expect([...told.faults, ...told.errors]).toEqual([]);
  });
});

describe("a part that cannot be understood", () => {
  test.each([
    ["an operation", documentOf({ "/things": { get: "soon" } }), "there must be an object here"],
    ["a parameter without a name", withParameters({ in: "query", schema: {} }), "the parameter has no name"],
    [
      "a parameter of Swagger 2.0",
      withParameters({ name: "b", in: "body", schema: {} }),
      "path, query, querystring, header or cookie",
    ],
    ["a list of parameters", withOperation({ parameters: { a: 1 } }), "parameters must be a list"],
    ["an empty schema", withRequest(null), "a schema must be an object or a boolean"],
    [
      "an empty schema of a parameter",
      withParameters({ name: "q", in: "query", schema: null }),
      "must be an object or",
    ],
    ["content", withOperation({ requestBody: { content: [] } }), "content must be an object that maps names"],
    ["a callback", withOperation({ callbacks: { done: { "/a": { post: 1 } } } }), "there must be an object here"],
    ["paths", { ...documentOf({}), paths: 1 }, "paths must be an object"],
  ])("%s", async (_what, bad, said) => {
    const text = expect.stringContaining(said) as string;
    expect(await toldOf(withOperation({}), bad)).toMatchObject({ faults: [], errors: [{ text }] });
    expect(await toldOf(bad, withOperation({}))).toMatchObject({ faults: [{ text }], errors: [] });
  });

  const A = { name: "a", in: "query", required: true, schema: GOOD };
  const limit = (most: number): JsonObject => ({
    get: { parameters: [{ name: "limit", in: "query", schema: { type: "integer", maximum: most } }], responses: {} },
  });
  const whole = { parameters: [A], responses: { 200: { description: "OK", headers: {}, content: {} } } };
  const broken: readonly (readonly [what: string, part: unknown])[] = [
    ["a path item that is a list", []],
    ["a path item that leads nowhere", { $ref: "#/components/pathItems/None" }],
    ["an operation that is a text", { get: "x" }],
    ["parameters that are a map", { get: { ...whole, parameters: { a: 1 } } }],
    ["a parameter that is a text", { get: { ...whole, parameters: ["x"] } }],
    ["a parameter that leads to a file that is not there", { get: { ...whole, parameters: [{ $ref: "none.yaml" }] } }],
    ["a body that is a list", { get: { ...whole, requestBody: [] } }],
    ["a response that is a text", { get: { ...whole, responses: { 200: "OK" } } }],
    ["responses that are a list", { get: { ...whole, responses: [] } }],
    ["a header that is a text", { get: { ...whole, responses: { 200: { headers: { a: "b" } } } } }],
    ["content that is a text", { get: { ...whole, responses: { 200: { content: "json" } } } }],
    ["a media type that is a text", { get: { ...whole, responses: { 200: { content: { "a/b": "c" } } } } }],
  ];

  test.each(broken)("does not keep other operations from being compared: %s", async (_what, part) => {
    const good = { get: whole };
    const pair = (item: unknown, most: number): JsonObject => documentOf({ "/a": item, "/b": limit(most) });
    for (const [before, after] of [
      [part, good],
      [good, part],
      [part, part],
    ]) {
      const { faults, errors, rest } = await toldOf(pair(before, 10), pair(after, 5));
      expect(rest.filter(({ operations }) => operations.includes("GET /a"))).toEqual([]);
      expect(rest.map(({ text }) => text)).toContain("query parameter limit: maximum changed from 10 to 5");
      expect([...faults, ...errors].every(({ operations }) => operations[0] === "GET /a")).toBe(true);
      expect([faults.length, errors.length]).toEqual(before === after ? [0, 0] : before === part ? [1, 0] : [0, 1]);
    }
  });
});

describe("equal alternatives", () => {
  const [A, B] = [{ type: "string" }, { type: "integer" }];
  test.each([
    [A, { oneOf: [A, A, B] }],
    [A, { oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/A" }, B] }],
    [{ type: ["string", "integer"] }, { oneOf: [A, A, B] }],
    [{ oneOf: [A, B] }, { oneOf: [B, A, A] }],
  ])("of a oneOf refuse what one of them takes: %j to %j", async (before, after) => {
    const components = { components: { schemas: { A } } };
    const { summary } = await compare(withRequest(before, components), withRequest(after, components), "strict");
    expect(summary.breaking).toBeGreaterThan(0);
  });
});

describe("a part whose comparison fails", () => {
  const list = { type: "array", items: { type: "string" }, uniqueItems: true };
  test.each([
    ["contains", { type: "array", contains: list }],
    ["not", { type: "array", not: list }],
    ["if", { if: list, else: { minItems: 3 } }],
    ["not with unevaluatedItems", { not: { type: "array", items: { type: "array", unevaluatedItems: false } } }],
  ])("does not occur with %s, and every other break is found", async (_, schema) => {
    const of = (part: object, most: number): JsonObject =>
      withRequest({ type: "object", properties: { part, size: { type: "integer", maximum: most } } });
    const { changes } = await compare(of({}, 9), of(schema, 5));
    expect(changes.filter(({ kind, reason = "" }) => /^not.compared/.test(`${kind}${reason}`))).toEqual([]);
    expect(changes.find(({ kind }) => kind === "request-maximum")?.verdict).toBe("breaking");
  });
});
