// What cannot be understood is refused, and never found harmless.
import { describe, expect, test } from "vitest";
import { compare, documentOf, withOperation, withParameters, withRequest, withResponse } from "./documents.ts";
import type { JsonObject } from "../../src/json/value.ts";

const BROKEN: readonly (readonly [schema: unknown, pointer: string, said: string])[] = [
  [
    { type: "strin" },
    "/type",
    'one of null, boolean, integer, number, string, array, object, or a list of them, not "strin"',
  ],
  [{ type: [] }, "/type", "not []"],
  [{ enum: 5 }, "/enum", "enum must be a list of values, not 5"],
  [{ required: true }, "/required", "required must be a list of names, not true"],
  [{ minimum: "5" }, "/minimum", 'minimum must be a number, not "5"'],
  [{ maxLength: -1 }, "/maxLength", "maxLength must be a whole number, 0 or more, not -1"],
  [{ multipleOf: 0 }, "/multipleOf", "multipleOf must be a number above 0, not 0"],
  [{ pattern: "(" }, "/pattern", 'pattern must be a regular expression, not "("'],
  [{ format: 1 }, "/format", "format must be a text, not 1"],
  [{ properties: [] }, "/properties", "properties must be an object that maps names to schemas, not []"],
  [{ properties: { a: null } }, "/properties/a", "a schema must be an object or a boolean"],
  [{ items: [{}] }, "/items", "items must be a schema: an object, true or false, not [{}]"],
  [{ allOf: {} }, "/allOf", "allOf must be a list of schemas, not {}"],
  [{ anyOf: [{}, 1] }, "/anyOf/1", "a schema must be an object or a boolean"],
  [{ uniqueItems: "yes" }, "/uniqueItems", 'uniqueItems must be true or false, not "yes"'],
  [{ additionalProperties: "x" }, "/additionalProperties", "must be a schema"],
];

const GOOD = { type: "string", maxLength: 5 };

/** What loading or comparing is refused with. */
async function refusal(before: JsonObject, after: JsonObject): Promise<string> {
  return compare(before, after).then(
    () => "",
    (error: unknown) => String(error),
  );
}

describe("a schema that says nothing", () => {
  test.each(BROKEN)("%j", async (schema, pointer, said) => {
    const nested = { type: "object", properties: { "a/b": { $ref: "#/components/schemas/Bad" } } };
    const components = (bad: unknown) => ({ components: { schemas: { Bad: bad } } });
    for (const make of [withRequest, withResponse]) {
      const [good, bad] = [make(nested, components(GOOD)), make(nested, components(schema))];
      for (const error of [await refusal(good, bad), await refusal(bad, good)]) {
        expect(error).toContain(said);
        expect(error).toContain(`/components/schemas/Bad${pointer})`);
      }
    }
  });

  test("even where both sides say it alike", async () => {
    const bad = withRequest({ type: "strin" });
    const info = { title: "t", version: "2.0.0" };
    expect(await refusal(bad, { ...bad, info })).toContain('not "strin"');
  });

  test("a reference that leads in a circle", async () => {
    const circle = { schemas: { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } } };
    const bad = withRequest({ $ref: "#/components/schemas/A" }, { components: circle });
    expect(await refusal(withRequest(GOOD), bad)).toContain("leads in a circle and never to a value");
  });

  test("is no matter where nothing leads there, or in an extension or an example", async () => {
    const components = { schemas: { Unused: { type: "strin" } } };
    const odd = { ...GOOD, "x-type": { type: 1 }, example: { type: 1, enum: 2 }, default: "a" };
    expect(await refusal(withRequest(GOOD), withRequest(odd, { components }))).toBe("");
  });

  test("nor what stands beside a reference in 3.0, nor its flags", async () => {
    const schema = { $ref: "#/components/schemas/A", minimum: "none" };
    const components = { schemas: { A: { type: "integer", minimum: 1, exclusiveMinimum: true, nullable: true } } };
    const old = { ...withRequest(schema, { components }), openapi: "3.0.3" };
    expect(await refusal(withRequest(GOOD), old)).toBe("");
  });
});

describe("a part that says nothing", () => {
  test.each([
    ["an operation", documentOf({ "/things": { get: "soon" } }), "there must be an object here"],
    ["a parameter without a name", withParameters({ in: "query", schema: {} }), "the parameter has no name"],
    [
      "a parameter of Swagger 2.0",
      withParameters({ name: "b", in: "body", schema: {} }),
      "path, query, header or cookie",
    ],
    ["a list of parameters", withOperation({ parameters: { a: 1 } }), "parameters must be a list"],
    ["an empty schema", withRequest(null), "a schema must be an object or a boolean"],
    [
      "an empty schema of a parameter",
      withParameters({ name: "q", in: "query", schema: null }),
      "must be an object or",
    ],
    ["content", withOperation({ requestBody: { content: [] } }), "content must be an object that maps names"],
    ["a callback", withOperation({ callbacks: { done: { "/a": { post: 1 } } } }), "there must be an object here"],
    ["paths", { ...documentOf({}), paths: 1 }, "paths must be an object"],
  ])("%s", async (_what, bad, said) => {
    expect(await refusal(withOperation({}), bad)).toContain(said);
    expect(await refusal(bad, withOperation({}))).toContain(said);
  });
});
