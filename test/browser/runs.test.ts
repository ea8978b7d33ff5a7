// Suite and gate in the browser: their reports arrive, and nothing runs without confirmation or without the link from
// the terminal.
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { RUN_TOKEN, type Shown, complaintsOf, launch, serveWithConsole } from "./browser.ts";

let browser: Browser;
let mock: Shown;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
beforeEach(async () => {
  mock = await serveWithConsole();
  page = await browser.newPage();
  complaints = complaintsOf(page);
});
afterEach(async () => {
  // oxlint-disable-next-line vitest/no-standalone-expect -- whatever a test does, no page may complain of itself
  expect(complaints).toEqual([]);
  await page.close();
  await mock.close();
});

/** Opens a view with the link from the terminal. */
async function open(view: "Verify" | "Gate", token = RUN_TOKEN): Promise<void> {
  await page.goto(`${mock.origin}/_/${token === "" ? "" : `#run=${token}`}`);
  await page.getByRole("link", { name: view }).click();
  await page.getByRole("heading", { name: view }).waitFor();
}

const methods = (): string[] => (mock.server.journals?.entries ?? []).map(({ method }) => method);
const text = readFileSync("spec/animal-store.yaml", "utf8");
const fileOf = (content: string): { name: string; mimeType: string; buffer: Buffer } => ({
  name: "openapi.yaml",
  mimeType: "application/yaml",
  buffer: Buffer.from(content),
});

it("a server is verified, and nothing is changed there", async () => {
  await open("Verify");
  expect(page.url()).not.toContain(RUN_TOKEN);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("progressbar").waitFor();
  // What a run that only reads cannot decide is said before anything else.
  await page.getByText("Nothing failed").waitFor();
  expect(await page.locator(".run").innerText()).toMatch(
    /\d{2,} claims passed, and \d{2,} claims could not be decided/,
  );
  expect(await page.getByText("Nothing is wrong").count()).toBe(0);
  expect(await page.locator(".counts").innerText()).toMatch(/\d{2,} pass/);
  expect(new Set(methods().filter((method) => !["GET", "HEAD", "OPTIONS"].includes(method)))).toEqual(new Set());
});

it("what changes something is sent once that was confirmed, and not otherwise", async () => {
  await open("Verify");
  await page.getByLabel("Also send what changes something").check();
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(methods()).toEqual([]);
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Verify" }).click();
  await page.getByText("Nothing is wrong").waitFor();
  expect(methods()).toContain("POST");
});

it("what fails is shown while the run goes on, and at its end with the place of the document", async () => {
  await fetch(`${mock.origin}/_/api/v1/situations`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"on":"GET /pets","body":"breach"}',
  });
  await open("Verify");
  await page.getByRole("button", { name: "Verify" }).click();
  await page.locator(".findings .tag.error").first().waitFor();
  const report = await page.locator(".run").innerText();
  expect(report).toMatch(/spec\/animal-store\.yaml:\d+/);
  expect(report).toContain("GET /pets");
});

it("a server elsewhere is refused, however it is written", async () => {
  await open("Verify");
  for (const url of ["http://localhost:4010/v1", "http://0.0.0.0:4010/v1", "http://192.168.1.1/v1"]) {
    await page.getByLabel("Base URL").fill(url);
    await page.getByRole("button", { name: "Verify" }).click();
    await page.locator(".run .fault").getByText(url).waitFor();
  }
  expect(methods()).toEqual([]);
});

it("without the link of the terminal it asks for that, and goes on with it", async () => {
  await open("Verify", "");
  await page.getByRole("button", { name: "Verify" }).click();
  const field = page.getByLabel("The link, or what follows");
  await field.fill("wrong-token");
  await page.getByRole("button", { name: "Go on" }).click();
  await field.waitFor();
  expect(methods()).toEqual([]);
  await field.fill(`${mock.origin}/_/#run=${RUN_TOKEN}`);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("Nothing failed").waitFor();
});

it("a run is stopped by its button, and by leaving the page", async () => {
  await fetch(`${mock.origin}/_/api/v1/situations`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"latency":2000}',
  });
  const asked = async (): Promise<number> => {
    await page.waitForTimeout(200);
    return methods().length;
  };
  await open("Verify");
  for (const leave of [
    () => page.getByRole("button", { name: "Stop" }).click(),
    () => page.getByRole("link", { name: "Home" }).click(),
  ]) {
    await page.getByRole("button", { name: "Verify" }).click();
    await page.getByRole("progressbar").waitFor();
    await leave();
    // Requests in flight finish; after that, none follow.
    let before = -1;
    await expect.poll(async () => before === (before = await asked()), { interval: 2_500, timeout: 20_000 }).toBe(true);
  }
});

it("a changed document is chosen, and what it would break is shown with a request that shows it", async () => {
  await open("Gate");
  await page.locator("#changed").setInputFiles(fileOf(text.replace("maximum: 100", "maximum: 50")));
  await page.getByText("maximum changed from 100 to 50").waitFor();
  expect(await page.locator(".run").innerText()).toContain("GET /pets?limit=51");
  await page.locator("#changed").setInputFiles(fileOf(text));
  await page.getByText("Nothing is wrong").waitFor();
});

it("a changed document is dropped; one that cannot be read says where it is wrong", async () => {
  await open("Gate");
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["openapi: ["], "<img src=x onerror=alert(1)>.yaml"));
    return data;
  });
  await page.dispatchEvent(".drop", "drop", { dataTransfer: dropped });
  await page.getByText("the document is not YAML").waitFor();
  expect(await page.locator("#view img").count()).toBe(0);
  expect(await page.locator(".drop").innerText()).toContain("<img src=x");
});
