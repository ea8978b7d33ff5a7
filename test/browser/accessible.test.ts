// The console is accessible: WCAG 2.2 AA according to axe, keyboard only, from phones to very large screens.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleOf } from "../share.ts";
import { RUN_TOKEN, type Shown, asApp, launch, serveWithConsole } from "./browser.ts";

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
  "#/verify",
  "#/gate",
];

interface Axe {
  readonly axe: { run(options: unknown): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
}

async function violationsOf(page: Page): Promise<string[]> {
  // The policy of the page blocks scripts, but not those that a debugger evaluates.
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
  it.for(sampleOf(VIEWS, 2))("axe finds nothing at /_/%s", async (path) => {
    const page = await opened(path, { colorScheme });
    expect(await violationsOf(page)).toEqual([]);
    await page.close();
  });

  it("axe finds nothing in the snapshots, in a run and in its report", async () => {
    const page = await opened("#/items", { colorScheme });
    await page.getByRole("button", { name: "Snapshots…" }).click();
    await page.getByLabel("Name").fill("before");
    await page.getByRole("button", { name: "Keep the items" }).click();
    await page.getByRole("button", { name: "Restore before" }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.goto("about:blank");
    await page.goto(`${mock.origin}/_/#run=${RUN_TOKEN}`);
    await page.getByRole("link", { name: "Gate" }).click();
    const changed = readFileSync("spec/animal-store.yaml", "utf8").replace("maximum: 100", "maximum: 50");
    const buffer = Buffer.from(changed);
    await page.locator("#changed").setInputFiles({ name: "openapi.yaml", mimeType: "application/yaml", buffer });
    await page.getByText("maximum changed from 100 to 50").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("link", { name: "Verify" }).click();
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByRole("progressbar").waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.locator(".counts").waitFor();
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

it.for(sampleOf([390, 768, 1440, 2560], 2))("nothing lies beside a window of %i pixels", async (width) => {
  for (const path of VIEWS) {
    const page = await opened(path, { viewport: { width, height: 900 } });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([path, beyond]).toEqual([path, 0]);
    await page.close();
  }
});

it("long names, text from right to left and text that wants to be markup stay within a phone", async () => {
  const names = [
    "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch".repeat(8),
    "\u202Egnihtyna\u0007 \u0645\u0631\u062D\u0628\u0627 \u05E9\u05DC\u05D5\u05DD",
    "<img src=x onerror=document.title=1>".repeat(4),
  ];
  for (const name of names) {
    await asApp(mock, "/pets", { method: "POST", body: JSON.stringify({ name, categoryId: 1 }) });
    await asApp(mock, `/pets?status=${encodeURIComponent(name)}`, { headers: { "User-Agent": "x".repeat(900) } });
  }
  for (const path of ["", "#/requests", "#/requests/4", "#/items", "#/sessions"]) {
    const page = await opened(path, { viewport: { width: 390, height: 844 } });
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([path, beyond, await page.locator("#view img").count()]).toEqual([path, 0, 0]);
    expect(await violationsOf(page)).toEqual([]);
    await page.close();
  }
});

it("nothing moves for whoever wants less motion", async () => {
  for (const reducedMotion of ["reduce", "no-preference"] as const) {
    const page = await opened("", { reducedMotion });
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll("*")].filter((one) => {
          const { transitionDuration, animationName } = getComputedStyle(one);
          return animationName !== "none" || !/^0s(, 0s)*$/.test(transitionDuration);
        }).length,
    );
    expect([reducedMotion, moving > 0]).toEqual([reducedMotion, reducedMotion === "no-preference"]);
    await page.close();
  }
});

it("every view is reached, and everything in it, with the keyboard alone", async () => {
  const page = await opened("", {});
  for (const label of ["Requests", "Items", "Situations", "Sessions", "Docs", "Verify", "Gate"]) {
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
    for (let presses = 0; presses < 60 && (await focused()) !== label; presses++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.locator(`a[aria-current="page"]`, { hasText: label }).waitFor();
    await page.locator(".view h1").waitFor();
    const unreachable = await page.evaluate(() => {
      const inert = [...document.querySelectorAll<HTMLElement>("#view button, #view input, #view select, #view a")];
      return inert.filter((one) => one.tabIndex < 0 && one.closest("[role=row]") === null && !one.matches(".unseen"))
        .length;
    });
    expect([label, unreachable]).toEqual([label, 0]);
  }
  await page.close();
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
