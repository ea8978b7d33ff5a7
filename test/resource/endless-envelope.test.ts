// Recursive envelopes: published documents have aggregations that contain aggregations without end.
import { expect, test } from "vitest";
import { OPERATIONS, at, carries, inferFrom, itemOf } from "./documents.ts";
import type { JsonObject } from "../../src/json/value.ts";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const THING = itemOf({ id: { type: "integer", format: "int64" }, name: { type: "string" } });
const LIST: JsonObject = { type: "array", items: THING };

/** The inferred list of a path whose body is the schema `Body`. */
async function stepsOf(schemas: Record<string, JsonObject>): Promise<readonly string[] | undefined> {
  const list = { responses: { "200": carries(ref("Body")) } };
  const item = { ...OPERATIONS.fetch };
  const paths = { "/things": { get: list }, "/things/{thingId}": at("thingId", { get: item }) };
  const { resources } = await inferFrom(paths, { components: { schemas } });
  const [resource] = resources;
  const { list: operation } = resource?.operations ?? {};
  return operation === undefined ? undefined : resource?.shapes.get(operation)?.shown?.steps;
}

test.each([
  ["through one schema", { Body: itemOf({ data: ref("Body") }) }],
  ["through two schemas", { Body: itemOf({ data: ref("Inner") }), Inner: itemOf({ result: ref("Body") }) }],
])("an envelope that contains itself %s, without a list, contains none", async (_, schemas) => {
  expect(await stepsOf(schemas)).toBeUndefined();
});

test("an envelope with a list next to itself contains that list", async () => {
  expect(await stepsOf({ Body: itemOf({ data: ref("Body"), things: LIST }) })).toEqual(["things"]);
});

test("an envelope with a list two levels deep contains that list", async () => {
  expect(await stepsOf({ Body: itemOf({ data: itemOf({ things: LIST }) }) })).toEqual(["data", "things"]);
});
