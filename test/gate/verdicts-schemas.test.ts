// Pairs of schemas whose verdict was wrong once, or could easily be: what a hostile reader would try.
import { describe, expect, test } from "vitest";
import { compare, kinds, withRequest, withResponse, worstOf } from "./documents.ts";

type Schema = Record<string, unknown>;

const TEXT = { type: "string" };
const WHOLE = { type: "integer" };
const object = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });
const array = (more: Schema): Schema => ({ type: "array", ...more });
const closed = { unevaluatedProperties: false };

/** The subject, a looser schema, a stricter one: the change is proved breaking, and its opposite compatible. */
const STRICTER: readonly (readonly [what: string, loose: Schema, strict: Schema])[] = [
  [
    "minContains 0 that is removed, so one is required",
    array({ contains: { const: "x" }, minContains: 0 }),
    array({ contains: { const: "x" } }),
  ],
  ["minContains", array({ contains: WHOLE }), array({ contains: WHOLE, minContains: 2 })],
  ["maxContains", array({ contains: WHOLE, maxContains: 3 }), array({ contains: WHOLE, maxContains: 2 })],
  ["the schema of contains", array({ contains: WHOLE }), array({ contains: { ...WHOLE, minimum: 5 } })],
  [
    "propertyNames",
    { type: "object", additionalProperties: TEXT, propertyNames: { enum: ["a", "b"] } },
    { type: "object", additionalProperties: TEXT, propertyNames: { enum: ["a"] } },
  ],
  [
    "dependentRequired",
    object({ a: TEXT, b: TEXT, c: TEXT }, { dependentRequired: { a: ["b"] } }),
    object({ a: TEXT, b: TEXT, c: TEXT }, { dependentRequired: { a: ["c", "b"] } }),
  ],
  [
    "dependentSchemas",
    object({ a: TEXT, b: TEXT }, { dependentSchemas: { a: { properties: { b: { maxLength: 5 } } } } }),
    object({ a: TEXT, b: TEXT }, { dependentSchemas: { a: { properties: { b: { maxLength: 3 } } } } }),
  ],
  ["not", { type: "string", not: { enum: ["a"] } }, { type: "string", not: { enum: ["b", "a"] } }],
  [
    "a property that unevaluatedProperties no longer ignores",
    object({ a: TEXT, b: TEXT }, closed),
    object({ a: TEXT }, closed),
  ],
];

describe.each(STRICTER)("%s", (_what, loose, strict) => {
  test("is breaking in requests if stricter, and in responses if looser", async () => {
    expect(await worstOf(withRequest(loose), withRequest(strict))).toBe("breaking");
    expect(await worstOf(withResponse(strict), withResponse(loose))).toBe("breaking");
  });

  test("is proved compatible in the other direction", async () => {
    for (const [build, before, after] of [
      [withRequest, strict, loose],
      [withResponse, loose, strict],
    ] as const) {
      const result = await compare(build(before), build(after));
      expect([...kinds(result, "breaking"), ...kinds(result, "unknown")]).toEqual([]);
    }
  });
});

/** As above, but the opposite change may be unknown. */
const LEFT_OVER: readonly (readonly [what: string, loose: Schema, strict: Schema])[] = [
  [
    "items of a tuple",
    array({ prefixItems: [TEXT, WHOLE], unevaluatedItems: false }),
    array({ prefixItems: [TEXT], unevaluatedItems: false }),
  ],
  [
    "items of a tuple in allOf",
    array({ allOf: [{ prefixItems: [TEXT, WHOLE] }], unevaluatedItems: false }),
    array({ allOf: [{ prefixItems: [TEXT] }], unevaluatedItems: false }),
  ],
  ["all items", array({ items: {}, unevaluatedItems: false }), array({ unevaluatedItems: false })],
  [
    "patternProperties",
    { type: "object", patternProperties: { "^x": TEXT, "^y": TEXT }, ...closed },
    { type: "object", patternProperties: { "^x": TEXT }, ...closed },
  ],
  [
    "properties of an allOf",
    { type: "object", allOf: [object({ a: TEXT, b: TEXT })], ...closed },
    { type: "object", allOf: [object({ a: TEXT })], ...closed },
  ],
];

test.each(LEFT_OVER)("a property that is no longer evaluated is breaking: %s", async (_what, loose, strict) => {
  expect(await worstOf(withRequest(loose), withRequest(strict))).toBe("breaking");
  expect(await worstOf(withResponse(strict), withResponse(loose))).toBe("breaking");
  expect(await worstOf(withRequest(strict), withRequest(loose))).not.toBe("breaking");
});

