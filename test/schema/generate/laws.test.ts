// Properties of generated values: validators accept the valid ones and refuse the invalid ones, the same seed gives the
// same bytes, and no schema makes the generator run forever.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { schemaValues } from "../../../conformance/explore/values.ts";
import { loadContract } from "../../../src/contract/load.ts";
import type { Contract } from "../../../src/contract/model.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import type { Schema } from "../../../src/schema/model.ts";
import { ValuePlace } from "../../../src/schema/generate/place.ts";
import { Plain } from "../../../src/schema/generate/strategies/plain.ts";
import { nthValue, seededValue } from "../../../src/realistic/seeded-values.ts";
import { generate } from "../../../src/schema/generate/traversal.ts";
import { wrongValues } from "../../../src/schema/generate/strategies/wrong.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { spentOn } from "../../spent.ts";
import { documentOfSchema } from "../../contract/documents.ts";
import { IN_PROOF, drawn } from "../../share.ts";
import { schemas } from "./drawn-schemas.ts";

const numRuns = drawn({ each: 15, proof: 600 });

interface Loaded {
  readonly contract: Contract;
  readonly schema: Schema;
}

async function load(source: JsonValue, parts: JsonObject = {}): Promise<Loaded> {
  const contract = await loadContract(documentOfSchema(source, parts));
  const schema = contract.operations[0]?.responses[0]?.content[0]?.schema;
  if (schema === undefined) throw new Error("the document of the test has no schema");
  return { contract, schema };
}

const refused = ({ schema }: Loaded, values: readonly (JsonValue | undefined)[]): unknown[] =>
  values.filter((value) => value === undefined || schema.validate(value).length > 0);

const place = ({ contract, schema }: Loaded): ValuePlace =>
  ValuePlace.at(contract.document, schema.pointer, "response");

test.each<[string, JsonObject, (value: unknown) => boolean]>([
  ["items", { items: { type: "integer" }, minItems: 1 }, Array.isArray],
  ["prefixItems", { prefixItems: [{ type: "integer" }], minItems: 1 }, Array.isArray],
  ["properties", { properties: { a: {} } }, (value) => typeof value === "object"],
  ["a length", { minLength: 2 }, (value) => typeof value === "string"],
  ["a bound", { minimum: 2 }, (value) => typeof value === "number"],
])("a schema without a type has values of the type that %s applies to", async (_, source, isOfType) => {
  const values = generate(place(await load(source)), new Plain());
  expect(values.length).toBeGreaterThan(0);
  expect(values.filter((value) => !isOfType(value))).toEqual([]);
});

describe("for a schema that allows something", () => {
  const law = (check: (loaded: Loaded) => void) => async (): Promise<void> => {
    const property = fc.asyncProperty(schemas, async (source) => {
      const loaded = await load(source);
      check(loaded);
    });
    await fc.assert(property, { numRuns, interruptAfterTimeLimit: 60_000 });
  };

  test(
    "the plain value is allowed",
    law((loaded) => {
      const [value] = generate(place(loaded), new Plain({ text: "sample", fromPatterns: true }));
      expect(refused(loaded, [value])).toEqual([]);
    }),
  );

  test(
    "seeded values are allowed, and the same for the same seed",
    law((loaded) => {
      const at = place(loaded);
      const values = Array.from({ length: 8 }, (_, turn) => nthValue(at, turn));
      expect(refused(loaded, values)).toEqual([]);
      const again = Array.from({ length: 8 }, (_, turn) => nthValue(place(loaded), turn));
      expect(again.map((value) => writeJson(value ?? null))).toEqual(values.map((value) => writeJson(value ?? null)));
    }),
  );

  test(
    "random values are allowed, and so are the simpler ones they shrink to",
    law((loaded) => {
      const values = schemaValues(fc, loaded.contract.document, loaded.schema.pointer);
      const found = fc.sample(values, { numRuns: 10, seed: 1 });
      expect(refused(loaded, found)).toEqual([]);
      fc.assert(
        fc.property(values, (value) => {
          expect(refused(loaded, [value])).toEqual([]);
          return writeJson(value).length < 3;
        }),
        { numRuns: 5, seed: 1, endOnFailure: false, reporter: () => undefined },
      );
    }),
  );

  test("values that are meant to be wrong mostly are", async () => {
    const told = { refused: 0, allowed: 0 };
    const property = fc.asyncProperty(schemas, async (source) => {
      const { schema, contract } = await load(source);
      for (const { value } of wrongValues(schemaAt(contract.document, schema.pointer, "response"))) {
        if (schema.validate(value).length > 0) told.refused++;
        else told.allowed++;
      }
    });
    await fc.assert(property, { numRuns });
    expect(told.refused).toBeGreaterThan(told.allowed * 5);
  });
});

