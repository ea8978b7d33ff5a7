// What things say about others of their own kind.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, object, text } from "./parts.ts";
import { startMock } from "./support.ts";

const UUID = { type: "string", format: "uuid" };
const ID = { ...UUID, readOnly: true };

/** A collection with a list, a creation and items. */
const collection = (name: string, item: JsonObject, sent: JsonObject = object({ note: text })): JsonObject => ({
  [`/${name}`]: {
    get: { responses: answers("200", list(item)) },
    post: { requestBody: body(sent), responses: answers("201", item) },
  },
  [`/${name}/{id}`]: { ...at("id"), get: { responses: answers("200", item) } },
});

async function serve(paths: JsonObject, schemas: JsonObject = {}) {
  const mock = await startMock({
    openapi: "3.1.0",
    info: { title: "Market", version: "1" },
    paths,
    components: { schemas },
  });
  const get = async (path: string): Promise<JsonObject[]> => (await mock.send("GET", path)).value as JsonObject[];
  return { get, [Symbol.asyncDispose]: () => mock.close() };
}

/** Each item with those above it, to the topmost one. */
function ways(items: readonly JsonObject[], name: string): unknown[][] {
  return items.map((item) => {
    const way: unknown[] = [];
    for (let one: JsonObject | undefined = item; one !== undefined && way.length <= items.length;) {
      const above: unknown = one[name];
      way.push(one["id"]);
      if (above === undefined || above === null) return way;
      one = items.find(({ id }) => id === above);
      if (one === undefined) way.push("nothing");
    }
    return [...way, "without end"];
  });
}

test.each([
  ["parentId", UUID, UUID],
  ["parent_id", { type: ["string", "null"], format: "uuid" }, UUID],
  ["parentCategoryId", UUID, UUID],
  ["previous_id", { type: "integer" }, { type: "integer" }],
  ["parentId", { type: ["integer", "null"] }, { type: "integer" }],
])("%s leads to an earlier thing of the same collection: %j", async (name, reference, id) => {
  const category = object({ id: { ...id, readOnly: true }, name: text, [name]: reference }, "id", "name");
  await using mock = await serve(collection("categories", category, object({ name: text, [name]: reference }, "name")));
  const categories = await mock.get("/categories");
  const found = ways(categories, name);
  expect(found.flat().filter((one) => one === "nothing" || one === "without end")).toEqual([]);
  expect(found.filter(({ length }) => length > 1).length).toBeGreaterThan(3);
  expect(found[0]).toHaveLength(1);
});

test("a thing that must name an earlier one names itself where none is", async () => {
  const category = object({ id: ID, parentId: UUID }, "id", "parentId");
  await using mock = await serve(collection("categories", category));
  const categories = await mock.get("/categories");
  expect(categories[0]?.["parentId"]).toBe(categories[0]?.["id"]);
  const [first, ...others] = categories.map(({ id = null, parentId = null }) => ({
    id,
    parentId: id === parentId ? null : parentId,
  }));
  const ends = ways([first ?? {}, ...others], "parentId").map((way) => way.at(-1));
  expect(new Set(ends)).toEqual(new Set([categories[0]?.["id"]]));
});
