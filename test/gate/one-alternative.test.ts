// A schema that became one of several alternatives, or was one: differences are reported inside the alternative.
import { describe, expect, test } from "vitest";
import { bodyOf, compare, documentOf, kinds, withRequest, withResponse } from "./documents.ts";
import type { JsonObject } from "../../src/json/value.ts";

type Schema = Record<string, unknown>;

const TEXT = { type: "string" };
const of = (kind: number, properties: Schema): Schema => ({
  type: "object",
  required: ["kind", ...Object.keys(properties)],
  properties: { kind: { type: "integer", enum: [kind] }, ...properties, note: TEXT },
});
const list = (items: Schema): Schema => ({ type: "array", items });

const LABEL = of(2, { label: TEXT });
const row = (name: Schema): Schema => of(1, { fields: list(of(4, { name })) });
const page = (items: Schema): Schema => ({ type: "object", properties: { rows: list(items) } });
const asForm = (schema: Schema, more: Schema = {}): JsonObject => {
  const content = { "application/x-www-form-urlencoded": { schema } };
  return documentOf({ "/things": { post: { requestBody: { content }, responses: {} } } }, more);
};

const LOOSE = row(TEXT);
const TIGHT = row({ type: "string", minLength: 1 });

describe("a schema that became one of several alternatives", () => {
  test.each([
    ["a request", withRequest],
    ["a form", asForm],
  ] as const)("in %s, only breaks where it is stricter inside", async (_, build) => {
    const result = await compare(build(page(LOOSE)), build(page({ oneOf: [TIGHT, LABEL] })));
    expect(kinds(result, "breaking")).toEqual(["request-minLength"]);
    expect(kinds(result, "policy")).toEqual(["version-not-raised"]);
    expect(kinds(result, "unknown")).toEqual([]);
  });

  test("with a name in a form, only breaks where it is stricter inside", async () => {
    const named = (row: Schema, items: Schema) => asForm(page(items), { components: { schemas: { Row: row } } });
    const component = { $ref: "#/components/schemas/Row" };
    const result = await compare(named(LOOSE, component), named(TIGHT, { oneOf: [component, LABEL] }));
    expect(kinds(result, "breaking")).toEqual(["request-minLength"]);
    expect(kinds(result, "policy")).toEqual(["version-not-raised"]);
  });

  test("in a response, breaks because of the new alternative and where it is looser inside", async () => {
    const result = await compare(withResponse(list(TIGHT)), withResponse(list({ oneOf: [LOOSE, LABEL] })));
    expect(kinds(result, "breaking").sort()).toEqual(["response-minLength", "response-oneOf"]);
    expect(kinds(result, "unknown")).toEqual([]);
  });

  test("is not matched with an alternative if another one shares values with it", async () => {
    const other = { type: "object", required: ["kind"], properties: { kind: { type: "integer", minimum: 0 } } };
    const result = await compare(withRequest(page(LOOSE)), withRequest(page({ oneOf: [TIGHT, other] })));
    expect(kinds(result, "breaking")).toEqual([]);
  });
});

describe("a property that is stricter in one alternative and unchanged in the other", () => {
  const sizes = Array.from({ length: 10 }, (_, size) => `size ${size}`);
  const Size = { enum: sizes };
  const Fewer = { enum: sizes.filter((size) => size !== "size 5") };
  const sized = (label: unknown, size: string): Schema => ({
    type: "object",
    required: ["label", "size"],
    properties: { label, size: { $ref: `#/components/schemas/${size}` } },
  });
  const COMPONENTS = { components: { schemas: { Size, Fewer } } };
  const anything = sized({ type: ["string", "integer"] }, "Size");
  const alternatives = [sized(TEXT, "Fewer"), sized({ type: "integer" }, "Size")];

  test.each(["oneOf", "anyOf"])(
    "breaks in a request with %s, with the value that the stricter one refuses as witness",
    async (kind) => {
      const [base, revision] = [withRequest(anything, COMPONENTS), withRequest({ [kind]: alternatives }, COMPONENTS)];
      const [change] = (await compare(base, revision)).changes;
      expect(change).toMatchObject({ verdict: "breaking", kind: `request-${kind}` });
      expect(bodyOf(change)).toEqual({ label: expect.any(String), size: "size 5" });
    },
  );

  test.each(["oneOf", "anyOf"])("breaks in a response that had %s, with the new value as witness", async (kind) => {
    const [base, revision] = [withResponse({ [kind]: alternatives }, COMPONENTS), withResponse(anything, COMPONENTS)];
    const [change] = (await compare(base, revision)).changes;
    expect(change).toMatchObject({ verdict: "breaking", kind: `response-${kind}` });
    expect(bodyOf(change)).toEqual({ label: expect.any(String), size: "size 5" });
  });
});

describe("a schema that is the only one left of several alternatives", () => {
  test("breaks clients that send the others, and where it is stricter inside", async () => {
    const result = await compare(withRequest(list({ oneOf: [LOOSE, LABEL] })), withRequest(list(TIGHT)));
    expect(kinds(result, "breaking").sort()).toEqual(["request-minLength", "request-oneOf"]);
  });

  test("in a response, reports what is no longer described inside it", async () => {
    const { note: _, ...rest } = (LOOSE as { properties: Schema }).properties;
    const fewer = { ...LOOSE, properties: rest };
    const result = await compare(withResponse(list({ oneOf: [LOOSE, LABEL] })), withResponse(list(fewer)));
    const told = result.changes.filter(({ verdict }) => verdict !== "compatible").map(({ text }) => text);
    expect(told).toEqual(["body of 200, at [].note: the property is no longer described: who reads it will miss it"]);
  });
});
