// The command with documents of other people, and flags that a newcomer tries first.
import { expect, test } from "vitest";
import { get, run, up, useFolder } from "./running.ts";

useFolder();

test("a capacity alone cuts what nobody asked for to it", async () => {
  const running = run({ capacity: "5" });
  const url = await up(running);
  expect(await (await get(`${url}/pets`)).json()).toHaveLength(5);
  running.stop();
  expect([await running.code, running.err()]).toEqual([0, ""]);
});

test("a seed that was asked for is not cut", async () => {
  const running = run({ capacity: "5", seed: "6" });
  expect(await running.code).toBe(2);
  expect(running.err()).toContain("--seed does not fit: item 6: is one more than the capacity of 5 items");
});
