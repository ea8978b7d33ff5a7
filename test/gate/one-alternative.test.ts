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

test("a count of items beside the alternatives holds for the one that stays", async () => {
  const counted = { contains: { type: "integer" }, minContains: 2 };
  const ofItems = { type: "array", maxItems: 5 };
  const before = withRequest({ ...counted, anyOf: [ofItems, TEXT] });
  const result = await compare(before, withRequest({ ...counted, ...ofItems }));
  expect(result.changes.map(({ kind }) => kind)).not.toContain("request-contains");
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

describe("an object that becomes a union", () => {
  const of = (...names: string[]): Schema => ({
    type: "object",
    required: names,
    properties: Object.fromEntries(names.map((name) => [name, name === "id" ? { type: "integer" } : TEXT])),
  });
  const [Sailor, Harbour] = [of("name", "id", "rank"), of("berths", "id")];
  const MaybeSailor = { ...Sailor, type: ["object", "null"] };
  const components = { schemas: { Sailor, Harbour, MaybeSailor } };
  const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
  const union = (keyword: string, ...more: Schema[]): Schema => ({
    [keyword]: [ref("Sailor"), ref("Harbour"), ...more],
  });
  const owned = (owner: Schema): Schema => ({ type: "object", properties: { owner } });
  const within: Record<string, (schema: Schema) => Schema> = {
    property: owned,
    item: list,
    "part of an allOf": (schema) => ({ allOf: [of("id"), owned(schema)] }),
  };
  const hook = (schema: Schema): JsonObject =>
    documentOf(
      {},
      { components, webhooks: { met: (withRequest(schema) as { paths: Record<string, never> }).paths["/things"] } },
    );
  const sent = (schema: Schema): JsonObject => withRequest(schema, { components });
  const answered = (schema: Schema): JsonObject => withResponse(schema, { components });
  const toldOf = async (before: JsonObject, after: JsonObject): Promise<readonly (string | undefined)[]> =>
    (await compare(before, after)).changes
      .filter(({ kind }) => kind !== "version-not-raised")
      .map(({ verdict, edit }) => `${verdict}: ${edit}`);

  test.each(Object.keys(within).flatMap((place) => ["oneOf", "anyOf"].map((keyword) => [place, keyword] as const)))(
    "as a %s (%s), is one break: the alternative that was added",
    async (place, keyword) => {
      const put = within[place] as (schema: Schema) => Schema;
      for (const build of [answered, hook])
        for (const old of [Sailor, MaybeSailor, ref("MaybeSailor")]) {
          const told = await toldOf(build(put(old)), build(put(union(keyword))));
          expect(told[0]).toBe('breaking: alternatives: added "Harbour"');
          expect(told.slice(1)).toEqual(old === Sailor ? [] : ["compatible: may no longer be null"]);
        }
    },
  );

  test("with null among its alternatives, is that one break", async () => {
    const revision = answered(owned(union("oneOf", { type: "null" })));
    expect(await toldOf(answered(owned(MaybeSailor)), revision)).toEqual(['breaking: alternatives: added "Harbour"']);
  });

  test("in which it is looser, breaks there, too", async () => {
    const loose = { ...Sailor, required: ["name", "id"] };
    const told = await toldOf(answered(owned(Sailor)), answered(owned({ oneOf: [loose, Harbour] })));
    expect(told).toEqual([
      'breaking: alternatives: added "object with berths, id"',
      'breaking: "rank" is no longer required',
    ]);
  });

  test("in a request, only breaks who sends null, where that is not among them", async () => {
    expect(await toldOf(sent(owned(Sailor)), sent(owned(union("oneOf"))))).toEqual([
      'compatible: alternatives: added "Harbour"',
    ]);
    expect((await toldOf(sent(owned(MaybeSailor)), sent(owned(union("oneOf")))))[0]).toBe(
      "breaking: may no longer be null",
    );
  });

  test("and back, breaks who sends the other alternative", async () => {
    const told = await toldOf(sent(owned(union("oneOf"))), sent(owned(MaybeSailor)));
    expect(told).toEqual(['breaking: alternatives: removed "Harbour"', "compatible: may now be null"]);
  });
});
