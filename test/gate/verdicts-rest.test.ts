// Undeclared and unevaluated properties and items: which ones a schema covers depends on where the keyword is and on
// what else evaluates the value.
import { describe, expect, test } from "vitest";
import { withRequest, withResponse, worstOf } from "./documents.ts";

type Schema = Record<string, unknown>;

const TEXT = { type: "string" };
const closed = { unevaluatedProperties: false };
const properties = (...names: string[]): Schema => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});
const object = (more: Schema): Schema => ({ type: "object", ...more });
const array = (more: Schema): Schema => ({ type: "array", ...more });
const A = { $ref: "#/components/schemas/A" };
const ClosedA = { $ref: "#/components/schemas/ClosedA" };
const COMPONENTS = {
  components: { schemas: { A: object(properties("a")), ClosedA: object({ ...properties("a"), ...closed }) } },
};

const STRICTER: readonly (readonly [what: string, loose: Schema, strict: Schema])[] = [
  [
    "unevaluatedProperties that moves into a part of allOf",
    object({ ...properties("b"), allOf: [properties("a")], ...closed }),
    object({ ...properties("b"), allOf: [{ ...properties("a"), ...closed }] }),
  ],
  [
    "unevaluatedProperties that moves into a referenced schema",
    object({ ...properties("b"), ...A, ...closed }),
    object({ ...properties("b"), ...ClosedA }),
  ],
  [
    "unevaluatedProperties that moves into a nested allOf",
    object({ allOf: [{ allOf: [properties("a")], ...properties("b") }], ...closed }),
    object({ allOf: [{ allOf: [properties("a"), closed], ...properties("b") }] }),
  ],
  [
    "unevaluatedItems that moves into a part of allOf",
    array({ prefixItems: [TEXT, TEXT], allOf: [{ prefixItems: [TEXT] }], unevaluatedItems: false }),
    array({ prefixItems: [TEXT, TEXT], allOf: [{ prefixItems: [TEXT], unevaluatedItems: false }] }),
  ],
  [
    "an alternative that evaluates fewer properties",
    object({ anyOf: [properties("a", "b")], ...closed }),
    object({ anyOf: [properties("b")], ...closed }),
  ],
  [
    "an alternative that no longer evaluates any property",
    object({ anyOf: [{ additionalProperties: true }], ...closed }),
    object({ anyOf: [{}], ...closed }),
  ],
  [
    "items that contains no longer evaluates",
    array({ contains: TEXT, minContains: 0, maxContains: 9, unevaluatedItems: false }),
    array({ unevaluatedItems: false }),
  ],
  [
    "a not that evaluates all items",
    array({ not: { prefixItems: [TEXT], unevaluatedItems: false } }),
    array({ not: { prefixItems: [TEXT], items: true, unevaluatedItems: false } }),
  ],
];

describe.each(STRICTER)("%s", (_what, loose, strict) => {
  test("is never called compatible", async () => {
    for (const profile of ["wire", "strict"] as const) {
      expect(["breaking", "unknown"]).toContain(
        await worstOf(withRequest(loose, COMPONENTS), withRequest(strict, COMPONENTS), profile),
      );
      expect(["breaking", "unknown"]).toContain(
        await worstOf(withResponse(strict, COMPONENTS), withResponse(loose, COMPONENTS), profile),
      );
    }
  });

  test("is compatible in the other direction", async () => {
    expect(await worstOf(withRequest(strict, COMPONENTS), withRequest(loose, COMPONENTS))).not.toBe("breaking");
  });
});

const SAME: readonly (readonly [what: string, one: Schema, other: Schema])[] = [
  [
    "properties in an allOf, or in the schema itself",
    object({ ...properties("b"), allOf: [properties("a")], ...closed }),
    object({ ...properties("a", "b"), ...closed }),
  ],
  [
    "alternatives in another order",
    object({ anyOf: [properties("a"), properties("b")], ...closed }),
    object({ anyOf: [properties("b"), properties("a")], ...closed }),
  ],
  [
    "alternatives that evaluate nothing else",
    object({ ...properties("a", "b"), anyOf: [{ required: ["a"], minProperties: 1 }, { required: ["b"] }], ...closed }),
    object({ ...properties("a", "b"), anyOf: [{ required: ["a"] }, { required: ["b"] }], ...closed }),
  ],
  ["a reference, or its target", object({ ...A, ...closed }), object({ ...properties("a"), ...closed })],
];

test.each(SAME)("these mean the same: %s", async (_what, one, other) => {
  for (const [before, after] of [
    [one, other],
    [other, one],
  ] as const) {
    expect(["nothing", "compatible"]).toContain(
      await worstOf(withRequest(before, COMPONENTS), withRequest(after, COMPONENTS), "strict"),
    );
  }
});
