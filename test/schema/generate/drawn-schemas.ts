// Random schemas that allow at least one value, for property tests.
import * as fc from "fast-check";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";

const ordered = (a: number, b: number): readonly [number, number] => [Math.min(a, b), Math.max(a, b)];

/** Some of the entries, in order. */
function some(entries: Readonly<Record<string, JsonValue>>): fc.Arbitrary<JsonObject> {
  return fc.subarray(Object.entries(entries)).map((kept) => Object.fromEntries(kept));
}

const integer = fc
  .tuple(fc.integer({ min: -50, max: 50 }), fc.nat(60), fc.constantFrom(1, 1, 2, 5))
  .chain(([low, span, step]) =>
    some({
      minimum: low,
      maximum: low + Math.max(span, step),
      ...(step === 1 ? {} : { multipleOf: step }),
      format: "int32",
    }).map((bounds): JsonObject => ({ type: "integer", ...bounds })),
  );
const wide = fc.constantFrom<JsonObject>(
  { type: "integer", format: "int64" },
  { type: "number", format: "int64" },
  { type: "integer", minimum: 9_007_199_254_740_993n, maximum: 9_007_199_254_740_999n },
  { type: "integer", exclusiveMinimum: 6, exclusiveMaximum: 8 },
  { type: "integer", exclusiveMaximum: -3 },
  { type: "number", multipleOf: 0.01, minimum: 0, maximum: 1 },
  { type: "number", minimum: 0.001, exclusiveMaximum: 0.002 },
  { type: "number", exclusiveMinimum: 0, maximum: 1 },
  { type: "number", multipleOf: 0.5, minimum: 2, maximum: 5 },
  { type: "number", minimum: 1e300 },
);
const text = fc.tuple(fc.nat(12), fc.nat(12)).chain(([a, b]) => {
  const [minLength, maxLength] = ordered(a, b);
  return some({ minLength, maxLength }).map((bounds): JsonObject => ({ type: "string", ...bounds }));
});
const special = fc.constantFrom<JsonObject>(
  ...["date", "date-time", "time", "email", "hostname", "ipv4", "ipv6", "uri", "uuid", "byte", "duration", "regex"].map(
    (format) => ({ type: "string", format }),
  ),
  ...["^[A-Z]{3}-\\d{4}$", "^(red|green)$", "^(?=.*\\d)[a-z0-9]{4}$", "\\.png$", "^[^@]+@[^@]+$", "^(a|b)\\1$"].map(
    (pattern) => ({
      type: "string",
      pattern,
    }),
  ),
  { type: "string", pattern: "^[a-z]+$", minLength: 5, maxLength: 7 },
);
const listed = fc.constantFrom<JsonObject>(
  { enum: ["a", 1, null] },
  { const: { a: [1] } },
  { type: "boolean" },
  { type: ["string", "null"] },
);

/** An object that other schemas may extend. */
function open({ type, required, properties }: JsonObject): JsonObject {
  return { type: type ?? "object", required: required ?? [], properties: properties ?? {} };
}

const NAMES = ["id", "name", "email", "price", "createdAt", "tags", "note"];

/** Schemas of any kind; every one of them allows a value. */
export const schemas: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small", withCrossShrink: true },
    { arbitrary: fc.oneof(integer, wide, text, special, listed), weight: 5 },
    { arbitrary: tie("object"), weight: 3 },
    fc.tuple(tie("schema"), fc.nat(2), fc.nat(3)).map(([items, least, more]): JsonObject => ({
      type: "array",
      items,
      minItems: least,
      maxItems: least + more,
    })),
    fc.tuple(fc.oneof(integer, text), fc.nat(2)).map(([items, least]): JsonObject => ({
      // Wide enough for different values.
      type: "array",
      items: items["type"] === "integer" ? { type: "integer", minimum: 1 } : { type: "string" },
      minItems: least,
      uniqueItems: true,
    })),
    fc
      .tuple(tie("schema"), tie("schema"))
      .map((prefixItems): JsonObject => ({ type: "array", prefixItems, items: false, minItems: 2 })),
    fc.tuple(tie("schema"), tie("schema")).map((anyOf): JsonObject => ({ anyOf })),
    fc.tuple(tie("object"), tie("object")).map(([one, other]): JsonObject => ({
      allOf: [open(one), { type: "object", properties: { other: other }, required: ["other"] }],
    })),
    tie("schema").map((items): JsonObject => ({ type: "array", items: true, contains: items, minContains: 2 })),
  ),
  object: fc
    .tuple(
      fc.subarray(NAMES, { minLength: 1, maxLength: 4 }),
      fc.array(tie("schema"), { minLength: 4, maxLength: 4 }),
      fc.nat(15),
      fc.nat(4),
    )
    .map(([names, inner, mask, extra]): JsonObject => ({
      type: "object",
      required: names.filter((_, index) => (mask & (1 << index)) !== 0),
      properties: Object.fromEntries(names.map((name, index) => [name, inner[index] ?? {}])),
      ...(extra === 0 ? { additionalProperties: false } : {}),
      ...(extra === 1 ? { minProperties: names.length + 2 } : {}),
      ...(extra === 2
        ? {
            patternProperties: { "^x-": { type: "integer" } },
            minProperties: names.length + 1,
            additionalProperties: false,
          }
        : {}),
      ...(extra === 3 && names.length > 1 ? { dependentRequired: { [names[0] ?? ""]: names.slice(1) } } : {}),
    })),
})).schema;
