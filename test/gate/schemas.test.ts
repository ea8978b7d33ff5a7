// The verdicts on schema keywords that became stricter or looser, in requests and in responses.
import { describe, expect, test } from "vitest";
import { compare, kinds, told, withRequest, withResponse } from "./documents.ts";

type Schema = Record<string, unknown> | boolean;

/** Has its own constant because an object with `then` looks like a promise. */
const THEN = JSON.parse('{"then":{"maximum":20}}') as Record<string, unknown>;

/** Keyword, a looser schema, a stricter one. */
const STRICTER: readonly (readonly [keyword: string, loose: Schema, strict: Schema])[] = [
  ["type", { type: ["string", "integer"] }, { type: "string" }],
  ["type", { type: "number" }, { type: "integer" }],
  ["enum", { type: "string" }, { type: "string", enum: ["a", "b"] }],
  ["enum", { type: "string" }, { type: "string", const: "a" }],
  ["minimum", { type: "integer", minimum: 1 }, { type: "integer", minimum: 5 }],
  ["minimum", { type: "integer", minimum: -9007199254740993n }, { type: "integer", minimum: -9007199254740992n }],
  ["maximum", { type: "integer" }, { type: "integer", maximum: 10 }],
  ["exclusiveMinimum", { type: "number", minimum: 0 }, { type: "number", exclusiveMinimum: 0 }],
  ["exclusiveMaximum", { type: "number", exclusiveMaximum: 9 }, { type: "number", exclusiveMaximum: 3 }],
  ["multipleOf", { type: "integer" }, { type: "integer", multipleOf: 5 }],
  ["multipleOf", { type: "integer", multipleOf: 2 }, { type: "integer", multipleOf: 6 }],
  ["minLength", { type: "string" }, { type: "string", minLength: 3 }],
  ["maxLength", { type: "string", maxLength: 20 }, { type: "string", maxLength: 10 }],
  ["pattern", { type: "string", pattern: "^[a-f0-9]+$" }, { type: "string", pattern: "^[0-9]+$" }],
  ["format", { type: "string" }, { type: "string", format: "date-time" }],
  ["format", { type: "integer", format: "int64" }, { type: "integer", format: "int32" }],
  ["minItems", { type: "array" }, { type: "array", minItems: 1 }],
  ["maxItems", { type: "array", items: { type: "string" } }, { type: "array", items: { type: "string" }, maxItems: 2 }],
  [
    "uniqueItems",
    { type: "array", items: { type: "string" } },
    { type: "array", items: { type: "string" }, uniqueItems: true },
  ],
  [
    "contains",
    { type: "array", items: { type: "integer" } },
    { type: "array", items: { type: "integer" }, contains: { minimum: 5 } },
  ],
  ["minProperties", { type: "object" }, { type: "object", minProperties: 1 }],
  [
    "maxProperties",
    { type: "object", additionalProperties: true },
    { type: "object", additionalProperties: true, maxProperties: 2 },
  ],
  ["required", { properties: { a: {} }, type: "object" }, { properties: { a: {} }, type: "object", required: ["a"] }],
  [
    "propertyNames",
    { type: "object", additionalProperties: true },
    { type: "object", additionalProperties: true, propertyNames: { maxLength: 2 } },
  ],
  [
    "dependentRequired",
    { type: "object", properties: { a: {}, b: {} } },
    { type: "object", properties: { a: {}, b: {} }, dependentRequired: { a: ["b"] } },
  ],
  [
    "dependentSchemas",
    { type: "object", properties: { a: {}, b: {} } },
    { type: "object", properties: { a: {}, b: {} }, dependentSchemas: { a: { required: ["b"] } } },
  ],
  ["not", { type: "string" }, { type: "string", not: { const: "forbidden" } }],
  ["if", { type: "integer" }, { type: "integer", if: { minimum: 10 }, ...THEN }],
  ["anyOf", { type: "string" }, { anyOf: [{ minLength: 9 }, { maxLength: 1 }], type: "string" }],
  ["oneOf", { oneOf: [{ type: "string" }, { type: "integer" }] }, { oneOf: [{ type: "string" }] }],
  ["refused", { type: "object", properties: { a: { type: "string" } } }, { type: "object", properties: { a: false } }],
];

