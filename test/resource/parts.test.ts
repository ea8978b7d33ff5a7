// An operation that sends a part of its item, rather than the item.
import { expect, test } from "vitest";
import { carries, at, inferFrom, itemOf } from "./documents.ts";
import type { JsonObject } from "../../src/json/value.ts";

const TEXT = { type: "string" };
const NUMBER = { type: "integer" };
const SPEC = itemOf({ size: NUMBER, kind: TEXT });

/** The property of the item that a replacement sets. */
async function partOf(item: JsonObject): Promise<string | undefined> {
  const { resources } = await inferFrom({
    "/things": { get: { responses: { "200": carries({ type: "array", items: item }) } } },
    "/things/{thingId}": at("thingId", {
      get: { responses: { "200": carries(item) } },
      put: { requestBody: carries(SPEC), responses: { "200": carries(item) } },
    }),
  });
  const [resource] = resources;
  const replace = resource?.operations.replace;
  return replace === undefined ? undefined : resource?.shapes.get(replace)?.within;
}

test.each([
  ["only one part has the properties that are sent", { id: NUMBER, spec: SPEC }, "spec"],
  ["the item itself has some of them", { id: NUMBER, kind: TEXT, spec: SPEC }, undefined],
  ["two parts have them", { id: NUMBER, spec: SPEC, wanted: SPEC }, undefined],
  ["a part has some of them", { id: NUMBER, spec: itemOf({ size: NUMBER }) }, undefined],
])("a replacement sets one part of the item, or the whole item, if %s", async (_, properties, part) => {
  expect(await partOf(itemOf(properties))).toBe(part);
});
