// What things say about others of their own kind, and what copies of things inside others show.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { collection, number, object, text } from "./parts.ts";
import { startMock } from "./support.ts";

const UUID = { type: "string", format: "uuid" };
const ID = { ...UUID, readOnly: true };

async function serve(paths: JsonObject, schemas: JsonObject = {}) {
  const mock = await startMock({
    openapi: "3.1.0",
    info: { title: "Market", version: "1" },
    paths,
    components: { schemas },
  });
  const get = async (path: string): Promise<JsonObject[]> => (await mock.send("GET", path)).value as JsonObject[];
  const send = async (method: string, path: string, sent: JsonObject): Promise<unknown> => {
    const headers = { "Content-Type": "application/json" };
    return (await mock.send(method, path, { headers, body: JSON.stringify(sent) })).value;
  };
  return { get, send, [Symbol.asyncDispose]: () => mock.close() };
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

const PRODUCT = object(
  {
    id: ID,
    name: text,
    review_count: { type: "integer", readOnly: true },
    rating: { type: "number", readOnly: true },
  },
  "id",
  "review_count",
  "rating",
);
const REVIEW = object(
  { id: ID, product_id: UUID, product: { $ref: "#/components/schemas/Product" }, rating: number },
  "id",
  "product_id",
  "product",
  "rating",
);

test("a copy inside another thing shows what the thing itself shows", async () => {
  const paths = {
    ...collection("products", { $ref: "#/components/schemas/Product" }, object({ name: text })),
    ...collection("reviews", REVIEW, object({ product_id: UUID, rating: number }, "product_id", "rating")),
  };
  await using mock = await serve(paths, { Product: PRODUCT });
  const differing = async (): Promise<unknown[]> => {
    const products = await mock.get("/products");
    const copies = (await mock.get("/reviews")).map(({ product }) => product as JsonObject);
    return copies.filter((copy) => !products.some((one) => JSON.stringify(one) === JSON.stringify(copy)));
  };
  expect(await differing()).toEqual([]);
  const [product] = await mock.get("/products");
  const made = (await mock.send("POST", "/reviews", { product_id: product?.["id"] ?? "", rating: 1 })) as JsonObject;
  expect(made["product"]).toMatchObject({ id: product?.["id"] });
  expect(await differing()).toEqual([]);
});

test("a copy shows a number that clients decide as they sent it", async () => {
  const product = { ...PRODUCT, properties: { ...(PRODUCT["properties"] as JsonObject), review_count: number } };
  const paths = {
    ...collection("products", { $ref: "#/components/schemas/Product" }, object({ review_count: number })),
    ...collection("reviews", REVIEW, object({ product_id: UUID, rating: number }, "product_id", "rating")),
  };
  await using mock = await serve(paths, { Product: product });
  const made = (await mock.send("POST", "/products", { review_count: 70 })) as JsonObject;
  expect(made["review_count"]).toBe(70);
  const review = (await mock.send("POST", "/reviews", { product_id: made["id"] ?? "", rating: 1 })) as JsonObject;
  expect(review["product"]).toMatchObject({ id: made["id"], review_count: 70 });
  const copies = (await mock.get("/reviews")).map((one) => one["product"] as JsonObject);
  const products = await mock.get("/products");
  const countOf = (id: unknown): unknown => products.find((one) => one["id"] === id)?.["review_count"];
  expect(copies.filter((copy) => copy["review_count"] !== countOf(copy["id"]))).toEqual([]);
});
