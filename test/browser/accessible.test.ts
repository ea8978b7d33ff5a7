// The console is for everybody: WCAG 2.2 AA as axe judges it, with the keyboard alone, from a phone to a wall.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Shown, asApp, launch, serveWithConsole } from "./browser.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
let mock: Shown;

beforeAll(async () => {
  browser = await launch();
  mock = await serveWithConsole();
  await asApp(mock, "/pets");
  await asApp(mock, "/pets?limit=0");
  await asApp(mock, "/pets/1", { headers: { "X-Mock-Session": "anna" } });
  await fetch(`${mock.origin}/_/api/v1/situations`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"on":"POST /pets","status":503}',
  });
});
afterAll(async () => {
  await browser.close();
  await mock.close();
});

const VIEWS = [
  "",
  "#/requests",
  "#/requests/2",
  "#/items",
  "#/situations",
  "#/sessions",
  "docs",
  "docs#/POST%20%2Fpets",
];

interface Axe {
  readonly axe: { run(options: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
}

async function violationsOf(page: Page): Promise<string[]> {
  // The policy of the page keeps scripts out; what a debugger evaluates is none of the page's.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const options = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] };
    const { violations } = await (window as unknown as Axe).axe.run(options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`);
  });
}

async function opened(path: string, options: object): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto(`${mock.origin}/_/${path}`);
  await page.locator(".view").waitFor();
  return page;
}

describe.for(["light", "dark"] as const)("in the %s theme", (colorScheme) => {
  it.for(VIEWS)("axe finds nothing at /_/%s", async (path) => {
    const page = await opened(path, { colorScheme });
    expect(await violationsOf(page)).toEqual([]);
    await page.close();
  });

  it("axe finds nothing in the form of an item with a refusal", async () => {
    const page = await opened("#/items", { colorScheme });
    await page.getByRole("button", { name: /^Add/ }).click();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.locator("[aria-invalid], .fields > .fault:not(:empty)").first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.close();
  });
});

it.for([390, 768, 1440, 2560])("nothing lies beside a window of %i pixels", async (width) => {
  for (const path of VIEWS) {
    const page = await opened(path, { viewport: { width, height: 900 } });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([path, beyond]).toEqual([path, 0]);
    await page.close();
  }
});

it("a request is found, opened and left with the keyboard alone", async () => {
  const page = await opened("#/requests", {});
  await page.locator(".space .row").first().waitFor();
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute("role") ?? "");
  for (let presses = 0; presses < 30 && (await focused()) !== "row"; presses++) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByText("Why this answer").waitFor();
  await page.close();
});

it("an item is added with the keyboard alone", async () => {
  const page = await opened("#/items", {});
  const name = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? "");
  for (let presses = 0; presses < 30 && !(await name()).startsWith("Add"); presses++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  await page.close();
});
