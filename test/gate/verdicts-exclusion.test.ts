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
