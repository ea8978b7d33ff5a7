// Integers around every power of two and ten up to the limits of int64, as categoryId: the same digits come back.
import { expect, test } from "vitest";
import { startMock } from "../http/support.ts";
import { RawClient } from "../http/raw-client.ts";

function edges(): readonly bigint[] {
  const values = new Set<bigint>();
  const bases = [
    ...Array.from({ length: 66 }, (_, n) => 2n ** BigInt(n)),
    ...Array.from({ length: 21 }, (_, n) => 10n ** BigInt(n)),
  ];
  for (const base of bases) {
    for (const delta of [-1n, 0n, 1n]) {
      values.add(base + delta);
      values.add(-base + delta);
    }
  }
  return [...values];
}

test("each comes back as it was, or is refused where it is no int64", async () => {
  const mock = await startMock();
  const client = new RawClient(mock);
  const wrong: string[] = [];
  for (const value of edges()) {
    const { status, text } = await client.send("POST", "/pets", { body: `{"name":"n","categoryId":${value}}` });
    const fits = value >= -(2n ** 63n) && value < 2n ** 63n;
    if (status !== (fits ? 201 : 400) || (fits && !text.endsWith(`"categoryId":${value}}`)))
      wrong.push(`${status} ${value}`);
    // Fewer than ten thousand are created, so no item has any other number.
    const asPath = value > 0n && value < 10_000n ? undefined : await client.send("GET", `/pets/${value}`);
    if (asPath !== undefined && asPath.status !== 404) wrong.push(`path ${value}`);
    const asLimit = await client.send("GET", `/pets?limit=${value}`);
    if (asLimit.status !== (value >= 1n && value <= 100n ? 200 : 400)) wrong.push(`limit ${value}`);
  }
  client.close();
  await mock.close();
  expect(wrong).toEqual([]);
});
