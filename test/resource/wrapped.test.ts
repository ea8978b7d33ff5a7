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
  [
    "yes, if it has more of the item's properties than the body around it",
    object({ ship: object({ name: text }) }),
    true,
  ],
  [
    "yes, if the other properties are not the item's",
    object({ ship: object({ name: text }), reason: text, actor: text, dry: { type: "boolean" } }),
    true,
  ],
  ["yes, if the body has as many of the item's properties", object({ ship: object({ name: text }), flag: text }), true],
  [
    "no, if the body has more of the item's properties",
    object({ ship: object({ name: text }), flag: text, id: text }),
    false,
  ],
  [
    "no, if it has none of the item's properties",
    object({ ship: object({ knots: text, draught: text, beam: text }), flag: text, id: text }),
    false,
  ],
  ["no, if it is not an object", object({ ship: text }), false],
  ["no, if it does not exist", object({ name: text }), false],
])("does a property contain the item? %s", async (_, body, expected) => {
  const schemas = { Body: body, Ship: SHIP };
  const document = await documentOfValue(documentWith({ components: { schemas } }));
  const [sent, item] = ["Body", "Ship"].map((name) => schemaAt(document, `/components/schemas/${name}`, "request"));
  if (sent === undefined) throw new Error("there is a body");
  expect(wraps(sent, { steps: ["ship"], inList: false }, item)).toBe(expected);
});
