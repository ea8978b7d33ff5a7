// A store whose items use all of their memory: further ones are refused, and nothing is lost.
import { describe, expect, test } from "vitest";
import { orders } from "../../http/documents.ts";
import { startMock } from "../../http/support.ts";

describe("a budget of bytes", () => {
  const body = (note: string): string => JSON.stringify({ quantity: 1, note });
  const seeds = { default: { kind: "count", count: 0 } } as const;

  test("a creation beyond it is 507, a removal makes room, and no identifier is used up", async () => {
    const mock = await startMock(orders(), { seeds, capacityBytes: 40_000 });
    const created: number[] = [];
    for (let n = 0; n < 3; n++)
      created.push((await mock.send("POST", "/orders", { body: body("x".repeat(9000)) })).status);
    expect(created).toEqual([201, 201, 201]);
    const refused = await mock.send("POST", "/orders", { body: body("x".repeat(9000)) });
    expect(refused.status).toBe(507);
    expect(JSON.parse(refused.text)).toMatchObject({
      code: "store_full",
      message: "the store has no room left in the 40000 bytes that its items may take up",
    });
    expect((await mock.send("POST", "/orders", { body: body("small") })).status).toBe(201);
    expect((await mock.send("DELETE", "/orders/2")).status).toBe(204);
    expect((await mock.send("POST", "/orders", { body: body("y".repeat(9000)) })).text).toContain('"id":5');
    await mock.close();
  });

  test("a change that needs more is 507 and leaves the item as it was; one that needs less is not", async () => {
    const mock = await startMock(orders(), { seeds, capacityBytes: 40_000 });
    for (let n = 0; n < 3; n++) await mock.send("POST", "/orders", { body: body("x".repeat(9000)) });
    const before = (await mock.send("GET", "/orders/1")).text;
    expect((await mock.send("PUT", "/orders/1", { body: body("x".repeat(30_000)) })).status).toBe(507);
    expect((await mock.send("GET", "/orders/1")).text).toBe(before);
    expect((await mock.send("PUT", "/orders/1", { body: body("x".repeat(10)) })).status).toBe(200);
    expect((await mock.send("PUT", "/orders/2", { body: body("x".repeat(15_000)) })).status).toBe(200);
    await mock.close();
  });

  test("wide characters count twice", async () => {
    const mock = await startMock(orders(), { seeds, capacityBytes: 40_000 });
    const statuses: number[] = [];
    for (let n = 0; n < 3; n++)
      statuses.push((await mock.send("POST", "/orders", { body: body("ł".repeat(9000)) })).status);
    expect(statuses).toEqual([201, 507, 507]);
    await mock.close();
  });

  test("after a reset, there is as much room as at the start", async () => {
    const mock = await startMock(orders(), { capacityBytes: 60_000 });
    const fill = async (): Promise<number> => {
      let count = 0;
      while ((await mock.send("POST", "/orders", { body: body("x".repeat(5000)) })).status === 201) count++;
      return count;
    };
    const first = await fill();
    for (let round = 0; round < 5; round++) {
      mock.reset();
      expect(await fill()).toBe(first);
    }
    expect(first).toBeGreaterThan(3);
    await mock.close();
  });

  test("a seed that needs more is refused at the start, with the place of the item", async () => {
    const items = [1, 2, 3].map((id) => ({ id, name: "n".repeat(50), categoryId: 1 }));
    const options = { capacityBytes: 8192 + 2 * 64 + 2 * 100, seeds: { first: { kind: "items", items } } } as const;
    await expect(startMock(undefined, options)).rejects.toThrow(/does not fit into the 8520 bytes/);
  });
});