describe("a schema that requires too much", () => {
  const fanOut = (width: number): JsonObject =>
    Object.fromEntries(
      Array.from({ length: width }, (_, index): [string, JsonObject] => [
        `S${index}`,
        {
          type: "object",
          required: ["a", "b"],
          properties: { a: { $ref: next(index, width) }, b: { $ref: next(index, width) } },
        },
      ]),
    );
  const next = (index: number, width: number): string => `#/components/schemas/S${(index + 1) % width}`;

  test.each<[string, JsonObject, JsonObject?]>([
    ["a thousand million items", { type: "array", minItems: 1_000_000_000, items: { type: "integer" } }],
    ["too many unique items", { type: "array", minItems: 1_000_000, uniqueItems: true, items: { type: "string" } }],
    [
      "more unique items than there are values",
      { type: "array", minItems: 3, uniqueItems: true, items: { type: "boolean" } },
    ],
    ["a hundred million properties", { type: "object", minProperties: 100_000_000 }],
    ["a very long string", { type: "string", minLength: 2_000_000_000 }],
    ["a pattern that repeats a million times", { type: "string", pattern: "^(a{1000}){1000}$" }],
    ["a pattern that is hard to match", { type: "string", pattern: "^(x+x+)+y(?=z)$", minLength: 50 }],
    ["a schema that contains itself", { $ref: "#/components/schemas/S0" }, { components: { schemas: fanOut(1) } }],
    [
      "forty schemas, each twice the next",
      { $ref: "#/components/schemas/S0" },
      { components: { schemas: fanOut(40) } },
    ],
  ])("%s: generating takes little work", async (_, source, parts) => {
    const loaded = await load(source, parts);
    const spent = await spentOn(() => {
      const values = [
        ...generate(place(loaded), new Plain({ text: "sample", fromPatterns: true })),
        seededValue(loaded.contract.document, loaded.schema.pointer),
        ...fc.sample(schemaValues(fc, loaded.contract.document, loaded.schema.pointer), { numRuns: 5, seed: 1 }),
        ...wrongValues(schemaAt(loaded.contract.document, loaded.schema.pointer, "response")).map(({ value }) => value),
      ];
      expect(values.length).toBeGreaterThan(0);
    });
    expect(spent).toBeLessThan(2_000_000);
  });

  test.runIf(IN_PROOF)("a list of 200,000 values is cheap", async () => {
    const loaded = await load({ enum: Array.from({ length: 200_000 }, (_, index) => `value ${index}`) });
    const spent = await spentOn(() =>
      expect(refused(loaded, [nthValue(place(loaded), 1), ...generate(place(loaded), new Plain())])).toEqual([]),
    );
    expect(spent).toBeLessThan(2_000_000);
  });
});

test("a schema without a type has values of the type that its keywords apply to", async () => {
  const first = async (source: JsonObject): Promise<unknown> => nthValue(place(await load(source)), 0);
  expect(await first({ items: { const: "a" }, minItems: 1, maxItems: 1 })).toEqual(["a"]);
  expect(await first({ prefixItems: [{ const: 1 }], minItems: 1, maxItems: 1 })).toEqual([1]);
  expect(await first({ required: ["a"] })).toHaveProperty("a");
  expect(await first({ pattern: "^x$" })).toBe("x");
  expect(await first({ minimum: 7, maximum: 7 })).toBe(7);
});

