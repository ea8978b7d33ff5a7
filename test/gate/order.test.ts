// The verdict does not depend on the order in which a document names alternatives, parameters, paths or components.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change } from "../../src/gate/model.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { drawn, shareOf } from "../share.ts";
import { compare, documentOf, withRequest, withResponse } from "./documents.ts";

const kind = (name: string, more: JsonObject = {}): JsonObject => ({
  type: "object",
  required: ["type"],
  properties: { type: { const: name }, ...more },
});
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `T${index}`);

describe.each(["oneOf", "anyOf"])("one of many alternatives of a %s", (keyword) => {
  const components = { schemas: Object.fromEntries([...names(80), "NEW"].map((name) => [name, kind(name)])) };
  const refs = (all: readonly string[]) => ({
    [keyword]: all.map((name) => ({ $ref: `#/components/schemas/${name}` })),
  });
  const inline = (all: readonly string[]) => ({ [keyword]: all.map((name) => kind(name)) });
  const verdicts = async (before: JsonObject, after: JsonObject): Promise<string[]> =>
    (await compare(before, after)).changes.filter(({ verdict }) => verdict !== "policy").map(({ verdict }) => verdict);

  test.each(shareOf([1, 11, 12, 13, 40, 80], 3))(
    "is a break where a response gains it beside %i, wherever it stands",
    async (count) => {
      const old = names(count);
      for (const all of [
        [...old, "NEW"],
        ["NEW", ...old],
        [...old.toReversed(), "NEW"],
        old.toSpliced(count / 2, 0, "NEW"),
      ])
        for (const of of [refs, inline]) {
          const [before, after] = [withResponse(of(old), { components }), withResponse(of(all), { components })];
          expect(await verdicts(before, after)).toEqual(["breaking"]);
          expect(await verdicts(withRequest(of(all), { components }), withRequest(of(old), { components }))).toEqual([
            "breaking",
          ]);
          expect(await verdicts(after, before)).toEqual(["compatible"]);
        }
    },
  );

  test("is nothing if only their order changed", async () => {
    for (const of of [refs, inline])
      expect(
        (
          await compare(
            withResponse(of(names(60)), { components }),
            withResponse(of(names(60).toReversed()), { components }),
          )
        ).changes,
      ).toEqual([]);
  });

  test("is compared inside, wherever it stands", async () => {
    const of = (most: number) => (all: readonly string[]) => ({
      [keyword]: all.map((name) => kind(name, name === "T7" ? { size: { type: "integer", maximum: most } } : {})),
    });
    for (const order of [names(30), names(30).toReversed()]) {
      const { changes } = await compare(withRequest(of(9)(names(30))), withRequest(of(5)(order)));
      expect(changes.map((change) => [change.kind, change.verdict])).toEqual([
        ["request-maximum", "breaking"],
        ["version-not-raised", "policy"],
      ]);
    }
  });
});

/** What a report says of the changes, apart from their places. */
const told = (changes: readonly Change[]): string[] =>
  changes
    .map(({ kind: name, verdict, severity, operations }) => JSON.stringify([name, verdict, severity, operations]))
    .toSorted();

const SHUFFLED = new Set(["oneOf", "anyOf", "parameters", "required", "enum"]);

/** A document in another order, by a list of numbers that are used up in turn. */
function shuffled(value: JsonValue, turns: readonly number[], key = "", turn = { at: 0 }): JsonValue {
  const order = <T>(list: readonly T[]): T[] =>
    list
      .map((one) => [turns[turn.at++ % turns.length] ?? 0, one] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, one]) => one);
  if (Array.isArray(value)) {
    const inner = value.map((item: JsonValue) => shuffled(item, turns, "", turn));
    return SHUFFLED.has(key) ? order(inner) : inner;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    order(Object.entries(value)).map(([name, item]) => [name, shuffled(item, turns, name, turn)]),
  );
}

test("the order of the properties of an alternative does not matter, either", async () => {
  const sized = (properties: JsonObject): JsonObject => ({ type: "object", required: ["type"], properties });
  const short = { type: "string", maxLength: 4 };
  const other = sized({ type: { const: "k0" }, size: { type: "integer" } });
  const [first, last] = [
    { type: { const: "k3" }, size: short },
    { size: short, type: { const: "k3" } },
  ];
  const base = withResponse({ oneOf: [sized(first)] });
  for (const union of [
    [sized(first), other],
    [other, sized(last)],
  ]) {
    const { changes } = await compare(base, withResponse({ oneOf: union }));
    expect(changes.map(({ verdict, kind: name }) => `${verdict} ${name}`)).toEqual([
      "breaking response-oneOf",
      "policy version-not-raised",
    ]);
  }
});

const text = fc.record(
  { type: fc.constant("string"), maxLength: fc.integer({ min: 1, max: 9 }) },
  { requiredKeys: ["type"] },
);
const number = fc.record({ type: fc.constant("integer"), maximum: fc.integer({ min: 1, max: 9 }) });
const tagged = fc
  .tuple(fc.integer({ min: 0, max: 30 }), fc.oneof(text, number))
  .map(([tag, size]) => kind(`k${tag}`, { size }));
const union = fc.uniqueArray(tagged, {
  minLength: 1,
  maxLength: 18,
  selector: ({ properties }) => JSON.stringify(properties),
});
const parameters = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom("a", "b", "c", "d"),
    in: fc.constant("query"),
    required: fc.boolean(),
    schema: fc.oneof(text, number),
  }),
  { selector: ({ name }) => name },
);
const documents = fc
  .record({ union, parameters, other: union, keyword: fc.constantFrom("oneOf", "anyOf") })
  .map(({ union: own, parameters: query, other, keyword }) => {
    const json = (schema: object) => ({ content: { "application/json": { schema } } });
    const responses = { "200": { description: "OK", ...json({ [keyword]: own }) } };
    const body = { required: true, ...json({ type: "array", items: { [keyword]: other } }) };
    return documentOf({
      "/a": { get: { parameters: query, responses } },
      "/b": { post: { requestBody: body, responses } },
    });
  });

test("a shuffled document has the same changes", { timeout: 600_000 }, async () => {
  const turns = fc.array(fc.nat(1_000), { minLength: 7, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(documents, documents, turns, turns, async (one, other, first, second) => {
      const plain = await compare(one, other);
      const moved = await compare(shuffled(one, first) as JsonObject, shuffled(other, second) as JsonObject);
      expect(told(moved.changes)).toEqual(told(plain.changes));
    }),
    { numRuns: drawn({ each: 10, proof: 200 }), seed: 20_261_125 },
  );
});
