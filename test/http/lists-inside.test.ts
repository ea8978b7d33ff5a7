// Paths below a thing that change a list inside it and answer with the whole thing: `POST /cart/items` shows the cart.
import { afterEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, text, textOf } from "./parts.ts";
import { type Mock, startMock } from "./support.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const price = { type: "number" };
const schemas = (cart: JsonObject): JsonObject => ({
  Product: object({ id: text, name: text, price }, "id", "name", "price"),
  Line: object({ id: text, product: ref("Product"), quantity: number, subtotal: price }, "id"),
  Cart: object({ ...cart, items: list(ref("Line")), itemCount: number, total: price }, "items"),
});
const products: JsonObject = { "/products": { get: { responses: answers("200", list(ref("Product"))) } } };
const added = body(object({ productId: text, quantity: number }, "productId", "quantity"));
const changed = body(object({ quantity: number }, "quantity"));

/** The paths of one cart, and of many carts in an envelope. */
const one = (shown: JsonObject): JsonObject => ({
  "/cart": { get: { responses: answers("200", shown) }, delete: { responses: answers("204") } },
  "/cart/items": { post: { requestBody: added, responses: answers("200", shown) } },
  "/cart/items/{itemId}": {
    ...at("itemId"),
    patch: { requestBody: changed, responses: { ...answers("200", shown), ...answers("404") } },
    delete: { responses: { ...answers("200", shown), ...answers("404") } },
  },
});
const many = (shown: JsonObject): JsonObject => ({
  "/carts": { post: { requestBody: body(object({ region: text })), responses: answers("201", shown) } },
  "/carts/{id}": { ...at("id"), get: { responses: answers("200", shown) } },
  "/carts/{id}/line-items": { ...at("id"), post: { requestBody: added, responses: answers("200", shown) } },
  "/carts/{id}/line-items/{lineId}": {
    ...at("id", "lineId"),
    post: { requestBody: changed, responses: { ...answers("200", shown), ...answers("404") } },
    delete: { responses: { ...answers("200", shown), ...answers("404") } },
  },
});

/** A cart: where it is, where its lines are, and how one is changed. */
const CARTS: Readonly<Record<string, readonly [paths: JsonObject, cart: JsonObject, lines: string, method: string]>> = {
  "the only one": [one(ref("Cart")), {}, "items", "PATCH"],
  "the only one, with an identifier": [one(ref("Cart")), { id: text, currency: text }, "items", "PATCH"],
  "one of many, in an envelope": [
    many(object({ cart: ref("Cart") })),
    { id: text, region: text },
    "line-items",
    "POST",
  ],
};

interface Cart {
  readonly items: readonly { readonly id: string; readonly product: JsonObject; readonly quantity: number }[];
}

describe.each(Object.keys(CARTS))("a cart that is %s", (name) => {
  const [paths, cart, lines, method] = CARTS[name] as (typeof CARTS)[string];
  const start = async () => {
    mock = await startMock({
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      paths: { ...products, ...paths },
      components: { schemas: schemas(cart) },
    });
    const send = async (how: string, path: string, value?: JsonObject): Promise<[number, Cart & JsonObject]> => {
      const answer = await (mock as Mock).send(how, path, value && { body: JSON.stringify(value) });
      const whole = answer.value as { cart?: Cart & JsonObject } & Cart & JsonObject;
      return [answer.status, whole?.cart ?? whole];
    };
    const offered = (await mock.send("GET", "/products")).value as JsonObject[];
    const made = Object.hasOwn(paths, "/carts") ? (await send("POST", "/carts", { region: "eu" }))[1]["id"] : undefined;
    const path = made === undefined ? "/cart" : `/carts/${textOf(made)}`;
    return { send, path, products: offered };
  };

  test("starts empty and costs nothing", async () => {
    const { send, path } = await start();
    expect((await send("GET", path))[1]).toMatchObject({ items: [], itemCount: 0, total: 0 });
  });

  test("shows what is put into it, with the product, and what that costs", async () => {
    const {
      send,
      path,
      products: [first, second],
    } = await start();
    const price = Number(first?.["price"]);
    const subtotal = Math.round(price * 200) / 100;
    const line = { product: first, quantity: 2, subtotal };
    const [, shown] = await send("POST", `${path}/${lines}`, { productId: first?.["id"] ?? "", quantity: 2 });
    expect(shown).toMatchObject({ items: [line], itemCount: 1, total: subtotal });
    await send("POST", `${path}/${lines}`, { productId: second?.["id"] ?? "", quantity: 1 });
    const [, after] = await send("GET", path);
    expect(after).toMatchObject({ items: [line, { product: second, quantity: 1 }], itemCount: 2 });
    expect(after.total).toBeCloseTo(subtotal + Number(second?.["price"]), 2);
    expect(new Set(after.items.map(({ id }) => id)).size).toBe(2);
  });

  test("shows a line that was changed, and none that was removed", async () => {
    const {
      send,
      path,
      products: [first],
    } = await start();
    const [
      ,
      {
        items: [line],
      },
    ] = await send("POST", `${path}/${lines}`, { productId: first?.["id"] ?? "", quantity: 2 });
    const at = `${path}/${lines}/${line?.id ?? ""}`;
    expect((await send(method, at, { quantity: 5 }))[1].items).toMatchObject([
      { id: line?.id, product: first, quantity: 5 },
    ]);
    expect((await send("GET", path))[1].items).toMatchObject([{ id: line?.id, quantity: 5 }]);
    expect((await send("DELETE", at))[1].items).toEqual([]);
    expect((await send("GET", path))[1].items).toEqual([]);
    expect((await send("DELETE", at))[0]).toBe(404);
    expect((await send(method, at, { quantity: 5 }))[0]).toBe(404);
  });
});

