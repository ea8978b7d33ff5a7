// Schemas of a few hundred bytes to nearly a megabyte that cause too much work for any machine.
import { named, nested, one, ref, type SchemaBomb, text, times } from "./make.ts";
import type { JsonObject } from "../../../../src/json/value.ts";

/** Forty schemas, each of which contains the next one twice. */
const fan =
  (wrap: (next: JsonObject) => JsonObject, levels = 40): SchemaBomb =>
  (edit) => ({
    schema: ref("S0"),
    schemas: {
      ...named(levels, (at) => wrap(ref(`S${at + 1}`)), "S"),
      [`S${levels}`]: { type: "object", required: ["id"], properties: { id: { type: "integer", maximum: 9 - edit } } },
    },
  });

const WORDS = times(8_000, (at) => `word${(at * 7919) % 99_991}`);

export const SCHEMAS: Readonly<Record<string, SchemaBomb>> = {
  "a fan of allOf": fan((next) => ({ allOf: [next, next] })),
  "a fan of anyOf": fan((next) => ({ anyOf: [next, next] })),
  "a fan of oneOf": fan((next) => ({ oneOf: [next, next] })),
  "a fan of all three": fan((next) => ({ allOf: [next], anyOf: [next, { type: "object" }], oneOf: [next] })),
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  "a fan of conditions": fan((next) => ({ if: next, then: next, else: next })),
  "a fan of not": fan((next) => ({ not: { not: next }, allOf: [next] })),
  "a fan of properties": fan((next) => ({ type: "object", properties: { a: next, b: next } })),
  "a fan of required properties": fan((next) => ({
    type: "object",
    required: ["a", "b"],
    properties: { a: next, b: next },
  })),
  "a fan of items": fan((next) => ({ type: "array", minItems: 2, items: next, prefixItems: [next, next] })),
  "a fan of dependent schemas": fan((next) => ({
    type: "object",
    dependentSchemas: { a: next, b: next },
    required: ["a"],
  })),
  "a fan of patterns for names": fan((next) => ({ type: "object", patternProperties: { "^a": next, b$: next } })),
  "a fan of contains": fan((next) => ({ type: "array", contains: next, minContains: 2, items: next })),
  "a fan of three by sixteen": fan((next) => ({ anyOf: [next, next, { allOf: [next] }] }), 16),
  "a schema that is all of itself, twice": (edit) => ({
    schema: ref("A"),
    schemas: {
      A: {
        type: "object",
        properties: { a: ref("A"), n: { type: "integer", maximum: 9 - edit } },
        anyOf: [ref("B"), ref("B")],
      },
      B: { type: "object", required: ["n"], properties: { b: ref("A"), c: ref("B") } },
    },
  }),
  "a tree whose nodes are required": (edit) => ({
    schema: ref("Node"),
    schemas: {
      Node: {
        type: "object",
        required: ["a", "b"],
        properties: { a: ref("Node"), b: ref("Node"), n: { maximum: 9 - edit } },
      },
    },
  }),
  "180 levels of allOf": one((edit) =>
    nested(40, (inner) => ({ allOf: [inner, { maxProperties: 5 }] }), { type: "object", maxProperties: 9 - edit }),
  ),
  "anyOf of 100 times anyOf of 100": one((edit) => ({
    allOf: times(2, (side) => ({
      anyOf: times(100, (at) => ({ type: "object", required: [`p${side}${at}`], maxProperties: 500 - edit })),
    })),
  })),
  "oneOf of 2,000 objects": one((edit) => ({
    oneOf: times(2_000, (at) => ({
      type: "object",
      required: ["kind"],
      properties: { kind: { const: `k${at}` }, n: { type: "integer", maximum: 9 - edit } },
    })),
  })),
  "twenty choices of two, all at once": one((edit) => ({
    type: "object",
    allOf: times(20, (at) => ({
      anyOf: [{ required: [`a${at}`] }, { properties: { [`b${at}`]: { maximum: 9 - edit } } }],
    })),
  })),
  "a discriminator of 2,000 names": (edit) => ({
    schema: {
      oneOf: times(2_000, (at) => ref(`K${at}`)),
      discriminator: { propertyName: "kind", mapping: named(2_000, (at) => `#/components/schemas/K${at}`, "k") },
    },
    schemas: named(
      2_000,
      () => ({
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string" }, n: { maximum: 9 - edit } },
      }),
      "K",
    ),
  }),
  "200,000 values in an enum": one((edit) => ({ type: "string", enum: times(99_999 + edit, (at) => `v${at}`) })),
  "50,000 objects in an enum": one((edit) => ({ enum: times(49_999 + edit, (at) => ({ a: at })) })),
  "50,000 required names": one((edit) => ({ type: "object", required: times(49_999 + edit, (at) => `p${at}`) })),
  "20,000 properties": one((edit) => ({
    type: "object",
    properties: named(20_000, () => ({ type: "integer", maximum: 9 - edit })),
  })),
  "20,000 items of a tuple": one((edit) => ({
    type: "array",
    prefixItems: times(20_000, () => ({ type: "integer", maximum: 9 - edit })),
  })),
  "names that depend upon each other": one((edit) => ({
    type: "object",
    dependentRequired: named(400, () => times(300 + edit, (at) => `p${at}`)),
  })),
  "300 schemas that close each other": one((edit) => ({
    allOf: times(300, (at) => ({ properties: { [`p${at}`]: { type: "integer", maximum: 9 - edit } } })),
    unevaluatedProperties: false,
  })),
  "minItems of a thousand million": one((edit) => ({
    type: "array",
    minItems: 1_000_000_000 - edit,
    items: { type: "string" },
  })),
  "minItems of 1,500, six deep": one((edit) =>
    nested(6, (inner) => ({ type: "array", minItems: 1_500, items: inner }), { type: "integer", maximum: 9 - edit }),
  ),
  "different items, a million of them": one((edit) => ({
    type: "array",
    minItems: 1_000_000 - edit,
    uniqueItems: true,
    items: { type: "integer" },
  })),
  "1,900 different objects": one((edit) => ({
    type: "array",
    minItems: 1_900 - edit,
    uniqueItems: true,
    items: { type: "object", required: ["a"], properties: { a: { type: "string", minLength: 400 } } },
  })),
  "minContains of a thousand million": one((edit) => ({
    type: "array",
    contains: { type: "string" },
    minContains: 1_000_000_000 - edit,
  })),
  "minProperties of a hundred million": one((edit) => ({ type: "object", minProperties: 100_000_000 - edit })),
  "minProperties of 1,500, four deep": one((edit) =>
    nested(4, (inner) => ({ type: "object", minProperties: 1_500, additionalProperties: inner }), {
      type: "integer",
      maximum: 9 - edit,
    }),
  ),
  "minProperties of names that must match": one((edit) => ({
    type: "object",
    minProperties: 100_000 - edit,
    propertyNames: { pattern: "^[ab]{3}$" },
  })),
  "minLength of a thousand million": one((edit) => ({
    type: "object",
    required: ["t"],
    properties: { t: { type: "string", minLength: 1_000_000_000 - edit } },
  })),
  "minLength of a million in 200 properties": one((edit) => ({
    type: "object",
    required: times(200, (at) => `p${at}`),
    properties: named(200, () => ({ type: "string", minLength: 1_000_000 - edit })),
  })),
  "numbers at the edge of what there is": one((edit) => ({
    type: "object",
    properties: {
      a: { type: "number", minimum: 1e308, multipleOf: 5e-324 },
      b: { type: "integer", minimum: -1e300, maximum: 1e300 - edit, multipleOf: 7e-300 },
      c: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 5e-324 },
      d: { type: "integer", multipleOf: 1e-9, minimum: 0.1, maximum: 0.2 },
    },
  })),
  "nested quantifiers against others": text("^(x+x+)+y$", "^(x*)*$"),
  "nested quantifiers that double": text("^(a|a)*$", "^((a*)*)*b?$"),
  "look-ahead in pairs": text(`^${"(?=.*a)(?=.*b)".repeat(300)}.*$`, `^${"(?=.*b)(?=.*c)".repeat(300)}.*$`),
  "look-behind in pairs": text(`${"(?<=a)(?<!b)".repeat(200)}x`, `${"(?<=b)(?<!a)".repeat(200)}x`),
  "look-ahead for twenty letters": text(
    `^${times(20, (at) => `(?=.*${String.fromCharCode(97 + at)})`).join("")}.*$`,
    "^.{20,}$",
  ),
  "repeats of repeats of repeats": text("^((a{1000}){1000}){1000}$", "^((a{999}){1000}){1000}$"),
  "a letter so many places from the end": text("^[ab]*a[ab]{24}$", "^[ab]*b[ab]{25}$"),
  "optional letters and as many that are not": text(`^${"a?".repeat(60)}${"a".repeat(60)}$`, "^a{60,120}$"),
  "8,000 words": text(`^(${WORDS.join("|")})$`, `^(${WORDS.slice(1).join("|")})$`),
  "references to what was matched": text(
    `^${"(a+)".repeat(40)}${times(40, (at) => `\\${at + 1}`).join("")}$`,
    "^(a+)\\1+$",
  ),
  "classes of everything": text(`^${"[\\p{L}\\p{N}\\p{S}]".repeat(500)}$`, `^${"[\\p{L}\\p{P}]*".repeat(500)}$`),
  "a pattern of 300,000 letters": text(`^${"ab?".repeat(100_000)}$`, `^${"ab?".repeat(99_999)}$`),
  "4,000 groups in groups": text(`${"(?:".repeat(4_000)}a${")*".repeat(4_000)}`, "a*"),
  "200 patterns at once": one((edit) => ({
    type: "object",
    properties: named(200, (at) => ({ type: "string", pattern: `^(a{${at}}|b{${at + edit}})+c?$` })),
  })),
  "forty patterns for one text": one((edit) => ({
    type: "string",
    allOf: times(40, (at) => ({ pattern: `^[ab]*a[ab]{${at + edit}}$` })),
  })),
  "patterns for names that overlap": one((edit) => ({
    type: "object",
    patternProperties: Object.fromEntries(
      times(150, (at) => [`^[a-z]*${"ab".repeat((at % 9) + 1)}[a-z]{0,${at}}`, { type: "integer", maximum: 9 - edit }]),
    ),
    additionalProperties: false,
  })),
  "an example that a pattern chokes on": one((edit) => ({
    type: "object",
    properties: {
      t: {
        type: "string",
        pattern: "^(([a-z])+.)+[A-Z]([a-z])+$",
        example: "a".repeat(50_000 + edit),
        default: `${"a".repeat(40)}!`,
      },
    },
  })),
  "100,000 items in an example that must differ": one((edit) => ({
    type: "array",
    uniqueItems: true,
    items: { type: "object" },
    example: times(50_000 + edit, (at) => ({ a: at })),
  })),
};
