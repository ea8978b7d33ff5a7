// Refusals are proper sentences, whatever part of a value they are about.
import { afterEach, expect, test } from "vitest";
import { changed, orders } from "./documents.ts";
import { type Mock, startMock } from "./support.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

test("a parameter with one invalid part", async () => {
  const ids = { name: "ids", in: "query", schema: { type: "array", items: { type: "integer", maximum: 5 } } };
  mock = await startMock(changed(orders(), ["paths", "/orders", "get", "parameters"], [ids]));
  const { value } = await mock.send("GET", "/orders?ids=1&ids=9");
  expect(value).toMatchObject({ message: "ids has at /1 a value that must be 5 or less" });
});

test("a valid body creates an item, without properties that the item does not allow", async () => {
  mock = await startMock(changed(orders(), ["components", "schemas", "Order", "properties", "quantity", "maximum"], 5));
  const { status, value } = await mock.send("POST", "/orders", { body: '{"quantity":9}' });
  expect(status).toBe(201);
  expect((value as { quantity: number }).quantity).toBeLessThanOrEqual(5);
});
