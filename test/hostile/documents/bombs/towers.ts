// Nested keywords: towers, rings and wide schemas, and numbers and patterns too large for any machine.
import { nested, named, one, ref, type SchemaBomb, text, times } from "./make.ts";
import type { JsonObject, JsonValue } from "../../../../src/json/value.ts";

/** A chain of schemas, each of which contains the next. */
const chain =
  (count: number, wrap: (next: JsonObject, at: number) => JsonValue): SchemaBomb =>
  (edit) => ({
    schema: ref("C0"),
    schemas: {
      ...named(count, (at) => wrap(ref(`C${at + 1}`), at), "C"),
      [`C${count}`]: { type: "object", required: ["n"], properties: { n: { type: "integer", maximum: 9 - edit } } },
    },
  });

const leaf = (edit: number): JsonObject => ({ type: "integer", maximum: 9 - edit });
const PRIMES = times(400, (at) => at + 2).filter((number) =>
  times(number - 2, (at) => at + 2).every((by) => number % by),
);

export const TOWERS: Readonly<Record<string, SchemaBomb>> = {
  "a tower of not": one((edit) => nested(50, (inner) => ({ not: inner }), leaf(edit))),
  "3,000 schemas, each not the next": chain(3_000, (next) => ({ not: next })),
  "not of allOf of not of anyOf": one((edit) =>
    nested(
      10,
      (inner) => ({ not: { allOf: [{ not: { anyOf: [inner, { type: "null" }] } }, { type: ["integer", "null"] }] } }),
      leaf(edit),
    ),
  ),
  "a tower of conditions": one((edit) =>
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    nested(50, (inner, at) => ({ if: { required: [`p${at}`] }, then: inner, else: { maxProperties: at } }), {
      type: "object",
      maxProperties: 60 - edit,
    }),
  ),
  "conditions, twelve at once": one((edit) => ({
    type: "object",
    allOf: times(12, (at) => ({
      if: { properties: { [`p${at}`]: { const: at } }, required: [`p${at}`] },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: { required: [`q${at}`], properties: { [`q${at}`]: leaf(edit) } },
      else: { minProperties: at },
    })),
  })),
  "a chain of 3,000 properties": chain(3_000, (next) => ({ type: "object", required: ["a"], properties: { a: next } })),
  "a chain of 3,000 names": chain(3_000, (next) => ({ type: "object", propertyNames: next, minProperties: 1 })),
  "a ring of 3,000 references": (edit) => ({
    schema: { allOf: [ref("R0"), leaf(edit)] },
    schemas: named(3_000, (at) => ref(`R${(at + 1) % 3_000}`), "R"),
  }),
  "a ring of dynamic references": (edit) => ({
    schema: ref("D0"),
    schemas: named(
      300,
      (at) => ({
        $id: `https://example.com/d${at}`,
        $dynamicAnchor: "node",
        type: "object",
        properties: { n: leaf(edit), a: { $dynamicRef: "#node" }, b: { $dynamicRef: `d${(at + 1) % 300}#node` } },
      }),
      "D",
    ),
  }),
  "3,000 schemas with addresses of their own": (edit) => ({
    schema: { anyOf: times(3_000, (at) => ({ $ref: `https://example.com/s${at}` })) },
    schemas: named(3_000, (at) => ({ $id: `https://example.com/s${at}`, $anchor: `a${at}`, const: at + edit }), "I"),
  }),
  "unevaluated properties over 200 choices": one((edit) => ({
    type: "object",
    anyOf: times(200, (at) => ({ required: [`p${at}`], properties: { [`p${at}`]: leaf(edit) } })),
    unevaluatedProperties: false,
  })),
  "unevaluated properties in each other, with choices of two": one((edit) =>
    nested(
      20,
      (inner, at) => ({
        allOf: [inner],
        anyOf: [{ properties: { [`a${at}`]: leaf(edit) } }, { properties: { [`b${at}`]: {} } }],
        unevaluatedProperties: { type: "integer" },
      }),
      { type: "object" },
    ),
  ),
  "300 names that bring schemas": one((edit) => ({
    type: "object",
    required: ["p0"],
    dependentSchemas: named(300, (at) => ({ required: [`p${at + 1}`], maxProperties: 5_000 - edit })),
  })),
  "names that bring names, each all": one((edit) => ({
    type: "object",
    dependentSchemas: named(150, () => ({ properties: named(150, () => leaf(edit)) })),
  })),
  "80,000 items of a tuple": one((edit) => ({
    type: "array",
    prefixItems: [...times(80_000, (): JsonObject => ({})), leaf(edit)],
    items: false,
    minItems: 80_001,
  })),
  "25,000 references of a tuple": (edit) => ({
    schema: { type: "array", prefixItems: times(25_000, () => ref("T")) },
    schemas: { T: leaf(edit) },
  }),
  "20,000 references to one schema": (edit) => ({
    schema: { allOf: times(20_000, () => ref("T")) },
    schemas: { T: { type: "object", maxProperties: 9 - edit } },
  }),
  "20,000 choices of one schema": (edit) => ({
    schema: { oneOf: times(20_000, () => ref("T")) },
    schemas: { T: { type: "object", maxProperties: 9 - edit } },
  }),
  "names by 200 patterns": one((edit) => ({
    type: "object",
    minProperties: 3,
    propertyNames: { allOf: times(200, (at) => ({ pattern: `^[a-z]{${(at % 20) + 1},${200 + at - edit}}$` })) },
  })),
  "multiples of all primes to 400": one((edit) => ({
    type: "integer",
    allOf: PRIMES.map((multipleOf) => ({ multipleOf })),
    minimum: 1 + edit,
  })),
  "multiples of next to nothing": one((edit) => ({
    type: "object",
    required: ["a", "b", "c", "d"],
    properties: {
      a: { type: "number", multipleOf: 1e-300, minimum: 1, maximum: 2 - edit / 10 },
      b: { type: "number", multipleOf: 1e-300, allOf: [{ multipleOf: 3e-299 }, { multipleOf: 0.7 }] },
      c: { type: "integer", multipleOf: 1e300, exclusiveMinimum: 1 + edit },
      d: { type: "number", multipleOf: 4.9e-324, enum: [1, 2, 3 - edit] },
    },
  })),
  "counts that are numbers of 300 digits": one((edit) => ({
    type: "array",
    maxItems: 1e300 - edit,
    minItems: 2 + edit,
    contains: { type: "integer" },
    maxContains: 1e308,
    items: { type: "string", maxLength: 1e308, minLength: 1e15 },
  })),
  "a value of 900,000 letters": one((edit) => ({ type: "string", const: "x".repeat(450_000 + edit) })),
  "a default of 40,000 lists": one((edit) => ({
    type: "array",
    items: { type: "array" },
    default: times(40_000 + edit, () => []),
  })),
  "5,000 schemas, each not the next": chain(5_000, (next) => ({ not: next })),
  "8,000 schemas, each all of the next": chain(8_000, (next) => ({ allOf: [next] })),
  "a ring of 3,000 properties": (edit) => ({
    schema: ref("R0"),
    schemas: named(
      3_000,
      (at) => ({ type: "object", properties: { a: ref(`R${(at + 1) % 3_000}`), n: leaf(edit) } }),
      "R",
    ),
  }),
  "1,000 dependent schemas": one((edit) => ({
    type: "object",
    dependentSchemas: named(1_000, (at) => ({ required: [`q${at}`], maxProperties: 900 - edit })),
  })),
  "200 alternatives that leave items over": one((edit) => ({
    type: "array",
    anyOf: times(200, (at) => ({ prefixItems: times((at % 20) + 1, () => leaf(edit)), minItems: at })),
    unevaluatedItems: false,
  })),
  "1,500 alternatives that leave properties over": one((edit) => ({
    type: "object",
    anyOf: times(1_500, (at) => ({ required: [`k${at}`], properties: { [`k${at}`]: leaf(edit) } })),
    unevaluatedProperties: false,
  })),
  "2,000 lists of values, each once": one((edit) => ({
    type: "object",
    properties: named(2_000, (at) => ({ enum: times(20, (value) => `v${value * at + edit}`) })),
    required: times(2_000, (at) => `p${at}`),
  })),
  "types of all kinds, twenty deep": chain(20, (next) => ({
    type: ["object", "array", "string", "number", "boolean", "null"],
    properties: { a: next },
    items: next,
    additionalProperties: next,
  })),
  "what is contained, in what is contained": one((edit) =>
    nested(
      14,
      (inner) => ({ type: "array", contains: inner, minContains: 2, maxContains: 3, uniqueItems: true }),
      leaf(edit),
    ),
  ),
  "texts that hold texts": one((edit) =>
    nested(25, (inner) => ({ type: "string", contentMediaType: "application/json", contentSchema: inner }), leaf(edit)),
  ),
  "500 alternatives of 500 properties": (edit) => ({
    schema: {
      oneOf: times(500, (at) => ({
        allOf: [ref("Wide"), { properties: { kind: { const: at } }, required: ["kind"] }],
      })),
    },
    schemas: { Wide: { type: "object", properties: named(500, () => leaf(edit)) } },
  }),
  "counts of counts to 65,535": text("^(a{1,65535}){1,65535}$", "^((a|b){1,65535}c){1,65535}$"),
  "counts in counts, ten deep": text(
    `^${"(".repeat(10)}a${"{2,9})".repeat(10)}$`,
    `^${"(".repeat(10)}a${"{2,8})".repeat(10)}$`,
  ),
  "a dot, ten thousand times at most": text("^.{0,10000}$", "^.{0,9999}$"),
  "a million letters ahead": text("^(?=.{1000000}$)", "^(?!.{1000001})"),
  "classes of scripts": text(
    `^${"[\\p{Script=Han}\\p{Script_Extensions=Greek}\\P{L}]{0,9}".repeat(300)}$`,
    `^${"[^\\p{Script=Latin}\\p{Emoji}]{0,9}".repeat(300)}$`,
  ),
  "every letter as a class": text(`^(${"\\u{10FFFF}?[\\u{1F600}-\\u{1F64F}]*".repeat(1_000)})$`, "^[^a]*$"),
  "names for 5,000 groups": text(times(5_000, (at) => `(?<g${at}>a)?`).join(""), "^a{0,5000}$"),
  "20,000 alternatives that begin alike": text(
    `^(?:${times(20_000, (at) => `${"a".repeat(10)}${at}`).join("|")})*$`,
    `^(?:${times(20_000, (at) => `${"a".repeat(10)}${at + 1}`).join("|")})*$`,
  ),
  "5,000 schemas of OpenAPI 3.0, each not the next": (edit) => ({
    openapi: "3.0.3",
    ...chain(5_000, (next) => ({ not: next }))(edit),
  }),
};