describe.each(STRICTER)("%s", (keyword, loose, strict) => {
  test("is breaking if stricter in a request, with a request as witness", async () => {
    const result = await compare(withRequest(loose), withRequest(strict));
    expect(told(result)).toMatchSnapshot();
    const { changes } = result;
    const broken = changes.filter(({ verdict }) => verdict === "breaking");
    expect(broken.map(({ kind }) => kind)).toContain(`request-${keyword}`);
    expect(broken.every(({ witness }) => witness?.acceptedBy === "base" && witness.refusedBy === "revision")).toBe(
      true,
    );
  });

  test("is compatible if looser in a request", async () => {
    const result = await compare(withRequest(strict), withRequest(loose));
    expect(told(result)).toMatchSnapshot();
    expect(kinds(result, "breaking")).toEqual([]);
  });

  test("is breaking if looser in a response, with a response as witness", async () => {
    const result = await compare(withResponse(strict), withResponse(loose));
    expect(told(result)).toMatchSnapshot();
    const { changes } = result;
    const broken = changes.filter(({ verdict }) => verdict === "breaking");
    // Values that clients do not know are left to the policy.
    expect(broken.map(({ kind }) => kind)).toContain(`response-${keyword === "enum" ? "enum-grown" : keyword}`);
    expect(broken.every(({ witness }) => witness?.acceptedBy === "revision" && witness.refusedBy === "base")).toBe(
      true,
    );
  });

  test("is compatible if stricter in a response", async () => {
    const result = await compare(withResponse(loose), withResponse(strict));
    expect(told(result)).toMatchSnapshot();
    expect(kinds(result, "breaking")).toEqual([]);
  });
});

/** Rule, what the client may send before, what is accepted after. */
const WIDER: readonly (readonly [rule: string, before: Schema, after: Schema])[] = [
  ["constraint-dropped", { type: "string", maxLength: 3 }, { type: "string" }],
  ["bound-loosened", { type: "integer", minimum: 5 }, { type: "integer", minimum: 1 }],
  ["bound-loosened", { type: "integer", exclusiveMinimum: 5 }, { type: "integer", minimum: 5 }],
  ["types-added", { type: "integer" }, { type: "number" }],
  ["types-added", { type: "string" }, { type: ["string", "null"] }],
  ["values-added", { enum: ["a"] }, { enum: ["b", "a"] }],
  [
    "each-value-fits",
    {
      enum: [
        { kind: "a", n: 1 },
        { kind: "b", n: 2 },
      ],
    },
    { type: "object", properties: { kind: { type: "string" }, n: { type: "integer" } }, required: ["kind"] },
  ],
  ["each-value-fits", { enum: [["a"], ["b"]] }, { type: "array", items: { maxLength: 1 }, maxItems: 1 }],
  ["divisor-loosened", { type: "integer", multipleOf: 6 }, { type: "integer", multipleOf: 3 }],
  ["divisor-loosened", { type: "number", multipleOf: 0.3 }, { type: "number", multipleOf: 0.1 }],
  ["divisor-loosened", { type: "integer", multipleOf: 1.5 }, { type: "integer", multipleOf: 3 }],
  [
    "divisor-loosened",
    { type: "number", allOf: [{ multipleOf: 0.2 }, { multipleOf: 0.3 }] },
    { type: "number", multipleOf: 0.6 },
  ],
  ["format-loosened", { type: "integer", format: "int32" }, { type: "integer", format: "int64" }],
  [
    "bounds-within-format",
    { type: ["integer", "null"], minimum: 0, exclusiveMaximum: 10 },
    { type: ["integer", "null"], minimum: 0, exclusiveMaximum: 10, format: "int32" },
  ],
  ["format-without-effect", { type: "string" }, { type: "string", format: "colour" }],
  ["type-not-sent", { type: "string" }, { type: "string", minItems: 4 }],
  [
    "required-dropped",
    { type: "object", required: ["a"], properties: { a: {} } },
    { type: "object", properties: { a: {} } },
  ],
  [
    "property-declared",
    { type: "object", properties: { a: {} } },
    { type: "object", properties: { a: {}, b: { type: "string" } } },
  ],
  ["property-undeclared", { type: "object", properties: { a: {}, b: {} } }, { type: "object", properties: { a: {} } }],
  [
    "only-declared-properties-are-sent",
    { type: "object", properties: { a: {} } },
    { type: "object", properties: { a: {} }, additionalProperties: false },
  ],
  ["alternative-added", { anyOf: [{ type: "string" }] }, { anyOf: [{ type: "string" }, { type: "integer" }] }],
  [
    "alternatives-loosened",
    { oneOf: [{ type: "string" }, { type: "integer" }] },
    { anyOf: [{ type: "string" }, { type: "integer" }] },
  ],
  ["one-alternative-takes-all", { type: "string" }, { anyOf: [{ type: "string" }, { type: "integer" }] }],
  ["nothing-is-sent", false, { type: "string" }],
  ["format-loosened", { type: "string", format: "uri" }, { type: "string", format: "uri-reference" }],
];

