// The values of a filter that are tested one by one: those that the document lists.
import { expect, test } from "vitest";
import { filterValues } from "../../conformance/probes/filter-values.ts";
import { makePlan } from "../../conformance/plan.ts";
import { loadContract } from "../../src/contract/load.ts";
import { inferResources } from "../../src/resource/infer.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { answers, list, number, object, query, text } from "../http/parts.ts";

/** The values of the only filter of a list. */
async function valuesOf(schema: JsonObject, shown: JsonObject): Promise<readonly JsonValue[]> {
  const things = list(object({ id: number, kind: shown }, "id"));
  const get = { parameters: query({ name: "kind", schema }), responses: answers("200", things) };
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: { "/things": { get } },
  });
  const inference = inferResources(contract);
  const plan = makePlan(contract, inference, "2030-01-01");
  const [filter] = inference.resources.flatMap(({ filters }) => filters);
  if (filter === undefined) throw new Error("the list has no filter");
  return filterValues(plan, filter);
}

test.each<[string, JsonObject, JsonObject, JsonValue[]]>([
  ["an enumeration", { enum: ["a", "b"] }, text, ["a", "b"]],
  ["a boolean", { type: "boolean" }, { type: "boolean" }, [true, false]],
  ["a text", text, text, []],
  ["anything", {}, text, []],
  ["a value that no item has", { enum: ["a", "all"] }, { enum: ["a"] }, ["a"]],
])("%s", async (_what, schema, shown, values) => {
  expect(await valuesOf(schema, shown)).toEqual(values);
});
