// A body may contain the item in a property, next to data about the request.
import { expect, test } from "vitest";
import { documentOfValue } from "../../src/contract/load.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { wraps } from "../../src/resource/items/envelope.ts";
import { schemaAt } from "../../src/schema/normal/schema-node.ts";
import { documentWith } from "../contract/documents.ts";

const text = { type: "string" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const SHIP = object({ id: text, name: text, flag: text });

test.each<[string, JsonObject, boolean]>([
  ["it says more of the item than what stands around it", object({ ship: object({ name: text }) }), true],
  [
    "what stands around it is not of the item",
    object({ ship: object({ name: text }), reason: text, actor: text, dry: { type: "boolean" } }),
    true,
  ],
  ["as much of the item stands around it", object({ ship: object({ name: text }), flag: text }), true],
  ["more of the item stands around it", object({ ship: object({ name: text }), flag: text, id: text }), false],
  [
    "it says nothing of the item",
    object({ ship: object({ knots: text, draught: text, beam: text }), flag: text, id: text }),
    false,
  ],
  ["it is no object", object({ ship: text }), false],
  ["it is not there", object({ name: text }), false],
])("a property holds the item, or does not: %s", async (_, body, expected) => {
  const schemas = { Body: body, Ship: SHIP };
  const document = await documentOfValue(documentWith({ components: { schemas } }));
  const [sent, item] = ["Body", "Ship"].map((name) => schemaAt(document, `/components/schemas/${name}`, "request"));
  if (sent === undefined) throw new Error("there is a body");
  expect(wraps(sent, { steps: ["ship"], inList: false }, item)).toBe(expected);
});
