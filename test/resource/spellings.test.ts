// One reader of names: digits belong to a name, and there is one singular of a word.
import { expect, it } from "vitest";
import { at, carries, inferFrom, itemOf } from "./documents.ts";

const text = { type: "string" };
const integer = { type: "integer" };

it.each([
  ["statuses", "status_id"],
  ["addresses", "address_id"],
  ["boxes", "box_id"],
])("items of /%s are named by %s", async (collection, name) => {
  const response = { "200": carries(itemOf({ [name]: text, label: text })) };
  const { resources } = await inferFrom({
    [`/${collection}/{token}`]: at("token", { get: { responses: response } }, text),
  });
  expect(resources[0]?.identifier.property).toBe(name);
});

it("a property with a number is not the one without", async () => {
  const schema = itemOf({ message2: text, message: text });
  const { error } = await inferFrom({ "/a": { get: { responses: { default: carries(schema) } } } });
  expect(error?.message?.property).toBe("message");
});

it("a parameter with a number is not the one without", async () => {
  const list = { type: "array", items: itemOf({ id: integer }) };
  const parameters = ["limit2", "limit"].map((name) => ({ name, in: "query", schema: integer }));
  const { resources } = await inferFrom({ "/lines": { get: { parameters, responses: { "200": carries(list) } } } });
  expect(resources[0]?.pageSize?.parameter.name).toBe("limit");
});
