// Which identifiers in a body may be those of an item that a lenient store would replace, and which only refer to one.
import { expect, test } from "vitest";
import { identitiesIn, identityNames } from "../../../conformance/items/bodies/identities.ts";
import { documentOfValue } from "../../../src/contract/load.ts";
import type { JsonValue } from "../../../src/json/value.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";

const text = { type: "string" };
const object = (properties: object): object => ({ type: "object", properties });
const NOTE = object({
  title: text,
  author: object({ id: text, name: text }),
  tags: { type: "array", items: object({ id: text }) },
  book: object({ data: object({ type: { const: "books" }, id: text }) }),
});

async function found(body: JsonValue): Promise<JsonValue[]> {
  const document = await documentOfValue({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {},
    components: { schemas: { Note: NOTE } },
  } as never);
  return identitiesIn(body, identityNames(undefined), schemaAt(document, "/components/schemas/Note", "request"));
}

test("an object that has nothing but an identifier refers to an item where the document describes one", async () => {
  expect(await found({ author: { id: "a" }, tags: [{ id: "b" }] })).toEqual([]);
  expect(await found({ book: { data: { type: "books", id: "c" } } })).toEqual([]);
});

test("with more in it, it may be stored, and counts", async () => {
  expect(await found({ author: { id: "a", name: "Ada" } })).toEqual(["a"]);
});

test("where the document describes no object, a store may take it for the item", async () => {
  expect(await found({ title: { id: "a" } })).toEqual(["a"]);
  expect(await found({ other: { id: "a" } })).toEqual(["a"]);
  expect(await found([{ id: "a" }])).toEqual(["a"]);
  expect(await found({ id: "a" })).toEqual(["a"]);
});
