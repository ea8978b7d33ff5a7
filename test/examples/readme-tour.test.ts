// The answers in README's tour of the mock are what it says to those requests, but for the time of day.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/json/value.ts";
import { startMock } from "../http/support.ts";

const README = readFileSync("README.md", "utf8");
const [body = "", order = ""] = /-d '(\{"customerId.*\})' http.*\n(\{.*\})\n/.exec(README)?.slice(1) ?? [];
const [refusal = ""] = README.match(/^\{"type":"about:blank".*\}$/m) ?? [];

const untimed = (text: string): string => text.replaceAll(/"20\d\d-[\dT:.-]+Z"/g, '"now"');

test("the order of the tour is placed as README shows it, and refused as it shows it", async () => {
  const mock = await startMock(parse(readFileSync("examples/shop/shop.yaml", "utf8")) as JsonObject);
  try {
    const send = async (text: string): Promise<string> =>
      (await mock.send("POST", "/orders", { body: text, key: "demo-key" })).text;
    expect(untimed(await send(body))).toBe(untimed(order));
    expect(await send(body.replace('"quantity":2', '"quantity":0'))).toBe(refusal);
  } finally {
    await mock.close();
  }
});