describe("items that look real", () => {
  const many = async (source: JsonObject, examples: readonly JsonValue[] = [], count = 50): Promise<JsonObject[]> => {
    const loaded = await load(source);
    const at = place(loaded);
    const values = Array.from({ length: count }, (_, turn) => nthValue(at, turn, { examples }));
    expect(refused(loaded, values)).toEqual([]);
    return values as JsonObject[];
  };
  const object = (properties: JsonObject): JsonObject => ({
    type: "object",
    required: Object.keys(properties),
    properties,
  });

  test("take the examples of the document in turn, and then others like them", async () => {
    const items = await many(object({ label: { type: "string", examples: ["Oak", "Elm"] } }), [{ label: "Ash" }], 7);
    const labels = items.map(({ label }) => label as string);
    expect(labels.slice(0, 3)).toEqual(["Ash", "Oak", "Elm"]);
    expect(labels.slice(3).filter((label) => !/^\p{Lu}\p{Ll}+$/u.test(label))).toEqual([]);
    expect(new Set(labels).size).toBe(7);
    const coded = await many(object({ code: { type: "string", pattern: "^[A-Z]{2}$", example: "DE" } }), [], 20);
    expect(coded[0]).toEqual({ code: "DE" });
    expect(new Set(coded.map(({ code }) => code)).size).toBeGreaterThan(10);
  });

  test("mix the parts of whole examples", async () => {
    const source = {
      ...object({ label: { type: "string" }, size: { type: "integer" } }),
      examples: [
        { label: "Oak", size: 3 },
        { label: "Elm", size: 7 },
      ],
    };
    const items = await many(source);
    expect(new Set(items.map((item) => JSON.stringify(item))).size).toBeGreaterThan(30);
    expect(items.every(({ size }) => Number(size) >= 3 && Number(size) <= 7)).toBe(true);
  });

  test("match the names of their properties", async () => {
    const text = { type: "string" };
    const [item] = await many(
      object({
        email: text,
        url: text,
        createdAt: text,
        firstName: text,
        price: { type: "number" },
        age: { type: "integer" },
        countryCode: { type: "string", maxLength: 2 },
      }),
    );
    expect(item?.["email"]).toMatch(/^\w+\.\w+@example\.com$/);
    expect(item?.["url"]).toMatch(/^https:\/\/example\.com\//);
    expect(item?.["createdAt"]).toMatch(/^2025-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
    expect(item?.["firstName"]).toMatch(/^\p{Lu}\p{Ll}+$/u);
    expect(item?.["countryCode"]).toMatch(/^[A-Z]{2}$/);
    expect(Number(item?.["price"])).toBeGreaterThanOrEqual(1);
    expect(Number(item?.["age"])).toBeGreaterThanOrEqual(18);
    expect(Object.keys(item ?? {})).toEqual(["email", "url", "createdAt", "firstName", "price", "age", "countryCode"]);
  });

  test("have different names", async () => {
    const items = await many(object({ name: { type: "string" } }));
    expect(new Set(items.map(({ name }) => name)).size).toBeGreaterThan(40);
  });
});

test("a schema that refers to itself in forty properties has values that can be sent", async () => {
  const reference = { $ref: "#/components/schemas/Filter" };
  const Filter = {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`p${at}`, reference])),
  };
  const loaded = await load(reference, { components: { schemas: { Filter } } });
  const values = fc.sample(schemaValues(fc, loaded.contract.document, loaded.schema.pointer), { numRuns: 20, seed: 1 });
  expect(Math.max(...values.map((value) => writeJson(value).length))).toBeLessThan(60_000);
  expect(values.some((value) => Object.keys(value as object).length > 1)).toBe(true);
});
