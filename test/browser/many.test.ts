// Ten thousand rows, and a page that stays open: it never freezes for long, and nothing accumulates.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Shown, asApp, launch, serveWithConsole } from "./browser.ts";

let browser: Browser;
let mock: Shown;

beforeAll(async () => {
  browser = await launch();
  mock = await serveWithConsole(undefined, 10_000);
});
afterAll(async () => {
  await browser.close();
  await mock.close();
});

interface Watched {
  /** Milliseconds of one task. */
  longest: number;
  /** Elements added to the page between two frames. */
  most: number;
}

/** Watches for work that keeps the page from drawing. */
function watch(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen = ((window as unknown as { seen: Watched }).seen = { longest: 0, most: 0 });
    let added = 0;
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) added += node instanceof Element ? 1 + node.querySelectorAll("*").length : 0;
      }
    }).observe(document, { childList: true, subtree: true });
    const frame = (): void => {
      seen.most = Math.max(seen.most, added);
      added = 0;
      requestAnimationFrame(frame);
    };
    frame();
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: "longtask" });
  });
}

const seenIn = (page: Page): Promise<Watched> => page.evaluate(() => (window as unknown as { seen: Watched }).seen);

/** The most elements to draw in one frame, for ten rows or ten thousand: the visible rows and a few more. */
const MOST_DRAWN = 1_000;
/** Milliseconds of one task: 100 on an idle machine, when measured on purpose. */
const LONGEST = process.env["ANIMAL_STORE_TIMES"] === undefined ? Infinity : 100;

it("10,000 items are scrolled through, and few of them are in the page", async () => {
  const page = await browser.newPage();
  await page.goto(`${mock.origin}/_/#/items`);
  await page.getByText("10,000 items").waitFor();
  await watch(page);
  for (let at = 1; at <= 50; at++) {
    await page.evaluate((top) => {
      const scroll = document.querySelector(".scroll") as HTMLElement;
      scroll.scrollTop = top;
      return new Promise((done) => requestAnimationFrame(done));
    }, at * 8_000);
  }
  expect(await page.locator(".space .row").last().innerText()).toContain("10000");
  expect(await page.locator(".space .row").count()).toBeLessThan(60);
  const { most, longest } = await seenIn(page);
  expect(most).toBeGreaterThan(100);
  expect(most).toBeLessThan(MOST_DRAWN);
  expect(longest).toBeLessThan(LONGEST);
  await page.close();
});

it("10,000 requests come in, and few of them are in the page", { timeout: 180_000 }, async () => {
  const page = await browser.newPage();
  await page.goto(`${mock.origin}/_/#/requests`);
  await page.getByText("Live").waitFor();
  await watch(page);
  for (let sent = 0; sent < 10_000; sent += 50) {
    await Promise.all(Array.from({ length: 50 }, async () => (await asApp(mock, "/pets?limit=1")).arrayBuffer()));
  }
  await expect.poll(() => page.locator(".filters [role=status]").innerText(), { timeout: 60_000 }).toBe("10000");
  expect(await page.locator(".space .row").count()).toBeLessThan(60);
  const { most, longest } = await seenIn(page);
  expect(most).toBeGreaterThan(100);
  expect(most).toBeLessThan(MOST_DRAWN);
  expect(longest).toBeLessThan(LONGEST);
  await page.close();
});

/** CI machines are slow. */
const ALL = process.env["ANIMAL_STORE_LONG"] === undefined ? 20_000 : 100_000;

it(`a page that is left open keeps nothing of ${ALL} requests but the last ones`, { timeout: 600_000 }, async () => {
  const page = await browser.newPage();
  await page.goto(`${mock.origin}/_/#/requests`);
  await page.getByText("Live").waitFor();
  const devtools = await page.context().newCDPSession(page);
  const used = async (): Promise<number> => {
    await devtools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await devtools.send("Runtime.getHeapUsage");
    return usedSize / 1_048_576;
  };
  const ask = async (number: number): Promise<void> => {
    for (let sent = 0; sent < number; sent += 50) {
      await Promise.all(Array.from({ length: 50 }, async () => (await asApp(mock, "/pets?limit=1")).arrayBuffer()));
    }
  };
  // As many as the journal keeps, and then many more.
  await ask(12_000);
  const before = await used();
  await ask(ALL - 12_000);
  expect((await used()) - before).toBeLessThan(3);
  await page.close();
});
