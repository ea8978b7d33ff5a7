// Properties by name: undeclared ones, required ones, and ones named like keywords.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { drawn } from "../share.ts";
import { bodyOf, compare, kinds, withRequest, withResponse, worstOf } from "./documents.ts";

type Schema = Record<string, unknown>;

const TEXT = { type: "string" };
const object = (properties: Schema, more: Schema = {}): Schema => ({ type: "object", properties, ...more });

describe("additional values of a response", () => {
  test("are reported however they are written", async () => {
    const grown = async (before: Schema, after: Schema) =>
      kinds(await compare(withResponse(before), withResponse(after)), "policy");
    expect(await grown({ const: "a" }, { enum: ["a", "b"] })).toEqual(["response-enum-grown"]);
    expect(await grown({ allOf: [{ enum: ["a", "b"] }, { enum: ["a"] }] }, { enum: ["a", "b"] })).toEqual([
      "response-enum-grown",
    ]);
    expect(await grown({ enum: [{ a: 1 }, { a: 2 }] }, { enum: [{ a: 1 }] })).toEqual([]);
  });
});

describe("properties that no pattern matches", () => {
  const mapOf = (pattern: string, maximum: number): object => ({
    type: "object",
    patternProperties: { [pattern]: { type: "integer" } },
    additionalProperties: { type: "integer", maximum },
  });

  test.each(["k", "e", "^key", "[a-z]"])("are found next to the pattern %s", async (pattern) => {
    const { changes } = await compare(withRequest(mapOf(pattern, 9)), withRequest(mapOf(pattern, 5)));
    expect(changes[0]).toMatchObject({ kind: "request-maximum", verdict: "breaking" });
  });

  test.each([".*", "", "^[^]*$", "^.*$"])(
    "do not exist next to the pattern %s, and nothing is reported for them",
    async (pattern) => {
      const { changes } = await compare(withRequest(mapOf(pattern, 9)), withRequest(mapOf(pattern, 5)));
      expect(changes.filter(({ verdict }) => verdict === "breaking")).toEqual([]);
    },
  );

  test("are compared if a condition no longer describes a property", async () => {
    const schema = (names: object): object => {
      const condition = JSON.parse(
        `{"if":{"properties":{"kind":{"type":"string"}}},"then":${JSON.stringify({ properties: names })}}`,
      ) as object;
      return { type: "object", ...condition, unevaluatedProperties: { type: "object" } };
    };
    const before = withRequest(schema({ name: { type: "string" }, note: { type: "string" } }));
    const { changes } = await compare(before, withRequest(schema({ name: { type: "string" } })));
    expect(changes.map(({ verdict }) => verdict)).not.toContain("compatible");
  });
});

test("each of many newly required properties is reported", async () => {
  const names = Array.from({ length: drawn({ each: 80, proof: 240 }) }, (_, index) => `p${index}`);
  const object = { type: "object", properties: Object.fromEntries(names.map((name) => [name, { const: 1 }])) };
  const { changes } = await compare(withRequest(object), withRequest({ ...object, required: names }));
  expect(changes.filter(({ verdict }) => verdict === "breaking")).toHaveLength(names.length);
});

test("the requirements of a condition are shown by a value that meets the condition", async () => {
  const conditional = (most: number): Schema =>
    JSON.parse(
      `{"type":"object","properties":{"kind":{"type":"string"},"text":{"type":"string"}},
        "if":{"required":["kind"],"properties":{"kind":{"const":"x"}}},"then":{"properties":{"text":{"maxLength":${most}}}}}`,
    ) as Schema;
  const { changes } = await compare(withRequest(conditional(5)), withRequest(conditional(3)));
  const found = changes.find(({ verdict }) => verdict === "breaking");
  expect(bodyOf(found)).toEqual({ kind: "x", text: "aaaa" });
});

describe("a property named like a keyword", () => {
  const names = ["type", "format", "enum", "required", "pattern", "minimum", "properties", "$ref", "not"];
  const components = (most: number): JsonObject => ({
    components: {
      schemas: {
        Page: {
          type: "object",
          properties: { items: { type: "array", items: { $ref: "#/components/schemas/Thing" } } },
        },
        Thing: {
          type: "object",
          properties: Object.fromEntries(names.map((name) => [name, { $ref: "#/components/schemas/Kind" }])),
        },
        Kind: { type: "string", maxLength: most },
      },
    },
  });
  const page = { $ref: "#/components/schemas/Page" };

  test("is compared like any other", async () => {
    expect(await worstOf(withRequest(page, components(5)), withRequest(page, components(4)))).toBe("breaking");
    expect(await worstOf(withResponse(page, components(5)), withResponse(page, components(4)))).toBe("compatible");
  });
});

describe("a schema with an empty list of choices", () => {
  const holding = (schema: Schema): Schema => object({ a: TEXT, b: schema });
  const empty: Schema[] = [{ oneOf: [] }, { anyOf: [] }];

  test("an enum without values allows nothing, as in JSON Schema", async () => {
    const none = { enum: [] };
    expect(await worstOf(withRequest(holding(none)), withRequest(holding(none)))).toBe("nothing");
    expect(await worstOf(withRequest(holding(TEXT)), withRequest(holding({ ...TEXT, ...none })))).toBe("breaking");
    expect(await worstOf(withResponse(holding({ ...TEXT, ...none })), withResponse(holding(TEXT)))).toBe("breaking");
  });

  test.each(empty)("%j gets no verdict, and can be fixed without one", async (schema) => {
    const odd = { ...TEXT, ...schema };
    expect(await worstOf(withRequest(holding(schema)), withRequest(holding(schema)))).toBe("compatible");
    for (const make of [withRequest, withResponse]) {
      const [brought, mended] = [
        await compare(make(holding(TEXT)), make(holding(odd))),
        await compare(make(holding(odd)), make(holding(TEXT))),
      ];
      for (const { changes } of [brought, mended]) expect(changes.map(({ verdict }) => verdict)).toEqual(["unknown"]);
      expect([brought, mended].map(({ changes }) => changes[0]?.severity)).toEqual(["error", "none"]);
    }
  });

  test.each([{ enum: [] }, ...empty])("%j does not hide changes elsewhere", async (schema) => {
    const beside = (most: number): JsonObject => withRequest(object({ a: { ...TEXT, maxLength: most }, b: schema }));
    expect(await worstOf(beside(5), beside(4))).toBe("breaking");
  });
});

test("an empty name in required, as some templates produce, is ignored, and the other names are compared", async () => {
  const upTo = (maxLength: number) => withRequest(object({ a: { ...TEXT, maxLength } }, { required: ["", "a"] }));
  expect([await worstOf(upTo(10), upTo(5)), await worstOf(upTo(5), upTo(10))]).toEqual(["breaking", "compatible"]);
});
