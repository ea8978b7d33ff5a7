// Comparisons in the body of a search mean the same as those in a query: times are instants, and numbers may be texts.
import { expect, test } from "vitest";
import { criteriaIn } from "../../src/mock/lists/criteria.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { comparisonTest } from "../../src/resource/lists/comparing.ts";
import type { Comparison } from "../../src/resource/model.ts";

test.each<[JsonValue, JsonValue, "gt" | "gte" | "lt" | "lte", boolean]>([
  ["2026-11-27T08:30:00Z", "2026-11-27T10:00:00+02:00", "gte", true],
  ["2026-11-27T08:30:00Z", "2026-11-27T10:00:00+02:00", "lt", false],
  ["2026-11-27T08:30:00Z", "2026-11-27", "lte", true],
  ["2026-11-28T08:30:00Z", "2026-11-27", "lte", false],
  [1_795_768_200, "2026-11-27T08:00:00Z", "gt", true],
  ["10", "9", "gt", true],
  [10, "9", "gt", true],
  [3, 5, "lt", true],
])("%s of an item beside %s: %s is %s", (own, wanted, how, isKept) => {
  const searched = { names: new Set(["at"]), identifier: undefined, thing: "line" };
  expect(criteriaIn({ at: { [how]: wanted } }, searched)?.({ at: own })).toBe(isKept);
  const comparison = { path: ["at"], relation: "equal" } as unknown as Comparison;
  expect(comparisonTest(comparison, { [how]: wanted })?.({ at: own })).toBe(isKept);
});

test("other texts are in the order of their letters", () => {
  const searched = { names: new Set(["name"]), identifier: undefined, thing: "line" };
  const isKept = criteriaIn({ name: { gt: "m" } }, searched);
  expect([isKept?.({ name: "n" }), isKept?.({ name: "a" })]).toEqual([true, false]);
});
