// Integers at the limits of doubles, int32 and int64: either the same digits come back, or the request is refused.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "../../http/support.ts";
import { orders } from "../../http/documents.ts";

let mock: Mock;
let ordered: Mock;
beforeAll(async () => {
  mock = await startMock();
  ordered = await startMock(orders(), { seeds: { default: { kind: "count", count: 0 } } });
});
afterAll(() => Promise.all([mock.close(), ordered.close()]));

const VALUES: readonly (readonly [digits: string, fits: boolean])[] = [
  ["0", true],
  ["-1", true],
  ["2147483647", true],
  ["2147483648", true],
  ["-2147483649", true],
  ["9007199254740991", true],
  ["9007199254740992", true],
  ["9007199254740993", true],
  ["-9007199254740993", true],
  ["9223372036854775806", true],
  ["9223372036854775807", true],
  ["9223372036854775808", false],
  ["-9223372036854775808", true],
  ["-9223372036854775809", false],
  ["123456789012345678901234567890", false],
];

test.each(VALUES)("%s in a body", async (digits, fits) => {
  const { status, text } = await mock.send("POST", "/pets", { body: `{"name":"n","categoryId":${digits}}` });
  expect(status).toBe(fits ? 201 : 400);
  expect(text).toContain(fits ? `"categoryId":${digits}}` : '"invalid_body"');
  const { id } = JSON.parse(text) as { id?: number };
  expect((await mock.send("GET", `/pets/${id ?? "none"}`)).text === text).toBe(fits);
  expect((await mock.send("GET", "/pets?limit=100")).text.includes(text)).toBe(fits);
});

test.each(VALUES)("%s in a path", async (digits) => {
  const found = Number(digits) > 0 && Number(digits) < 20;
  expect((await mock.send("GET", `/pets/${digits}`)).status).toBe(found ? 200 : 404);
});

test("items can have the largest identifiers, which are then used up", async () => {
  const ids = [9007199254740993n, 9223372036854775806n];
  const items = ids.map((id) => ({ id, name: "n", categoryId: 1 }));
  const big = await startMock(undefined, { seeds: { first: { kind: "items", items } } });
  for (const id of ids) expect((await big.send("GET", `/pets/${id}`)).text).toContain(`"id":${id},`);
  expect((await big.send("GET", "/pets/9007199254740992")).status).toBe(404);
  const body = '{"name":"n","categoryId":1}';
  expect((await big.send("POST", "/pets", { body })).text).toContain('"id":9223372036854775807');
  expect((await big.send("POST", "/pets", { body })).status).toBe(507);
  await big.close();
});

test.each(VALUES)("%s in a query", async (digits) => {
  const value = Number(digits);
  expect((await mock.send("GET", `/pets?limit=${digits}`)).status).toBe(value >= 1 && value <= 100 ? 200 : 400);
  // The filter of the other document has no format, so it accepts every integer and finds exactly the same digits.
  const body = `{"quantity":${digits}}`;
  const created = (await ordered.send("POST", "/orders", { body })).status === 201;
  const { text } = await ordered.send("GET", `/orders?quantity=${digits}&page_size=50`);
  const found = text.match(/"quantity":-?\d+/g) ?? [];
  expect(found).toEqual(created ? [`"quantity":${digits}`] : []);
});
