// Properties of any two schemas: every witness is real, and every pair called compatible is.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { SchemaCompiler } from "../../src/schema/compile/compile.ts";
import { contractOf, documentOfValue } from "../../src/contract/load.ts";
import { runComparison } from "../../src/gate/gate.ts";
import { drawn } from "../share.ts";
import type { Change } from "../../src/gate/model.ts";
import { SETTINGS, compare, withRequest, withResponse } from "./documents.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

type Schema = Record<string, unknown>;

/** The numbers of values tried on each pair called compatible: random ones, and ones that fit. */
const SAMPLES = drawn({ each: 100, proof: 1000 });

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.record(
    {
      type: fc.constant("integer"),
      minimum: fc.integer({ min: -5, max: 5 }),
      maximum: fc.integer({ min: 0, max: 20 }),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    {
      type: fc.constant("number"),
      multipleOf: fc.constantFrom(1, 2, 3),
      exclusiveMinimum: fc.integer({ min: -3, max: 3 }),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record(
    {
      type: fc.constant("string"),
      minLength: fc.nat(3),
      maxLength: fc.integer({ min: 3, max: 6 }),
      pattern: fc.constantFrom("^[a-z]*$", "^[a-z0-9]*$", "a"),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom("a", "b", 1, 2, null, true), { minLength: 1 }) }),
  fc.record({
    type: fc.uniqueArray(fc.constantFrom("string", "integer", "number", "null", "boolean"), { minLength: 1 }),
  }),
);

/** Up to four alternatives, of which some may be equal. */
function alternatives(one: fc.Arbitrary<Schema>): fc.Arbitrary<Schema[]> {
  return fc
    .tuple(fc.array(one, { minLength: 1, maxLength: 3 }), fc.nat(5))
    .map(([list, turn]) => list.toSpliced(turn % 3, 0, ...list.slice(turn, turn + 1)));
}

const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("a", "b", "c"), tie("schema"), { maxKeys: 3, noNullPrototype: true }),
        required: fc.uniqueArray(fc.constantFrom("a", "b"), { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        maxProperties: fc.integer({ min: 2, max: 4 }),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      {
        type: fc.constant("array"),
        items: tie("schema"),
        minItems: fc.nat(1),
        maxItems: fc.integer({ min: 1, max: 3 }),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record({ anyOf: alternatives(tie("schema")) }),
    fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: alternatives(tie("schema")) }),
    fc.record({ not: tie("schema") }),
    fc
      .tuple(tie("schema"), tie("schema"), tie("schema"))
      .map(([condition, one, other]) =>
        Object.fromEntries(["if", "then", "else"].map((key, index) => [key, [condition, one, other][index]])),
      ),
    fc.record(
      {
        type: fc.constant("array"),
        prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
        contains: tie("schema"),
        maxContains: fc.integer({ min: 1, max: 2 }),
        uniqueItems: fc.boolean(),
        unevaluatedItems: fc.oneof(fc.boolean(), tie("schema")),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(fc.constantFrom("a", "b"), tie("schema"), { maxKeys: 2, noNullPrototype: true }),
        anyOf: alternatives(tie("schema")),
        patternProperties: fc.record({ "^[ab]": tie("schema") }),
        propertyNames: fc.constantFrom<Schema>({ maxLength: 1 }, { enum: ["a", "b"] }),
        dependentRequired: fc.constant({ a: ["b"] }),
        dependentSchemas: fc.record({ a: tie("schema") }),
        unevaluatedProperties: fc.oneof(fc.boolean(), tie("schema")),
      },
      { requiredKeys: ["type"] },
    ),
  ),
}));

const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<JsonValue>(null, true, false, "", "a", "b", "ab", "abc", "a1", "A", 0, 1, 2, 3, 4, 6, -3, 20, 0.5),
    fc.array(tie("value"), { maxLength: 4 }) as fc.Arbitrary<JsonValue>,
    fc.dictionary(fc.constantFrom("a", "b", "c", "d"), tie("value"), {
      maxKeys: 4,
      noNullPrototype: true,
    }) as fc.Arbitrary<JsonValue>,
  ),
})).value;

/** Makes the proposed schema from two schemas: the other one, a mixture, or the first without a keyword. */
const edit: fc.Arbitrary<(one: Schema, other: Schema) => Schema> = fc.oneof(
  fc.constant((_: Schema, other: Schema) => other),
  fc.constant((one: Schema, other: Schema) => ({ ...one, ...other })),
  fc.nat(9).map((turn) => (one: Schema) => {
    const dropped = Object.keys(one).filter((key) => key !== "type");
    return Object.fromEntries(Object.entries(one).filter(([key]) => key !== dropped[turn % dropped.length]));
  }),
);

