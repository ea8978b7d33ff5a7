// The back office of examples/shop in the console: forms that begin with something that works.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/json/value.ts";
import { type Shown, complaintsOf, launch, serveWithConsole } from "./browser.ts";

const SHOP = parse(readFileSync("examples/shop/shop.yaml", "utf8")) as JsonObject;

let browser: Browser;
let mock: Shown;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await launch();
  mock = await serveWithConsole(SHOP);
});
afterAll(async () => {
  await browser.close();
  await mock.close();
});
beforeEach(async () => {
  page = await browser.newPage();
  complaints = complaintsOf(page);
});
afterEach(async () => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test does, no page may complain of itself
  expect(complaints).toEqual([]);
  await page.close();
});

it.each(["POST /orders", "GET /orders/{orderId}", "PATCH /orders/{orderId}"])(
  "%s works as the form begins",
  async (name) => {
    await page.goto(`${mock.origin}/_/docs#/${encodeURIComponent(name)}`);
    const send = page.getByRole("button", { name: /^Send/ });
    await send.waitFor();
    // What the store has fills the form a moment later.
    const filled = name.startsWith("GET") ? page.getByLabel("orderId") : page.getByLabel("Body");
    await expect.poll(() => filled.inputValue()).toMatch(/-[0-9a-f]{4}-|sku|status|note/);
    await page.getByLabel("API key").fill("demo-key");
    await send.click();
    await page.getByText(/^20[01] in /).waitFor();
  },
);

it("a list in a description is opened to see what its entries are", async () => {
  await page.goto(`${mock.origin}/_/docs#/${encodeURIComponent("POST /orders")}`);
  await page.getByText("Entries").first().click();
  await page.getByText("sku", { exact: true }).first().waitFor();
});

it("a part of an item has fields of its own, and what is wrong in it is told there", async () => {
  await page.goto(`${mock.origin}/_/#/items/customers`);
  await page.getByRole("button", { name: /^Add/ }).click();
  await page.getByLabel("name", { exact: false }).first().fill("Nora Berg");
  await page.getByLabel("email").fill("nora@example.com");
  const address = page.getByRole("group", { name: "address" });
  await address.getByLabel("city").fill("Ghent");
  await address.getByLabel("country").fill("Belgium");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect.poll(() => address.getByLabel("country").getAttribute("aria-invalid")).toBe("true");
  await address.getByLabel("country").fill("BE");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.locator(".row", { hasText: "Nora Berg" }).waitFor();
  await expect.poll(() => page.locator(".row", { hasText: "Nora Berg" }).innerText()).toContain("standard");
});

it("a login shows what its token says, and requests of verify stand apart from those of the application", async () => {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ email: "nora@example.com", password: "correct horse battery" });
  await fetch(`${mock.url}/auth/login`, { method: "POST", headers, body });
  await fetch(`${mock.url}/customers?limit=7`, { headers: { "User-Agent": "animal-store-verify" } });
  await page.goto(`${mock.origin}/_/#/requests`);
  await page.locator(".row", { hasText: "/auth/login" }).waitFor();
  expect(await page.locator(".row", { hasText: "limit=7" }).count()).toBe(0);
  await page.getByLabel("Sender").selectOption("run");
  await page.locator(".row", { hasText: "limit=7" }).waitFor();
  await page.getByLabel("Sender").selectOption("");
  await page.locator(".row", { hasText: "/auth/login" }).click();
  await page.getByText("The token in the answer says").waitFor();
  await page.getByText('"email": "nora@example.com"').first().waitFor();
});
