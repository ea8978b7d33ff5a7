// Alternatives with a discriminator: the value generated for each of them.
import { expect, test } from "vitest";
import { seededValue } from "../../../src/realistic/seeded-values.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { documentOfValue } from "../../../src/contract/load.ts";

const alternatives = (kinds: readonly JsonObject[], mapping: JsonObject = {}): JsonObject => ({
  oneOf: kinds.map((_, index) => ({ $ref: `#/components/schemas/Kind${index}` })),
  discriminator: { propertyName: "type", ...mapping },
});

const kind = (type: JsonObject): JsonObject => ({ type: "object", required: ["type"], properties: { type } });

async function made(kinds: readonly JsonObject[], mapping?: JsonObject) {
  const schemas = Object.fromEntries(kinds.map((one, index) => [`Kind${index}`, one]));
  const root: JsonObject = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {},
    components: { schemas: { ...schemas, Any: alternatives(kinds, mapping) } },
  };
  return seededValue(await documentOfValue(root), "/components/schemas/Any");
}

test("without a mapping, the property is the name of the alternative", async () => {
  expect(await made([kind({ type: "string" })])).toEqual({ type: "Kind0" });
});

test("a mapping gives the value of the property", async () => {
  expect(await made([kind({ type: "string" })], { mapping: { first: "#/components/schemas/Kind0" } })).toEqual({
    type: "first",
  });
});

test("an alternative that gives the value of the property itself needs no mapping", async () => {
  expect(await made([kind({ type: "string", enum: ["first"] })])).toEqual({ type: "first" });
  expect(await made([kind({ const: "first" })])).toEqual({ type: "first" });
});
