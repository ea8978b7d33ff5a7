// A schema that refers back to itself for the same value says nothing about it. The gate reports that at once, because
// each call of such a validator fills a whole stack.
import { expect, test } from "vitest";
import { compare, withRequest } from "./documents.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { processorTime } from "../contract/documents.ts";

const A = { $ref: "#/components/schemas/A" };
const B = { $ref: "#/components/schemas/B" };
const TEXT = { type: "string" };
const SHORT = { type: "string", maxLength: 3 };

const ENDLESS: Readonly<Record<string, (text: object) => object>> = {
  "its own part": (text) => ({ A: { allOf: [A], ...text } }),
  "its own alternative": (text) => ({ A: { anyOf: [A, text] } }),
  "its own opposite": (text) => ({ A: { not: A, ...text } }),
  "its own condition": (text) => ({ A: { if: A, else: text } }),
  "an alternative of its alternative": (text) => ({ A: { oneOf: [B, { type: "integer" }] }, B: { anyOf: [A, text] } }),
  "its own dependent schema": (text) => ({
    A: { type: "object", properties: { a: text }, required: ["a"], dependentSchemas: { a: A } },
  }),
};

test.each(Object.keys(ENDLESS))("a schema that is %s gets no verdict, with the reason", async (name) => {
  const [before, after] = [TEXT, SHORT].map((text) =>
    withRequest(A, { components: { schemas: ENDLESS[name]?.(text) } }),
  ) as [JsonObject, JsonObject];
  for (const profile of ["wire", "strict"] as const) {
    const { changes } = await compare(before, after, { profile, budgetMs: 5_000 });
    const unsure = changes.filter(({ verdict }) => verdict === "unknown");
    expect(changes.filter(({ verdict }) => verdict === "breaking")).toEqual([]);
    expect(unsure.length).toBeGreaterThan(0);
    for (const { reason } of unsure) expect(reason).toMatch(/leads back to itself/);
  }
});

test("a recursive schema is compared like any other", async () => {
  const loose = { A: { anyOf: [{ type: "integer" }, { allOf: [{ type: "object" }, { properties: { a: A } }] }] } };
  const strict = { A: { anyOf: [{ type: "integer", maximum: 3 }, ...loose.A.anyOf.slice(1)] } };
  const [before, after] = [loose, strict].map((schemas) => withRequest(A, { components: { schemas } }));
  const { changes } = await compare(before as JsonObject, after as JsonObject, "strict");
  expect(changes.map(({ verdict }) => verdict)).toContain("breaking");
});

test.each(["allOf", "anyOf", "oneOf"])(
  "forty schemas, each with the next one twice in %s, are unknown, with their place",
  async (keyword) => {
    const withMost = (most: number): JsonObject => {
      const next = (index: number): object => ({ $ref: `#/components/schemas/S${index + 1}` });
      const schemas = Array.from({ length: 40 }, (_, index) => [
        `S${index}`,
        { [keyword]: [next(index), next(index)] },
      ]);
      const last = { type: "object", properties: { x: { type: "integer", maximum: most } } };
      const components = { schemas: { ...Object.fromEntries(schemas), S40: last } };
      return withRequest({ $ref: "#/components/schemas/S0" }, { components });
    };
    const started = processorTime();
    const { changes } = await compare(withMost(5), withMost(4));
    expect(changes.map(({ verdict }) => verdict)).toEqual(["unknown"]);
    expect(changes[0]?.reason).toMatch(/more than 10000 schemas judge one value.*\(at \/paths\/~1things/s);
    expect(processorTime() - started).toBeLessThan(5000);
  },
);
