// Properties by name pattern: a name may match several patterns on either side, and all of them count.
import { describe, expect, test } from "vitest";
import { withRequest, withResponse, worstOf } from "./documents.ts";

type Schema = Record<string, unknown>;

const TEXT = { type: "string" };
const object = (more: Schema): Schema => ({ type: "object", ...more });
const patterns = (...list: (readonly [pattern: string, schema: unknown])[]): Schema => ({
  patternProperties: Object.fromEntries(list),
});
const closed = { additionalProperties: false };

const STRICTER: readonly (readonly [what: string, loose: Schema, strict: Schema])[] = [
  [
    "another pattern, which some of the names match",
    object({ ...patterns(["^a", {}]), ...closed }),
    object(patterns(["^a.", TEXT])),
  ],
  ["a pattern next to one that is kept", object(patterns(["^a", {}])), object(patterns(["^a", {}], ["^a.", TEXT]))],
  [
    "a property whose name matched a pattern",
    object(patterns(["^a", {}])),
    object({ ...patterns(["^a", {}]), properties: { ab: TEXT } }),
  ],
  [
    "a narrower pattern, and nothing else",
    object({ ...patterns(["^a", {}]), ...closed }),
    object({ ...patterns(["^ab", {}]), ...closed }),
  ],
  [
    "patterns in an allOf with a closed part",
    object({ allOf: [{ ...patterns(["^f", {}]), ...closed }, patterns(["^fo", { minLength: 1 }])] }),
    object(patterns(["^fo", false])),
  ],
  [
    "a required name without a description, in an object that becomes closed",
    object({ properties: { a: {} }, required: ["x"] }),
    object({ properties: { a: {} }, required: ["x"], ...closed }),
  ],
  [
    "a pattern for three names, of which one is new",
    object({ properties: { a: TEXT }, ...patterns(["^b$", TEXT]), additionalProperties: {} }),
    object({ ...patterns(["^[a-c]$", TEXT]), additionalProperties: {} }),
  ],
];

const NO_STRICTER: readonly (readonly [what: string, loose: Schema, strict: Schema])[] = [
  [
    "a pattern that no name shares with the ones before",
    object({ ...patterns(["^a", {}]), ...closed }),
    object(patterns(["^a", {}], ["^b", TEXT])),
  ],
  [
    "a pattern that repeats what applies to some of the names",
    object({ ...patterns(["^a", TEXT]), ...closed }),
    object(patterns(["^a", TEXT], ["^ab", TEXT])),
  ],
  [
    "a property that its pattern already described",
    object({ ...patterns(["^a", TEXT]), ...closed }),
    object({ ...patterns(["^a", TEXT]), properties: { ab: {} } }),
  ],
  ["a narrower pattern, for open objects", object(patterns(["b.*b", TEXT])), object(patterns(["^ba+b$", TEXT]))],
  [
    "a pattern for two names, each of which was a property",
    object({ properties: { email: TEXT, emaik: TEXT } }),
    object(patterns(["^emai(l|k)$", TEXT])),
  ],
  [
    "a pattern for a name that was a property and for others that matched a pattern",
    object({ properties: { a: TEXT }, ...patterns(["^[bc]", TEXT]) }),
    object(patterns(["^[a-c]$", TEXT])),
  ],
];

describe.each(["wire", "strict"] as const)("patterns of property names, in the profile %s", (profile) => {
  test.each(STRICTER)(
    "%s breaks clients that send old values, and clients that receive new ones",
    async (_what, loose, strict) => {
      expect(await worstOf(withRequest(loose), withRequest(strict), profile)).toBe("breaking");
      expect(await worstOf(withResponse(strict), withResponse(loose), profile)).toBe("breaking");
    },
  );

  test.each(NO_STRICTER)("%s is proved compatible", async (_what, loose, strict) => {
    expect(await worstOf(withRequest(loose), withRequest(strict), profile)).not.toMatch(/breaking|unknown/);
    expect(await worstOf(withResponse(strict), withResponse(loose), profile)).not.toMatch(/breaking|unknown/);
  });
});

describe("the comparison of two conditions", () => {
  const when = (condition: Schema): Schema => ({ if: condition, else: { required: ["zz"] } });
  const named = { properties: { a: {}, b: {} } };
  const one = { properties: { a: { const: 1 } } };

  test("includes patterns of property names", async () => {
    const loose = object({ ...named, ...when(one) });
    const strict = object({ ...named, ...when({ ...one, ...patterns(["^b", TEXT]) }) });
    expect(await worstOf(withRequest(loose), withRequest(strict), "wire")).toMatch(/breaking|unknown/);
  });

  test("includes everything that they exclude", async () => {
    const not = (...values: number[]): Schema => ({ allOf: values.map((value) => ({ not: { const: value } })) });
    // As text, because a linter mistakes an object with this key for a promise.
    const then = JSON.parse('{"then":{"type":"string"}}') as Schema;
    const loose = { if: not(1, 2), ...then };
    const strict = { if: not(1), ...then };
    expect(await worstOf(withRequest(loose), withRequest(strict), "strict")).toMatch(/breaking|unknown/);
  });
});
