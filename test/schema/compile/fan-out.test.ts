// How many schemas judge one value, and how far they are from the innermost schema they lead to.
import { expect, test } from "vitest";
import { documentOfValue } from "../../../src/contract/load.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { FanOut, MOST_JUDGES } from "../../../src/schema/compile/fan-out.ts";
import { heightsFrom } from "../../../src/schema/compile/heights.ts";
import { documentWith } from "../../contract/documents.ts";

const refer = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const text: JsonObject = { type: "string" };

/** Each has the next one twice among its alternatives. */
function doubled(levels: number): JsonObject {
  const names = Array.from({ length: levels }, (_, index) => `L${index}`);
  const of = (index: number): JsonObject =>
    index + 1 < levels ? { anyOf: [refer(`L${index + 1}`), refer(`L${index + 1}`)] } : text;
  return Object.fromEntries(names.map((name, index) => [name, of(index)]));
}

test.each<[string, number, JsonObject]>([
  ["a schema", 1, { L0: text }],
  ["a boolean schema", 1, { L0: true }],
  ["a reference", 1, { L0: refer("A"), A: text }],
  ["a reference with a keyword next to it", 2, { L0: { ...refer("A"), title: "L" }, A: text }],
  ["two references in a row", 1, { L0: refer("A"), A: refer("B"), B: text }],
  ["alternatives", 3, { L0: { oneOf: [text, text] } }],
  ["allOf, anyOf and not", 4, { L0: { allOf: [text], anyOf: [text], not: text } }],
  ["a condition", 3, { L0: { if: text, else: text } }],
  [
    "properties and items do not count",
    1,
    { L0: { properties: { a: text }, items: text, additionalProperties: text } },
  ],
  ["alternatives that are the same schema", 3, { L0: { anyOf: [refer("A"), refer("A")] }, A: text }],
  ["a schema that refers to itself", 1, { L0: { anyOf: [refer("L0")] } }],
  ["two schemas that refer to each other", 2, { L0: { allOf: [refer("A")] }, A: { allOf: [refer("L0")] } }],
  ["three levels that each contain the next one twice", 7, doubled(3)],
  ["ten levels that each contain the next one twice", 1023, doubled(10)],
  ["more than the limit", MOST_JUDGES + 1, doubled(40)],
])("%s: %i schemas judge one value", async (_, judges, schemas) => {
  const document = await documentOfValue(documentWith({ components: { schemas } }));
  const fanOut = new FanOut(document);
  expect(fanOut.at("/components/schemas/L0")).toBe(judges);
  expect(fanOut.at("/components/schemas/L0")).toBe(judges);
});

test.each<[string, Record<string, readonly string[]>, readonly string[], [string, number][]]>([
  ["a single schema", { a: [] }, [], [["a", 1]]],
  [
    "a chain",
    { a: ["b"], b: ["c"], c: [] },
    [],
    [
      ["c", 1],
      ["b", 2],
      ["a", 3],
    ],
  ],
  [
    "two paths; the longer one counts",
    { a: ["b", "c"], b: ["c"], c: [] },
    [],
    [
      ["c", 1],
      ["b", 2],
      ["a", 3],
    ],
  ],
  [
    "a circle",
    { a: ["b"], b: ["a"] },
    [],
    [
      ["b", 1],
      ["a", 2],
    ],
  ],
  [
    "schemas, some of them compiled",
    { a: ["b", "c"], b: ["d"], c: [], d: [] },
    ["b"],
    [
      ["c", 1],
      ["a", 2],
    ],
  ],
])("the heights of %s", (_, inner, compiled, heights) => {
  expect([...heightsFrom("a", (id) => inner[id] ?? [], new Set(compiled))]).toEqual(heights);
});
