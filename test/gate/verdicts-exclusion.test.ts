// Schemas that exclude with `not` what they allow otherwise, or what another alternative allows.
import { describe, expect, test } from "vitest";
import { withRequest, worstOf } from "./documents.ts";

const verdict = (before: object, after: object) => worstOf(withRequest(before), withRequest(after), "strict");

const NARROW = { type: "object", properties: { size: { type: "integer", minimum: 1 } }, required: ["size"] };
const WIDE = { properties: { size: { type: "integer" } } };

describe("what excludes itself", () => {
  test.each<[string, object]>([
    ["all of a type", { type: "integer", not: { type: "integer" } }],
    ["a bound", { allOf: [{ maximum: 3 }, { not: { maximum: 5 } }] }],
    ["listed values", { enum: ["a", "b"], not: { enum: ["b", "a", "c"] } }],
    ["an object that is allowed more widely", { allOf: [NARROW, { not: WIDE }] }],
    [
      "alternatives",
      { oneOf: [{ type: "integer" }, { minimum: 2 }], not: { oneOf: [{ type: "integer" }, { minimum: 2 }] } },
    ],
    ["what else is excluded", { allOf: [{ not: { type: "string" } }, { not: { not: { type: "string" } } }] }],
    ["everything", { allOf: [{ type: "array" }, { not: {} }] }],
  ])("sends nothing that may be refused: %s", async (_, schema) => {
    expect(await verdict(schema, { type: "boolean" })).not.toMatch(/breaking|unknown/);
  });

  test.each<[string, object]>([
    ["a higher bound", { type: "integer", maximum: 5, not: { maximum: 3 } }],
    ["one of two values", { enum: ["a", "b"], not: { enum: ["a"] } }],
    ["an object that is allowed less widely", { allOf: [{ type: "object", ...WIDE }, { not: NARROW }] }],
  ])("but not what it excludes in part: %s", async (_, schema) => {
    expect(await verdict(schema, { type: "boolean" })).toBe("breaking");
  });
});

describe("alternatives of which one allows what another excludes", () => {
  test.each<[string, object]>([
    ["the same", { anyOf: [{ minLength: 2 }, { not: { minLength: 2 } }] }],
    ["more", { anyOf: [{ minLength: 2 }, { not: { minLength: 5 } }] }],
    ["after others", { anyOf: [{ const: 7 }, { not: NARROW }, WIDE] }],
    ["unevaluated", { anyOf: [{ unevaluatedItems: false }, { not: { unevaluatedItems: false } }] }],
  ])("take everything: %s", async (_, schema) => {
    expect(await verdict({}, schema)).not.toMatch(/breaking|unknown/);
    expect(await verdict({ type: "string" }, schema)).not.toMatch(/breaking|unknown/);
  });

  test.each<[string, object]>([
    ["less", { anyOf: [{ minLength: 5 }, { not: { minLength: 2 } }] }],
    ["with something else beside it", { anyOf: [{ minLength: 2 }, { type: "integer", not: { minLength: 2 } }] }],
    ["exactly one of them", { oneOf: [{ minLength: 1 }, { not: { minLength: 2 } }] }],
  ])("but not if it allows %s", async (_, schema) => {
    expect(await verdict({ type: "string" }, schema)).toBe("breaking");
  });
});

test("a listed value is no object, so that what is said of objects does not matter", async () => {
  const map = { patternProperties: { "f.*o": { type: "integer" } }, properties: { a: { type: "string" } } };
  expect(await verdict({ enum: ["foo", 12] }, map)).not.toMatch(/breaking|unknown/);
  expect(await verdict({ enum: ["foo", { foo: "x" }] }, map)).toBe("breaking");
});

