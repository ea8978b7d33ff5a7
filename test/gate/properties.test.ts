// What must hold of any two schemas: a witness is one, and what is called compatible is.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { SchemaCompiler } from "../../src/contract/compile.ts";
import type { JsonObject, JsonValue } from "../../src/contract/json.ts";
import { contractOf, documentOfValue } from "../../src/contract/load.ts";
import { runComparison } from "../../src/gate/gate.ts";
import { drawn } from "../share.ts";
import { SETTINGS, withRequest } from "./documents.ts";

type Schema = Record<string, unknown>;

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
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: scalar }),
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

/** Judges by a contract that was made for this alone. */
async function validator(document: JsonObject): Promise<(value: JsonValue) => boolean> {
  const loaded = await documentOfValue(document);
  expect(new SchemaCompiler(loaded)).toBeDefined();
  const [operation] = contractOf(loaded).operations;
  const validate = operation?.body?.content[0]?.schema?.validate;
  return (candidate) => validate === undefined || validate(candidate).length === 0;
}

test("a witness holds under fresh validators, and what is compatible is accepted", async () => {
  const sampled = fc.sample(value, { numRuns: 1000, seed: 7 });
  await fc.assert(
    fc.asyncProperty(schema, schema, fc.boolean(), async (one, other, edited) => {
      const [base, revision] = [withRequest(one), withRequest(edited ? { ...one, ...other } : other)];
      const { changes } = runComparison(await documentOfValue(base), await documentOfValue(revision), {
        ...SETTINGS,
        profile: "strict",
      });
      const [accepts, mustAccept] = [await validator(base), await validator(revision)];
      const own = changes.filter(({ verdict }) => verdict !== "policy");
      for (const { witness } of own) {
        if (witness === undefined) continue;
        const body = witness.exchange.body?.value as JsonValue;
        expect([accepts(body), mustAccept(body)]).toEqual([true, false]);
      }
      if (!own.every(({ verdict }) => verdict === "compatible")) return;
      const refused = sampled.filter((candidate) => accepts(candidate) && !mustAccept(candidate));
      expect(refused).toEqual([]);
    }),
    { numRuns: drawn({ each: 30, proof: 300 }), seed: 20_261_121 },
  );
}, 120_000);
