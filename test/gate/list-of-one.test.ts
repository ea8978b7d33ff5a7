// A parameter with a single value becomes a list: what clients send is read as a list of one.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documentOfValue } from "../../src/contract/load.ts";
import { Judge } from "../../src/gate/exchange/judge.ts";
import { runComparison } from "../../src/gate/gate.ts";
import { readSurface } from "../../src/gate/surface/read.ts";
import type { SurfaceOperation } from "../../src/gate/surface/model.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { drawn } from "../share.ts";
import { SETTINGS, compare, said, withOperation, withParameters } from "./documents.ts";

type Loose = Record<string, unknown>;

const STATUS = { type: "string", enum: ["open", "done"] };
const listOf = (items: Loose, more: Loose = {}) => ({ type: "array", items, ...more });
const query = (schema: Loose, more: Loose = {}) => withParameters({ name: "q", in: "query", schema, ...more });

describe("one value becomes a list", () => {
  test.each([
    ["an enum", STATUS, listOf(STATUS), {}],
    ["an integer", { type: "integer" }, listOf({ type: "integer" }), {}],
    ["a string", { type: "string" }, listOf({ type: "string" }), {}],
    ["a boolean or null", { type: ["boolean", "null"] }, listOf({ type: "boolean" }), {}],
    [
      "an integer, in a list of unique items",
      { type: "integer" },
      listOf({ type: "integer" }, { uniqueItems: true }),
      {},
    ],
    ["an integer, in a comma-separated list", { type: "integer" }, listOf({ type: "integer" }), { explode: false }],
    ["an enum, in a comma-separated list", STATUS, listOf(STATUS), { explode: false }],
  ])("%s: compatible, and reported as one change", async (_what, one, list, more) => {
    const { changes } = await compare(query(one, more), query(list, more));
    const told = changes.map(({ verdict, kind, reason }) => `${verdict} ${kind} ${reason}`);
    expect(told.filter((line) => !line.startsWith("policy"))).toEqual(["compatible request-type read-as-list-of-one"]);
  });

  test("is compatible in a form, too", async () => {
    const form = (schema: Loose) =>
      withOperation({
        requestBody: {
          content: { "application/x-www-form-urlencoded": { schema: { type: "object", properties: { q: schema } } } },
        },
      });
    expect(await said(form(STATUS), form(listOf(STATUS)))).toEqual([]);
  });

  test.each([
    ["a value that is no longer listed", STATUS, listOf({ type: "string", enum: ["open"] }), "request-enum"],
    ["a string where numbers are required", { type: "string" }, listOf({ type: "integer" }), "request-type"],
    ["a smaller limit", { type: "integer" }, listOf({ type: "integer", maximum: 9 }), "request-maximum"],
    ["a list of at least two", STATUS, listOf(STATUS, { minItems: 2 }), "request-type"],
  ])("%s breaks", async (_what, one, list, kind) => {
    expect(await said(query(one), query(list))).toContain(`breaking ${kind}`);
  });

  test("an integer may become a list of strings", async () => {
    expect(await said(query({ type: "integer" }), query(listOf({ type: "string" })))).toEqual([]);
  });

  test("an empty string is a list of one empty string", async () => {
    expect(await said(query({ type: "string" }), query(listOf({ type: "string" }, { minItems: 1 })))).toEqual([]);
    const filled = listOf({ type: "string", minLength: 1 });
    expect(await said(query({ type: "string" }), query(filled))).toContain("breaking request-minLength");
  });

  test("in JSON, a list is different from its only item", async () => {
    const body = (schema: Loose) => withOperation({ requestBody: { content: { "application/json": { schema } } } });
    expect(await said(body(STATUS), body(listOf(STATUS)))).toContain("breaking request-type");
  });
});

test("a list that becomes a single value breaks clients that send two values, and is only reported once", async () => {
  expect(await said(query(listOf(STATUS)), query(STATUS))).toEqual([
    "breaking request-type",
    "policy parameter-type-changed",
  ]);
});

const one: fc.Arbitrary<Loose> = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom("string", ["string", "integer"], ["string", "null"]),
      minLength: fc.nat(2),
      maxLength: fc.integer({ min: 2, max: 5 }),
      pattern: fc.constantFrom("^[a-c,]*$", "^[a-c]*$", "^a"),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record({
    type: fc.constant("string"),
    enum: fc.uniqueArray(fc.constantFrom("", "a", "b", "a,b", "a|b", "1"), { minLength: 1 }),
  }),
  fc.record(
    { type: fc.constantFrom("integer", "number", "boolean", ["integer", "null"]), maximum: fc.nat(9) },
    { requiredKeys: ["type"] },
  ),
);
const more = fc.record(
  { minItems: fc.nat(2), maxItems: fc.integer({ min: 1, max: 2 }), uniqueItems: fc.boolean() },
  {
    requiredKeys: [],
  },
);
const manner = fc.record({
  style: fc.constantFrom("form", "spaceDelimited", "pipeDelimited"),
  explode: fc.boolean(),
});
const TEXTS = [
  "",
  "a",
  "b",
  "c",
  "ab",
  "a,b",
  "a,a",
  ",",
  "a,",
  "a|b",
  "a%20b",
  "1",
  "9",
  "10",
  "1.5",
  "-1",
  "1,2",
  "true",
];

test("changes called compatible are accepted", { timeout: 600_000 }, async () => {
  let tried = 0;
  const judgeOf = async (document: JsonObject): Promise<(text: string) => boolean> => {
    const read = await documentOfValue(document);
    const [judge, operation] = [new Judge(read), readSurface(read)[0] as SurfaceOperation];
    const request = { kind: "request", method: "get", path: "/things", pathTexts: [], unplaced: [] } as const;
    return (text) =>
      judge.wholeRequest(operation, { ...request, query: [["q", text]], headers: [], cookies: [], credentials: [] })
        .length === 0;
  };
  await fc.assert(
    fc.asyncProperty(one, fc.option(one, { freq: 1 }), more, manner, async (before, other, sizes, written) => {
      const after = listOf(other ?? before, sizes);
      const [base, revision] = [query(before, written), query(after, written)];
      const [read, proposed] = [await documentOfValue(base), await documentOfValue(revision)];
      const { changes } = runComparison(read, proposed, SETTINGS);
      if (changes.some(({ verdict }) => verdict === "breaking" || verdict === "unknown")) return;
      const [accepts, mustAccept] = [await judgeOf(base), await judgeOf(revision)];
      const allowed = TEXTS.filter(accepts);
      expect(allowed.filter((text) => !mustAccept(text))).toEqual([]);
      tried += allowed.length;
    }),
    { numRuns: drawn({ each: 25, proof: 500 }), seed: 20_261_123 },
  );
  expect(tried).toBeGreaterThan(10);
});
