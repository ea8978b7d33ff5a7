// The command with documents of other people, and flags that a newcomer tries first.
import { expect, test } from "vitest";
import { readServeOptions } from "../../src/commands/serve-options.ts";
import { orders } from "../http/documents.ts";
import { file, get, run, up, useFolder } from "./running.ts";

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

test("no key is spoken of where the document asks for none", async () => {
  const running = run({ spec: file("open.json", JSON.stringify(orders())) });
  await up(running);
  expect(running.out()).not.toMatch(/key/i);
  running.stop();
  await running.code;
});

test("a key that was given to a document without security has no effect, which is said", async () => {
  const running = run({ spec: file("open.json", JSON.stringify(orders())), key: ["s3cret"] });
  await up(running);
  expect(running.out()).toContain("key      the document asks for none; --key has no effect");
  running.stop();
  await running.code;
});

test("that a store starts empty is said, and why", async () => {
  const item = { not: {} };
  const running = run({ spec: file("none.json", JSON.stringify(orders({ item }))) });
  const url = await up(running);
  expect(await (await get(`${url}/orders`)).json()).toEqual([]);
  expect(running.err()).toMatch(/^animal-store serve: orders starts empty: an item cannot be made from the document: /);
  running.stop();
  await running.code;
});

test.each(["http://x", "x.test:8080", "x.test/", "*.test", "a b", "-"])("no host can be called %s", (name) => {
  const wanted = /must be a host name such as dev\.example\.com, without a scheme, a port or a path, not "/;
  expect(() => readServeOptions({ allowedHost: ["ok.test", name] }, {})).toThrow(wanted);
  expect(() => readServeOptions({}, { ANIMAL_STORE_ALLOWED_HOST: name })).toThrow(/^ANIMAL_STORE_ALLOWED_HOST must be/);
});

test.each(["dev.example.com", "DEV", "a_b.test.", "10.0.0.1", "[::1]"])("a host may be called %s", (name) => {
  expect(readServeOptions({ allowedHost: [name] }, {}).allowedHosts).toEqual([name]);
});
