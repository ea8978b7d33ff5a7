// Whatever the budget, there is a report: changes it did not cover are unknown, and the run completes.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { drawn } from "../share.ts";
import { compare, documentOf, measured, withRequest } from "./documents.ts";

type Loose = Record<string, unknown>;

const TEXT = { type: "string" };

/** Strings and lists with limits too large for any generated value, so they are proved by rule. */
const limited = (more: Loose): JsonObject =>
  withRequest({
    type: "object",
    properties: {
      names: { type: "array", items: TEXT, ...more },
      deep: { type: "object", properties: { list: { type: "array", items: { ...TEXT, ...more }, ...more } } },
    },
  });

test("no budget, however small or nearly sufficient, ends a run without a report", async () => {
  const [base, revision] = [limited({}), limited({ maxItems: 500_000, maxLength: 500_000_000 })];
  const { changes: all, spent: needed } = await measured(base, revision);
  expect(all.filter(({ verdict }) => verdict === "breaking").length).toBeGreaterThan(2);
  for (let part = 0; part <= 1; part += 1 / drawn({ each: 12, proof: 24 })) {
    const { changes } = await measured(base, revision, needed * part);
    const unexplained = changes.filter(({ verdict, reason }) => verdict === "unknown" && !reason);
    expect(unexplained).toEqual([]);
  }
});

test("a place with many differences in large values does not use up the budget of other places", async () => {
  const names = Array.from({ length: 60 }, (_, at) => `p${at}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string", minLength: 3 }]));
  const promising = (required: readonly string[]): JsonObject => {
    const item = (at: number): Loose => ({
      type: "object",
      properties: { ...properties, [`own${at}`]: TEXT },
      required,
    });
    const responses = (at: number): Loose => ({
      "200": { description: "OK", content: { "application/json": { schema: item(at) } } },
    });
    return documentOf(
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`/items${at}`, { get: { responses: responses(at) } }])),
    );
  };
  const { changes } = await compare(promising(names), promising(names.slice(8)), { budgetMs: 1000 });
  const shown = changes.filter(({ verdict }) => verdict === "breaking").flatMap(({ operations }) => operations);
  expect(new Set(shown).size).toBe(20);
});

test("a comparison costs the same, whatever was compared before", async () => {
  const free = (most: number): JsonObject =>
    withRequest({
      type: "object",
      required: ["a", "b"],
      properties: { a: {}, b: { type: "string", maxLength: most } },
    });
  const [first, second] = [await measured(free(9), free(3)), await measured(free(9), free(3))];
  expect(second.spent).toBe(first.spent);
});
