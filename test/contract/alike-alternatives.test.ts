// Alternatives of a oneOf as published documents write them: equal ones, and ones that only name a property more.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { contractFrom } from "../http/support.ts";
import { answers, body, list, number, object, text } from "../http/parts.ts";

const SHIP = object({ name: text }, "name");
const TANKER = object({ name: text, tonnes: number }, "name");
const ARMED = object({ name: text, guns: { type: "integer", minimum: 1 } }, "name", "guns");

async function judge(alternatives: readonly JsonObject[], value: JsonValue, more: JsonObject = {}): Promise<boolean> {
  const schema = { ...more, oneOf: alternatives };
  const contract = await contractFrom({
    openapi: "3.0.3",
    info: { title: "Ships", version: "1" },
    paths: { "/ships": { post: { requestBody: body(object({ ship: schema }, "ship")), responses: answers("204") } } },
    components: { schemas: { Fleet: object({ flag: text, parts: list({ $ref: "#/components/schemas/Fleet" }) }) } },
  });
  return contract.operations[0]?.body?.content[0]?.schema?.validate({ ship: value }).length === 0;
}

test.each<[what: string, alternatives: JsonObject[], value: JsonValue]>([
  ["that are equal", [SHIP, { ...SHIP, description: "Another" }], { name: "Argo" }],
  ["of which one names a property more", [SHIP, TANKER], { name: "Argo", tonnes: 3 }],
  ["of which one requires a property more", [SHIP, ARMED], { name: "Argo", guns: 3 }],
  ["of which one is a narrower text", [text, { ...text, format: "uuid" }], "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"],
  ["that lead back to themselves", [{ $ref: "#/components/schemas/Fleet" }, object({ flag: text })], { flag: "x" }],
])("what alternatives allow %s is taken", async (_, alternatives, value) => {
  expect(await judge(alternatives, value)).toBe(true);
  expect(await judge(alternatives, value, { nullable: true })).toBe(true);
});

test.each<[what: string, alternatives: JsonObject[], value: JsonValue]>([
  [
    "with bounds that overlap",
    [
      { ...number, minimum: 3 },
      { ...number, maximum: 5 },
    ],
    4,
  ],
  [
    "that each require something of their own",
    [ARMED, object({ name: text, oars: number }, "oars")],
    { name: "a", guns: 1, oars: 2 },
  ],
  ["that want different things of one property", [object({ a: text }), object({ a: { enum: ["x", 1] } })], { a: "x" }],
])("what alternatives allow %s is refused", async (_, alternatives, value) => {
  expect(await judge(alternatives, value)).toBe(false);
});

test("what none of them allows is refused", async () => {
  expect(await judge([SHIP, TANKER], { name: 3 })).toBe(false);
});
