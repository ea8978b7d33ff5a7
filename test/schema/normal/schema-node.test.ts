// When two places of a document have the same schema.
import { expect, test } from "vitest";
import { loadContract } from "../../../src/contract/load.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";

const THING = { $ref: "#/components/schemas/Thing" };

const isThing = async (schema: JsonObject): Promise<boolean> => {
  const { document } = await loadContract({
    openapi: "3.0.3",
    info: { title: "Things", version: "1" },
    paths: {},
    components: { schemas: { Thing: { type: "object", properties: { id: { type: "string" } } }, Other: schema } },
  });
  const [own, thing] = ["Other", "Thing"].map((name) => schemaAt(document, `/components/schemas/${name}`, "response"));
  return own !== undefined && thing !== undefined && own.isSameAs(thing);
};

test.each<[string, JsonObject]>([
  ["a reference", THING],
  [
    "a reference among others that apply together, with words and a default",
    { allOf: [THING], description: "One.", default: {} },
  ],
])("%s is the schema that it refers to", async (_, schema) => {
  expect(await isThing(schema)).toBe(true);
});

test.each<[string, JsonObject]>([
  ["a limit", { allOf: [THING], maxProperties: 1 }],
  ["null", { allOf: [THING], nullable: true }],
  ["a marker that hides it", { allOf: [THING], writeOnly: true }],
  ["another schema", { allOf: [THING, { required: ["id"] }] }],
])("%s beside the reference makes another schema", async (_, schema) => {
  expect(await isThing(schema)).toBe(false);
});