test.each(WIDER)("rule %s: %j is accepted by %j", async (rule, before, after) => {
  const { changes } = await compare(withRequest(before), withRequest(after));
  const proved = changes.filter(({ verdict }) => verdict !== "policy");
  expect(proved.map(({ verdict }) => verdict)).not.toContain("breaking");
  expect(proved.map(({ verdict }) => verdict)).not.toContain("unknown");
  expect(proved.map(({ reason }) => reason)).toContain(rule);
});

test("a number that is sent as text may become a string", async () => {
  const parameter = (type: string) => ({ name: "q", in: "query", schema: { type } });
  const document = (type: string) => ({
    ...withRequest(true),
    paths: { "/a": { get: { parameters: [parameter(type)], responses: {} } } },
  });
  const result = await compare(document("integer"), document("string"));
  expect(kinds(result, "breaking")).toEqual([]);
});

const COMPONENTS = (schemas: Record<string, unknown>) => ({ components: { schemas } });

/** Different documents with the same meaning. */
const REFACTORS: readonly (readonly [
  what: string,
  before: unknown,
  after: unknown,
  schemas?: Record<string, unknown>,
])[] = [
  [
    "an inline schema becomes a reference",
    { type: "string", maxLength: 3 },
    { $ref: "#/components/schemas/A" },
    { A: { type: "string", maxLength: 3 } },
  ],
  [
    "a reference becomes inline",
    { $ref: "#/components/schemas/A" },
    { type: "string", maxLength: 3 },
    { A: { type: "string", maxLength: 3 } },
  ],
  ["allOf of one", { type: "string" }, { allOf: [{ type: "string" }] }],
  [
    "allOf flattened",
    {
      allOf: [
        { type: "object", properties: { a: { type: "string" } } },
        { required: ["b"], properties: { b: {} } },
      ],
    },
    { type: "object", properties: { b: {}, a: { type: "string" } }, required: ["b"] },
  ],
  [
    "order of keys, types, values and names",
    { type: ["string", "null"], enum: ["a", null, "b"] },
    { enum: [null, "b", "a"], type: ["null", "string"] },
  ],
  ["const and enum of one", { const: "a" }, { enum: ["a"] }],
  [
    "words and examples",
    { type: "string", description: "a", title: "A" },
    { type: "string", description: "b", examples: ["c"] },
  ],
  ["bounds that bound nothing", { type: "array", minItems: 0, uniqueItems: false }, { type: "array" }],
  [
    "order of alternatives",
    { anyOf: [{ type: "string" }, { type: "integer" }] },
    { anyOf: [{ type: "integer" }, { type: "string" }] },
  ],
  [
    "a recursion unrolled once",
    { $ref: "#/components/schemas/Tree" },
    { type: "object", properties: { children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } } },
    {
      Tree: {
        type: "object",
        properties: { children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } },
      },
    },
  ],
];

test.each(REFACTORS)("no change: %s", async (_what, before, after, found) => {
  const schemas = (found ?? {}) as Record<string, unknown>;
  for (const build of [withRequest, withResponse]) {
    const { changes } = await compare(build(before, COMPONENTS(schemas)), build(after, COMPONENTS(schemas)));
    expect(changes).toEqual([]);
  }
});