describe("a type that not excludes", () => {
  const NULLABLE = { type: ["string", "null"] };

  test.each<[object, object]>([
    [{ ...NULLABLE, not: { type: "null" } }, { type: "string" }],
    [{ type: "string" }, { ...NULLABLE, not: { type: "null" } }],
    [{ not: { type: ["object", "array"] } }, { type: ["string", "number", "boolean", "null"] }],
    [{ type: "string" }, { not: { not: { not: { type: "number" } } } }],
  ])("is not sent, and need not be accepted: %j by %j", async (before, after) => {
    expect(await verdict(before, after)).not.toMatch(/breaking|unknown/);
  });

  test.each<[object, object]>([
    [NULLABLE, { ...NULLABLE, not: { type: "null" } }],
    [{ type: "number" }, { type: "number", not: { type: "integer" } }],
    [{ not: { type: "integer" } }, { not: { type: "number" } }],
    [{ not: { type: "string", minLength: 2 } }, { not: { type: "string" } }],
  ])("is refused: %j by %j", async (before, after) => {
    expect(await verdict(before, after)).toBe("breaking");
  });
});

describe("a bound that not turns around", () => {
  const TEXT_OR_NULL = { type: ["string", "null"] };
  const PAIRS: readonly (readonly [object, object])[] = [
    [
      { type: "string", not: { type: "string", minLength: 2 } },
      { type: "string", maxLength: 1 },
    ],
    [{ not: { type: "string", maxLength: 2 } }, { minLength: 3 }],
    [
      { type: "array", not: { type: "array", minItems: 4 } },
      { type: "array", maxItems: 3 },
    ],
    [
      { type: "object", not: { type: "object", maxProperties: 0 } },
      { type: "object", minProperties: 1 },
    ],
    [
      { type: "number", not: { type: "number", minimum: 5 } },
      { type: "number", exclusiveMaximum: 5 },
    ],
    [
      { type: "number", not: { type: "number", exclusiveMaximum: 0.5 } },
      { type: "number", minimum: 0.5 },
    ],
    [
      { ...TEXT_OR_NULL, not: { enum: [""] } },
      { ...TEXT_OR_NULL, minLength: 1 },
    ],
    [
      { anyOf: [{ type: "string" }, { type: "null" }], not: { const: "" } },
      { ...TEXT_OR_NULL, minLength: 1 },
    ],
  ];

  test.each(PAIRS)("says the same: %j and %j", async (one, other) => {
    expect(await verdict(one, other)).not.toMatch(/breaking|unknown/);
    expect(await verdict(other, one)).not.toMatch(/breaking|unknown/);
  });

  test.each<[object, object]>([
    [{ type: "string" }, { type: "string", not: { type: "string", minLength: 2 } }],
    [
      { type: "string", maxLength: 2 },
      { type: "string", not: { type: "string", minLength: 2 } },
    ],
    [
      { type: "number", maximum: 5 },
      { type: "number", not: { type: "number", minimum: 5 } },
    ],
    // An integer is excluded, and the numbers between integers are not.
    [
      { type: "number", not: { type: "integer", minimum: 5 } },
      { type: "number", exclusiveMaximum: 5 },
    ],
    // Without a type, everything but a text is excluded, too.
    [{ maxLength: 1 }, { not: { minLength: 2 } }],
    [{ type: "string" }, { type: "string", not: { minLength: 0, type: "string" } }],
    [{ ...TEXT_OR_NULL }, { ...TEXT_OR_NULL, not: { const: "" } }],
  ])("is refused where it says more: %j by %j", async (before, after) => {
    expect(await verdict(before, after)).toBe("breaking");
  });
});

test.each<[object]>([
  [{ anyOf: [{ type: "string" }, { type: "null" }], minLength: 1 }],
  [{ anyOf: [{ type: "null" }, { type: "string" }], minLength: 1, maxLength: 9 }],
])("what stands beside alternatives holds for each of them: %j", async (schema) => {
  expect(await verdict(schema, { type: ["string", "null"], minLength: 1 })).not.toMatch(/breaking|unknown/);
  expect(await verdict(schema, { type: ["string", "null"], minLength: 2 })).toBe("breaking");
});

test("nor does it matter which keyword stands there", async () => {
  const unique = { anyOf: [{ type: "array" }, { type: "null" }], uniqueItems: true };
  expect(await verdict(unique, { type: ["array", "null"], uniqueItems: true })).not.toMatch(/breaking|unknown/);
  expect(await verdict(unique, { type: ["array", "null"], uniqueItems: true, maxItems: 2 })).toBe("breaking");
});
