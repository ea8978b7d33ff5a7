// A full store refuses and loses nothing.
import { expect, test } from "vitest";
import { orders } from "../../http/documents.ts";
import { startMock } from "../../http/support.ts";

test("a creation beyond the capacity is 507, and everything else still works", async () => {
  const mock = await startMock(undefined, { capacity: 14 });
  const body = '{"name":"n","categoryId":1}';
  const before = (await mock.send("GET", "/pets?limit=100")).text;
  expect((await mock.send("POST", "/pets", { body })).status).toBe(201);
  expect((await mock.send("POST", "/pets", { body })).status).toBe(201);
  for (let n = 0; n < 5; n++) {
    const { status, text } = await mock.send("POST", "/pets", { body });
    expect(status).toBe(507);
    expect(JSON.parse(text)).toMatchObject({ code: "store_full", message: "the store holds its maximum of 14 items" });
  }
  expect((await mock.send("POST", "/pets", { body: "{}" })).status).toBe(400);
  const after = (await mock.send("GET", "/pets?limit=100")).text;
  expect(after.startsWith(before.slice(0, -1))).toBe(true);
  expect(JSON.parse(after)).toHaveLength(14);
  await mock.close();
});

test("a removal makes room, and refused creations used up no identifier", async () => {
  const mock = await startMock(orders(), { capacity: 12 });
  const body = '{"quantity":1}';
  expect((await mock.send("POST", "/orders", { body })).status).toBe(507);
  expect((await mock.send("DELETE", "/orders/4")).status).toBe(204);
  expect((await mock.send("POST", "/orders", { body })).text).toContain('"id":13');
  expect((await mock.send("POST", "/orders", { body })).status).toBe(507);
  await mock.close();
});

test("a seed that does not fit is refused at the start", async () => {
  const seeds = { default: { kind: "count", count: 12 } } as const;
  await expect(startMock(undefined, { capacity: 11, seeds })).rejects.toThrow("capacity of 11");
});
