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
  ["only the part has what is sent", { id: NUMBER, spec: SPEC }, "spec"],
  ["the item has some of it itself", { id: NUMBER, kind: TEXT, spec: SPEC }, undefined],
  ["two parts have it", { id: NUMBER, spec: SPEC, wanted: SPEC }, undefined],
  ["a part has some of it", { id: NUMBER, spec: itemOf({ size: NUMBER }) }, undefined],
])("where %s", async (_, properties, part) => {
  expect(await partOf(itemOf(properties))).toBe(part);
});