/** Values that a schema mostly allows: many schemas refuse nearly all random values. */
function fitting(schema: Schema): fc.Arbitrary<JsonValue> {
  const inner = (given: unknown): fc.Arbitrary<JsonValue> =>
    typeof given === "object" && given !== null ? fitting(given as Schema) : value;
  const number = (name: string, otherwise: number): number => (schema[name] as number | undefined) ?? otherwise;
  const list = (schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"]) as Schema[] | undefined;
  if (list !== undefined) return fc.oneof(...list.map(fitting));
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as JsonValue[]));
  switch (schema["type"]) {
    case "integer": {
      const [min, max] = [number("minimum", -9), number("maximum", 30)];
      return min > max ? value : fc.integer({ min, max });
    }
    case "number":
      return fc.integer({ min: -3, max: 9 }).map((count) => count * number("multipleOf", 0.5));
    case "string":
      return fc.string({
        unit: fc.constantFrom("a", "b", "z", "1"),
        minLength: number("minLength", 0),
        maxLength: number("maxLength", 7),
      });
    case "array": {
      const [minLength, maxLength] = [number("minItems", 0), number("maxItems", 4)];
      return minLength > maxLength ? value : fc.array(inner(schema["items"]), { minLength, maxLength });
    }
    case "object": {
      const named = Object.entries((schema["properties"] ?? {}) as Record<string, Schema>);
      const own = fc.record(Object.fromEntries(named.map(([name, one]) => [name, fitting(one)])), {
        requiredKeys: named
          .map(([name]) => name)
          .filter((name) => (schema["required"] as string[] | undefined)?.includes(name)),
        noNullPrototype: true,
      });
      const free = fc.constantFrom("a", "b", "c", "d");
      const others = fc.dictionary(free, inner(schema["additionalProperties"]), { maxKeys: 2, noNullPrototype: true });
      return fc.tuple(others, own).map(([more, less]) => ({ ...more, ...less }));
    }
    default:
      return value;
  }
}

/** Judges by a contract made only for this. */
async function validator(document: JsonObject): Promise<(value: JsonValue) => boolean> {
  const loaded = await documentOfValue(document);
  expect(new SchemaCompiler(loaded)).toBeDefined();
  const [operation] = contractOf(loaded).operations;
  const validate = operation?.body?.content[0]?.schema?.validate;
  return (candidate) => validate === undefined || validate(candidate).length === 0;
}

/** What should never happen: something failed while a part was compared. */
const failures = (changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ kind, reason = "" }) => kind === "not-compared" || reason.startsWith("not compared"));

test("nothing fails in the comparison of a part, in either direction", { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(schema, schema, edit, fc.boolean(), async (one, other, edited, isSent) => {
      const make = isSent ? withRequest : withResponse;
      const { changes } = await compare(make(one), make(edited(one, other)), { budgetMs: 200 });
      expect(failures(changes)).toEqual([]);
    }),
    { numRuns: drawn({ each: 60, proof: 600 }), seed: 20_261_125 },
  );
});

test("new validators confirm witnesses, and accept what is called compatible", { timeout: 600_000 }, async () => {
  let tried = 0;
  const sampled = fc.sample(value, { numRuns: SAMPLES, seed: 7 });
  await fc.assert(
    fc.asyncProperty(schema, schema, edit, async (one, other, edited) => {
      const [base, revision] = [withRequest(one), withRequest(edited(one, other))];
      const before = await documentOfValue(base);
      const after = await documentOfValue(revision, { before });
      const { changes } = runComparison(before, after, { ...SETTINGS, profile: "strict" });
      const [accepts, mustAccept] = [await validator(base), await validator(revision)];
      const own = changes.filter(({ verdict }) => verdict !== "policy");
      for (const { witness } of own) {
        if (witness === undefined) continue;
        const body = witness.exchange.body?.value as JsonValue;
        // Of a base that allows no value at all, the gate says so, and judges it as if it allowed some.
        const isMended = changes.some(({ kind }) => kind === "document-fault");
        expect([isMended || accepts(body), mustAccept(body)]).toEqual([true, false]);
      }
      if (!own.every(({ verdict }) => verdict === "compatible")) return;
      const fit = fc.sample(fitting(one), { numRuns: SAMPLES, seed: 7 });
      const allowed = [...sampled, ...fit].filter((candidate) => accepts(candidate));
      expect(allowed.filter((candidate) => !mustAccept(candidate))).toEqual([]);
      tried += allowed.length;
    }),
    { numRuns: drawn({ each: 8, proof: 400 }), seed: 20_261_121 },
  );
  // Otherwise nothing was tested.
  expect(tried).toBeGreaterThan(SAMPLES);
});
