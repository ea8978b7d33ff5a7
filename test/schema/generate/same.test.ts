// The same document generates the same values in every version, because users rely on seeds and `verify` on samples. If
// these values have to change, the CHANGELOG says why.
import { describe, expect, test } from "vitest";
import { loadContract } from "../../../src/contract/load.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { Random } from "../../../src/schema/samples/choices.ts";
import { ValuePlace } from "../../../src/schema/generate/place.ts";
import { nthValue } from "../../../src/realistic/seeded-values.ts";
import { Drawn } from "../../../src/schema/generate/strategies/drawn.ts";
import { Plain } from "../../../src/schema/generate/strategies/plain.ts";
import { wrongValues } from "../../../src/schema/generate/strategies/wrong.ts";
import { FORMATS } from "../../../src/schema/samples/formats.ts";
import { generate } from "../../../src/schema/generate/traversal.ts";
import { showViolations } from "../../../src/schema/violation.ts";
import type { Schema } from "../../../src/schema/model.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { documentOfSchema } from "../../contract/documents.ts";

/** The values of a schema: some of each strategy, and whether they are allowed. */
async function valuesOf(
  source: JsonObject,
  openapi = "3.1.0",
): Promise<{ told: Record<string, string[]>; schema: Schema }> {
  const contract = await loadContract(documentOfSchema(source, { openapi }));
  const schema = contract.operations[0]?.responses[0]?.content[0]?.schema;
  if (schema === undefined) throw new Error("the document of the test has no schema");
  const place = ValuePlace.at(contract.document, schema.pointer, "response");
  const five = [0, 1, 2, 3, 4];
  return {
    schema,
    told: {
      plain: generate(place, new Plain({ text: "sample", fromPatterns: true })).map((value) => writeJson(value)),
      seeded: five.map((turn) => writeJson(nthValue(place, turn) ?? null)),
      drawn: five.flatMap((seed) => generate(place, new Drawn(new Random(seed))).map((value) => writeJson(value))),
      wrong: wrongValues(schemaAt(contract.document, schema.pointer, "response")).map(
        (wrong) => `${writeJson({ ...wrong })} ${showViolations(schema.validate(wrong.value))}`,
      ),
    },
  };
}

const integer = { type: "integer" };
const text = { type: "string" };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, ...more });

test.each<JsonObject>([
  {},
  { type: "null" },
  { type: "boolean" },
  integer,
  { type: "integer", minimum: 3, maximum: 7 },
  { type: "integer", exclusiveMinimum: 3, exclusiveMaximum: 5 },
  { type: "integer", multipleOf: 7, minimum: 1 },
  { type: "integer", format: "int64" },
  { type: "number", format: "int64" },
  { type: "integer", format: "int32" },
  { type: "number" },
  { type: "number", minimum: 0.5, maximum: 0.75 },
  { type: "number", exclusiveMinimum: -1, multipleOf: 0.25 },
  text,
  { type: "string", minLength: 3, maxLength: 5 },
  { type: "string", maxLength: 0 },
  { type: "string", pattern: "^[A-Z]{2}-[0-9]{3}$" },
  { type: "string", enum: ["new", "used", "worn"] },
  { enum: [1, "1", null, { a: [] }] },
  { const: "always" },
  { type: ["string", "null"] },
  { type: ["integer", "boolean"] },
  { type: "array" },
  { type: "array", items: integer, minItems: 2, maxItems: 4 },
  { type: "array", items: { type: "integer", minimum: 1, maximum: 9 }, uniqueItems: true, minItems: 3 },
  { type: "array", prefixItems: [integer, text], items: { type: "boolean" } },
  { type: "array", items: integer, contains: { minimum: 100 }, minContains: 2 },
  object({ a: integer, b: text }),
  object({ a: integer, b: text }, { required: ["a"], additionalProperties: false }),
  object({ a: integer }, { minProperties: 3, maxProperties: 4 }),
  object({}, { additionalProperties: integer }),
  object({}, { patternProperties: { "^x-": integer }, propertyNames: { maxLength: 4 } }),
  object({ a: integer, b: text }, { dependentRequired: { a: ["b"] } }),
  object({ at: { type: "string", format: "date-time" }, list: { type: "array", items: object({ n: integer }) } }),
  { oneOf: [integer, object({ a: text }, { required: ["a"] })] },
  { anyOf: [{ type: "string", maxLength: 2 }, { type: "boolean" }] },
  { allOf: [object({ a: integer }, { required: ["a"] }), object({ b: text })] },
  { type: "integer", not: { minimum: 0, maximum: 10 } },
  { type: "string", default: "usual", examples: ["one", "two"] },
])("%j", async (source) => {
  expect((await valuesOf(source)).told).toMatchSnapshot();
});

test.each<JsonObject>([
  { type: "string", nullable: true },
  { type: "integer", minimum: 1, exclusiveMinimum: true, nullable: true, enum: [2, 3, null] },
  { nullable: true, allOf: [{ type: "string" }] },
  object({ a: { type: "string", nullable: true, minLength: 2 } }, { required: ["a"] }),
  { type: "array", items: { type: "boolean" } },
])("%j in 3.0", async (source) => {
  expect((await valuesOf(source, "3.0.3")).told).toMatchSnapshot();
});

/** A word from each row of realistic values, alone and in compounds. */
const NAMES =
  "name title customerName firstName last_name login contactEmail phone homepageUrl avatar host ip street city country zip " +
  "company description reason color currency lang timezone birthday createdAt version slug fileName mimeType sku tokenId tag " +
  "price anything";
const COUNTED =
  "price quantity age year month day hour minutes rating score latitude lng weight temperature priority port anything";

test("strings and numbers match the names of their properties", async () => {
  const texts = Object.fromEntries(NAMES.split(" ").map((name) => [name, text]));
  const short = { country: { type: "string", maxLength: 3 }, zip: { type: "string", maxLength: 3 } };
  const numbers = COUNTED.split(" ").flatMap((name) => [
    [name, { type: "number" }],
    [`${name}Count`, integer],
  ]);
  for (const properties of [texts, short, Object.fromEntries(numbers) as JsonObject])
    expect(
      (await valuesOf(object(properties, { required: Object.keys(properties) }))).told["seeded"],
    ).toMatchSnapshot();
});

describe.each([...FORMATS])("format %s", (name, { texts, near, make, sized }) => {
  test("has the same strings as before", () => {
    const made = [1, 2, 3].map((seed) => make?.(new Random(seed)) ?? "");
    expect({ texts, near, made, sized: [30, 41].map((length) => sized?.(length) ?? "") }).toMatchSnapshot();
  });

  test("is valid for all of its strings", async () => {
    const { schema } = await valuesOf({ type: "string", format: name });
    const made = Array.from({ length: 20 }, (_, seed) => make?.(new Random(seed)) ?? texts[0] ?? "");
    const long = sized === undefined ? [] : [30, 41].map((length) => sized(length));
    expect([...texts, ...made, ...long].filter((one) => schema.validate(one).length > 0)).toEqual([]);
    expect(long.map(({ length }) => length)).toEqual(sized === undefined ? [] : [30, 41]);
  });
});