test("a list whose name is no plural is one, too", async () => {
  const step = object({ id: number, text, checked: { type: "boolean" } });
  const id = [{ name: "taskId", in: "path", required: true, schema: number }];
  const task = ref("Task");
  mock = await startMock({
    openapi: "3.1.0",
    info: { title: "Tasks", version: "1" },
    paths: {
      "/tasks": { post: { requestBody: body(object({ title: text }, "title")), responses: answers("201", task) } },
      "/tasks/{taskId}": { parameters: id, get: { responses: answers("200", task) } },
      "/tasks/{taskId}/checklist": {
        parameters: id,
        post: { requestBody: body(object({ text }, "text")), responses: answers("201", task) },
      },
      "/tasks/{taskId}/checklist/{itemId}": {
        parameters: [...id, { name: "itemId", in: "path", required: true, schema: number }],
        patch: { requestBody: body(object({ checked: { type: "boolean" } })), responses: answers("200", task) },
      },
    },
    components: { schemas: { Task: object({ id: number, title: text, checklist: list(step) }, "id", "title") } },
  });
  const made = (await mock.send("POST", "/tasks", { body: '{"title":"Move house"}' })).value as JsonObject;
  const path = `/tasks/${textOf(made["id"])}`;
  const shown = (await mock.send("POST", `${path}/checklist`, { body: '{"text":"Find boxes"}' })).value as JsonObject;
  expect(shown).toMatchObject({ title: "Move house", checklist: [{ text: "Find boxes", checked: false }] });
  const [{ id: own } = {}] = shown["checklist"] as JsonObject[];
  await mock.send("PATCH", `${path}/checklist/${textOf(own)}`, { body: '{"checked":true}' });
  expect((await mock.send("GET", path)).value).toMatchObject({ checklist: [{ text: "Find boxes", checked: true }] });
});

test("an order takes what is in the cart, which is empty afterwards", async () => {
  const order = object({ id: text, items: list(ref("Line")), total: price, payment: text }, "id");
  mock = await startMock({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: {
      ...products,
      ...one(ref("Cart")),
      "/checkout": { post: { requestBody: body(object({ payment: text })), responses: answers("201", ref("Order")) } },
      "/orders": { get: { responses: answers("200", list(ref("Order"))) } },
      "/orders/{id}": { ...at("id"), get: { responses: answers("200", ref("Order")) } },
    },
    components: { schemas: { ...schemas({}), Order: order } },
  });
  const send = async (method: string, path: string, value?: JsonObject): Promise<JsonObject> =>
    (await (mock as Mock).send(method, path, value && { body: JSON.stringify(value) })).value as JsonObject;
  const [first] = (await send("GET", "/products")) as unknown as JsonObject[];
  const { items: lines } = await send("POST", "/cart/items", { productId: first?.["id"] ?? "", quantity: 3 });
  const made = await send("POST", "/checkout", { payment: "card" });
  const total = Math.round(Number(first?.["price"]) * 300) / 100;
  expect(made).toMatchObject({ items: lines ?? [], total, payment: "card" });
  expect(await send("GET", `/orders/${textOf(made["id"])}`)).toEqual(made);
  expect(await send("GET", "/cart")).toMatchObject({ items: [], total: 0 });
});
