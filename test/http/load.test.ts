// Many clients at once: every response is valid against the document and belongs to its own request.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "./support.ts";
import { drawn } from "../share.ts";
import { RawClient } from "./raw-client.ts";
import { isObject } from "../../src/json/value.ts";

const CLIENTS = 20;
const ROUNDS = drawn({ each: 6, proof: 25 });

let mock: Mock;
beforeAll(async () => {
  mock = await startMock();
});
afterAll(() => mock.close());

test("twenty clients at once, each with its own items", async () => {
  const play = async (owner: number): Promise<number> => {
    const client = new RawClient(mock);
    let wrong = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const name = `${owner}/${round}`;
      const created = await client.send("POST", "/pets", {
        body: JSON.stringify({ name, categoryId: owner, status: "sold" }),
      });
      const id = isObject(created.value) ? Number(created.value["id"]) : 0;
      const fetched = await client.send("GET", `/pets/${id}`);
      const listed = await client.send("GET", `/pets?status=sold&limit=${(round % 100) + 1}`);
      const refused = await client.send("GET", `/pets?limit=${101 + round}`);
      const statuses = [created.status, fetched.status, listed.status, refused.status].join();
      if (statuses !== "201,200,200,400" || created.text !== fetched.text || !created.text.includes(`"${name}"`))
        wrong++;
    }
    client.close();
    return wrong;
  };
  const wrong = await Promise.all(Array.from({ length: CLIENTS }, (_, owner) => play(owner)));
  expect(wrong).toEqual(wrong.map(() => 0));
  const client = new RawClient(mock);
  expect((await client.send("GET", `/pets/${12 + CLIENTS * ROUNDS}`)).status).toBe(200);
  expect((await client.send("GET", `/pets/${13 + CLIENTS * ROUNDS}`)).status).toBe(404);
  client.close();
});