test("a newly described property is compared with the values of its map", async () => {
  const map = (properties: Schema) => object({ x: TEXT, ...properties }, { additionalProperties: TEXT });
  expect(await worstOf(withRequest(map({})), withRequest(map({ a: { ...TEXT, maxLength: 2 } })))).toBe("breaking");
  expect(await worstOf(withResponse(map({ a: WHOLE })), withResponse(map({})))).toBe("breaking");
});

test("a string with two lines does not match ^.*$", async () => {
  expect(await worstOf(withRequest(TEXT), withRequest({ ...TEXT, pattern: "^.*$" }))).toBe("breaking");
});

describe("a $dynamicRef to an anchor that only one schema has", () => {
  const node = (maximum: number) => ({
    $dynamicAnchor: "node",
    type: "object",
    properties: { v: { ...WHOLE, maximum } },
  });
  const list = (reference: Schema, maximum: number) =>
    withRequest(
      { $ref: "#/components/schemas/List" },
      { components: { schemas: { Node: node(maximum), List: object({ first: reference }) } } },
    );
  const dynamic = { $dynamicRef: "#node" };

  test("is followed", async () => {
    expect(await worstOf(list(dynamic, 9), list(dynamic, 5))).toBe("breaking");
    expect(await worstOf(list(dynamic, 5), list(dynamic, 9))).toBe("compatible");
  });

  test("is a reference like any other", async () => {
    expect(await worstOf(list(dynamic, 9), list({ $ref: "#/components/schemas/Node" }, 9))).not.toBe("breaking");
  });
});

/** Boundaries that few values reach. */
const HIDDEN: readonly (readonly [what: string, loose: Schema, strict: Schema])[] = [
  [
    "the last of many values",
    { enum: Array.from({ length: 1000 }, (_, index) => `v${index}`) },
    { enum: Array.from({ length: 999 }, (_, index) => `v${index}`) },
  ],
  ["characters that a class excludes", TEXT, { ...TEXT, pattern: "^[^<>]*$" }],
  ["a long address", { ...TEXT, format: "email" }, { ...TEXT, format: "email", maxLength: 40 }],
  ["a long URI", { ...TEXT, format: "uri" }, { ...TEXT, format: "uri", maxLength: 80 }],
  ["a long time", { ...TEXT, format: "date-time" }, { ...TEXT, format: "date-time", maxLength: 20 }],
  ["numbers without neighbours", { type: "number" }, { type: "number", maximum: 1e300 }],
];

test.each(HIDDEN)("a break that few values show is found: %s", async (_what, loose, strict) => {
  expect(await worstOf(withRequest(loose), withRequest(strict))).toBe("breaking");
});

test.each(["constructor", "toString", "__proto__"])("a format may be called %s", async (format) => {
  expect(await worstOf(withRequest({ ...TEXT, format }), withRequest({ ...TEXT, format, maxLength: 3 }))).toBe(
    "breaking",
  );
});

const NOTHING: readonly (readonly [what: string, before: Schema, after: Schema])[] = [
  ["minContains 1, which is the default", array({ contains: TEXT, minContains: 1 }), array({ contains: TEXT })],
  ["minContains alone", array({ minContains: 2 }), array({})],
  [
    "order in dependentRequired",
    object({ a: TEXT, b: TEXT, c: TEXT }, { dependentRequired: { a: ["b", "c"], b: ["c"] } }),
    object({ a: TEXT, b: TEXT, c: TEXT }, { dependentRequired: { b: ["c"], a: ["c", "b"] } }),
  ],
  ["dependentRequired without names", object({ a: TEXT }, { dependentRequired: { a: [] } }), object({ a: TEXT })],
];

test.each(NOTHING)("no change: %s", async (_what, before, after) => {
  expect(await worstOf(withRequest(before), withRequest(after))).toBe("nothing");
  expect(await worstOf(withResponse(before), withResponse(after))).toBe("nothing");
});

test("minContains of one contains does not count for another contains", async () => {
  const counted = (more: Schema) =>
    array({
      allOf: [
        { contains: WHOLE, minContains: 2 },
        { contains: TEXT, ...more },
      ],
    });
  expect(["breaking", "unknown"]).toContain(
    await worstOf(withRequest(counted({})), withRequest(counted({ minContains: 2 }))),
  );
});

test("a required property behind a reference that is no longer readOnly must now be sent", async () => {
  const document = (readOnly: boolean) =>
    withRequest(object({ id: { $ref: "#/components/schemas/Id" } }, { required: ["id"] }), {
      components: { schemas: { Id: { type: "string", readOnly } } },
    });
  expect(kinds(await compare(document(true), document(false)), "breaking")).toEqual(["request-required"]);
});
