// Differences that no keyword alone decides, because several say together which texts, numbers or values are allowed.
import { describe, expect, test } from "vitest";
import { withRequest, withResponse, worstOf } from "./documents.ts";

type Pair = readonly [before: object, after: object];

const text = (more: object): object => ({ type: "string", ...more });
const whole = (more: object): object => ({ type: "integer", ...more });
const number = (more: object): object => ({ type: "number", ...more });
const OTHERS = ["integer", "number", "boolean", "array", "object", "null"].map((type) => ({ type }));

const HARMLESS: Readonly<Record<string, readonly Pair[]>> = {
  "a pattern that is excluded, or one for everything else": [
    [{ not: { allOf: [text({}), text({ pattern: "a" })] } }, { anyOf: [...OTHERS, text({ pattern: "^[^a]*$" })] }],
    [{ anyOf: [...OTHERS, text({ pattern: "^[^a]*$" })] }, { not: { allOf: [text({}), text({ pattern: "a" })] } }],
    [text({ not: { pattern: "^b" } }), text({ pattern: "^([^b]|$)" })],
    [text({ not: { pattern: "^b" } }), text({ not: { pattern: "^bc" } })],
    [text({ not: { not: { pattern: "^b" } } }), text({ pattern: "^b", not: { const: 7, type: "integer" } })],
  ],
  "texts too short for what is excluded": [
    [text({ maxLength: 1 }), { allOf: [text({}), { not: text({ minLength: 2, pattern: "ab" }) }] }],
    [text({ maxLength: 3, pattern: "^a" }), text({ not: { minLength: 4, pattern: "^a" } })],
  ],
  "texts that one of several alternatives takes": [
    [
      { allOf: [text({}), { not: text({ minLength: 5, pattern: "a" }) }] },
      { anyOf: [text({ maxLength: 4 }), text({ pattern: "[^a]" })] },
    ],
    [text({}), { anyOf: [text({ maxLength: 4 }), text({ minLength: 5 })] }],
    [text({ pattern: "^[ab]$" }), { anyOf: [text({ pattern: "^a$" }), { pattern: "^b$" }] }],
    [{ type: ["string", "null"] }, { anyOf: [text({ maxLength: 4 }), { type: ["string", "null"], minLength: 3 }] }],
  ],
  "ranges of numbers that alternatives share among them": [
    [whole({ minimum: 0 }), { anyOf: [whole({ minimum: 0, maximum: 10 }), whole({ minimum: 11 })] }],
    [number({ minimum: 0 }), { anyOf: [number({ maximum: 10 }), number({ exclusiveMinimum: 10 })] }],
    [whole({}), { anyOf: [{ exclusiveMaximum: 0.5 }, { type: ["integer", "null"], minimum: 1 }] }],
    [number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }), { anyOf: [{ maximum: 0.3 }, { minimum: 0.3, maximum: 1 }] }],
    [
      whole({ minimum: 0, multipleOf: 6 }),
      { anyOf: [whole({ maximum: 12, multipleOf: 2 }), whole({ minimum: 18, multipleOf: 3 })] },
    ],
  ],
  "a value that matches two alternatives of which one must match alone": [
    [{ oneOf: [text({}), {}] }, { not: text({}) }],
    [{ not: text({}) }, { oneOf: [text({}), {}] }],
    [
      { oneOf: [text({}), { minLength: 0 }, { type: "integer" }] },
      { type: ["object", "array", "number", "boolean", "null"] },
    ],
  ],
  "a value that one alternative loses and another takes": [
    [
      { anyOf: [whole({ minimum: 5, maximum: 15, multipleOf: 5 }), whole({ minimum: 5, maximum: 15, multipleOf: 3 })] },
      { anyOf: [whole({ minimum: 0, maximum: 12, multipleOf: 3 }), whole({ minimum: 1, maximum: 20, multipleOf: 5 })] },
    ],
  ],
};

const BREAKING: Readonly<Record<string, readonly Pair[]>> = {
  "a text between the alternatives": [
    [text({}), { anyOf: [text({ maxLength: 3 }), text({ minLength: 5 })] }],
    [text({ pattern: "^[abc]$" }), { anyOf: [text({ pattern: "^a$" }), { pattern: "^b$" }] }],
    [
      { allOf: [text({}), { not: text({ minLength: 6, pattern: "a" }) }] },
      { anyOf: [text({ maxLength: 4 }), text({ pattern: "[^a]" })] },
    ],
  ],
  "a text that was not excluded": [
    [text({ not: { pattern: "^bc" } }), text({ not: { pattern: "^b" } })],
    [text({ not: { minLength: 5, pattern: "^b" } }), text({ not: { minLength: 4, pattern: "^b" } })],
    [text({ maxLength: 2 }), text({ not: { minLength: 2, pattern: "ab" } })],
  ],
  "a text with other keywords beside it": [
    [text({}), { anyOf: [text({ maxLength: 4 }), text({ minLength: 5, format: "date" })] }],
    [text({ maxLength: 1 }), text({ not: { minLength: 2, format: "date" }, const: "a" })],
  ],
  "a value that matches one alternative and not the other": [
    [{ oneOf: [text({ minLength: 2 }), {}] }, { not: text({}) }],
    [{ oneOf: [text({ minLength: 2 }), { minLength: 3 }] }, { type: ["object", "array", "number", "boolean", "null"] }],
  ],
  "a number that no alternative takes": [
    [number({ minimum: 0 }), { anyOf: [number({ maximum: 10 }), number({ minimum: 11 })] }],
    [number({ minimum: 0 }), { anyOf: [number({ exclusiveMaximum: 10 }), number({ exclusiveMinimum: 10 })] }],
    [whole({ minimum: 0 }), { anyOf: [whole({ maximum: 10 }), whole({ minimum: 12 })] }],
    [whole({ minimum: 0, multipleOf: 6 }), { anyOf: [whole({ maximum: 12 }), whole({ minimum: 12, multipleOf: 4 })] }],
    [
      { anyOf: [whole({ minimum: 5, maximum: 20, multipleOf: 5 }), whole({ minimum: 5, maximum: 18, multipleOf: 3 })] },
      { anyOf: [whole({ minimum: 0, maximum: 12, multipleOf: 3 }), whole({ minimum: 1, maximum: 20, multipleOf: 5 })] },
    ],
  ],
};

describe.each(Object.entries(HARMLESS))("%s", (_, pairs) => {
  test.each(pairs)("refuse nothing: %j by %j", async (before, after) => {
    expect(await worstOf(withRequest(before), withRequest(after), "strict")).not.toMatch(/breaking|unknown/);
    expect(await worstOf(withResponse(after), withResponse(before), "strict")).not.toMatch(/breaking|unknown/);
  });
});

describe.each(Object.entries(BREAKING))("%s", (_, pairs) => {
  test.each(pairs)("is refused: %j by %j", async (before, after) => {
    expect(await worstOf(withRequest(before), withRequest(after), "strict")).toBe("breaking");
    expect(await worstOf(withResponse(after), withResponse(before), "strict")).toBe("breaking");
  });
});
