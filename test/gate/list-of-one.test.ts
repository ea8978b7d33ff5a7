// A parameter with a single value becomes a list: what clients send is read as a list of one.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { documentOfValue } from "../../src/contract/load.ts";
import { Judge } from "../../src/gate/exchange/judge.ts";
import { UNLIMITED } from "../../src/schema/work.ts";
import { runComparison } from "../../src/gate/gate.ts";
import { readSurface } from "../../src/gate/surface/read.ts";
import type { WireRequest } from "../../src/gate/exchange/model.ts";
import type { SurfaceOperation, SurfaceParameter } from "../../src/gate/surface/model.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { drawn } from "../share.ts";
import { SETTINGS, compare, documentOf, said, withOperation, withParameters } from "./documents.ts";

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

  test("is only told of the items, if those take less than the single value did", async () => {
    const { changes } = await compare(query({ type: "string" }), query(listOf({ type: "string", format: "uuid" })));
    expect(changes.map(({ verdict, kind, reason = "" }) => `${verdict} ${kind} ${reason}`.trim()).sort()).toEqual([
      "breaking request-format",
      "compatible request-type read-as-list-of-one",
      "policy version-not-raised",
    ]);
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

describe("a list becomes one value", () => {
  const FEW = { type: "string", enum: ["open"] };
  const at: Record<string, (schema: Loose) => JsonObject> = {
    "a query": query,
    "a query, separated by commas": (schema) => query(schema, { explode: false }),
    "a header": (schema) => withParameters({ name: "X-Q", in: "header", schema }),
    "a cookie": (schema) => withParameters({ name: "q", in: "cookie", schema }),
    "a form": (schema) =>
      withOperation({
        requestBody: {
          content: { "application/x-www-form-urlencoded": { schema: { type: "object", properties: { q: schema } } } },
        },
      }),
  };

  describe.each(Object.keys(at))("in %s", (place) => {
    const put = at[place] as (schema: Loose) => JsonObject;

    test.each([
      ["at most one item", listOf(STATUS, { maxItems: 1 }), STATUS],
      ["different items, of which there is only one", listOf(FEW, { uniqueItems: true }), FEW],
      ["at most one number, read as a text", listOf({ type: "integer" }, { maxItems: 1 }), { type: "string" }],
    ])("of %s: nothing breaks", async (_what, list, single) => {
      expect(await said(put(list), put(single))).toEqual([]);
    });

    test.each([
      ["equal items", listOf(FEW), FEW],
      ["items", listOf(STATUS), STATUS],
      ["different items", listOf(STATUS, { uniqueItems: true }), STATUS],
      ["numbers", listOf({ type: "integer" }), { type: "integer" }],
    ])("of several %s: one break, with two of them as witness", async (_what, list, single) => {
      expect(await said(put(list), put(single))).toEqual(["breaking request-type"]);
    });

    test("of at most one item, with fewer values: only the values break", async () => {
      expect(await said(put(listOf(STATUS, { maxItems: 1 })), put(FEW))).toEqual(["breaking request-enum"]);
    });
  });

  test("in a path, where no item is empty", async () => {
    const path = (schema: Loose) =>
      documentOf({
        "/things/{q}": {
          get: { parameters: [{ name: "q", in: "path", required: true, schema }], responses: {} },
        },
      });
    expect(await said(path(listOf(STATUS, { maxItems: 1 })), path(STATUS))).toEqual([]);
    expect(await said(path(listOf(STATUS)), path(STATUS))).toEqual(["breaking request-type"]);
  });

  test("that is any text, which a text with commas is, too: the policy tells that it is read otherwise", async () => {
    const put = at["a query, separated by commas"] as (schema: Loose) => JsonObject;
    expect(await said(put(listOf({ type: "string" })), put({ type: "string" }))).toEqual([
      "policy parameter-type-changed",
    ]);
  });
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
const pairs = fc.tuple(one, fc.option(one, { freq: 1 }), more, fc.boolean());
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

const isEmptyList = (value: JsonValue): boolean => Array.isArray(value) && value.length === 0;

test("changes called compatible are accepted", { timeout: 600_000 }, async () => {
  let tried = 0;
  const judgeOf = async (document: JsonObject) => {
    const read = await documentOfValue(document);
    const [judge, operation] = [new Judge(read, UNLIMITED), readSurface(read)[0] as SurfaceOperation];
    const [parameter] = operation.parameters as readonly [SurfaceParameter];
    const request = { kind: "request", method: "get", path: "/things", pathTexts: [], unplaced: [] } as const;
    const rest = { headers: [], cookies: [], credentials: [] };
    const requestOf = (text: string): WireRequest => ({ ...request, ...rest, query: [["q", text]] });
    return {
      accepts: (text: string) => judge.wholeRequest(operation, requestOf(text)).length === 0,
      // An empty list leaves no trace in a request (RFC 6570 section 2.3): a text that can only mean one is never sent.
      sends: (text: string) =>
        (judge.readings(parameter, requestOf(text), "client") ?? []).some(
          (value) => !isEmptyList(value) && judge.allows(parameter.schema, "client", value),
        ),
    };
  };
  await fc.assert(
    fc.asyncProperty(pairs, manner, async ([before, other, sizes, isGrowing], written) => {
      const list = listOf(other ?? before, sizes);
      const [old, fresh] = isGrowing ? [before, list] : [list, before];
      const [base, revision] = [query(old, written), query(fresh, written)];
      const [read, proposed] = [await documentOfValue(base), await documentOfValue(revision)];
      const { changes } = runComparison(read, proposed, SETTINGS);
      if (
        changes.some(
          ({ verdict, severity }) => verdict !== "compatible" && (severity === "error" || verdict === "unknown"),
        )
      )
        return;
      const [{ sends }, { accepts }] = [await judgeOf(base), await judgeOf(revision)];
      const allowed = TEXTS.filter(sends);
      expect(allowed.filter((text) => !accepts(text))).toEqual([]);
      tried += allowed.length;
    }),
    { numRuns: drawn({ each: 25, proof: 500 }), seed: 20_261_123 },
  );
  expect(tried).toBeGreaterThan(10);
});
