// A page that the document serves, opened in the tab of the console: it cannot act as the console.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { RUN_TOKEN, type Shown, launch, serveWithConsole } from "./browser.ts";

/** Does what the console can do, with all that the page can find, and tells what came of it as its title. */
const SCRIPT = `(async () => {
  const tell = async (what) => { try { return await what(); } catch (error) { return error.name; } };
  const found = await tell(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie]));
  const past = await tell(() => navigation.entries().map(({ url }) => url).join());
  const inPage = await tell(async () => /name="proof" content="(.*?)"/.exec(await (await fetch("/_/")).text())?.[1]);
  const inWindow = await tell(async () => {
    const opened = open("/_/");
    const proof = () => opened.document.querySelector('meta[name="proof"]');
    for (let turn = 0; turn < 200 && !opened.closed && proof() === null; turn++) await fetch("/v1/things");
    return proof().content;
  });
  const inFrame = await tell(async () => {
    const frame = document.createElement("iframe");
    frame.src = "/_/";
    document.documentElement.append(frame);
    await new Promise((done) => (frame.onload = done));
    return frame.contentDocument.querySelector('meta[name="proof"]').content;
  });
  const proofs = [inPage, inWindow, inFrame];
  const state = await tell(async () => (await fetch("/_/api/v1/state")).status);
  const wiped = [];
  for (const proof of proofs) {
    const reset = { method: "POST", headers: { "X-Mock-Console": proof } };
    wiped.push(await tell(async () => (await fetch("/_/api/v1/state/reset", reset)).status));
  }
  document.title = JSON.stringify({ found, past, state, wiped, proofs });
})()`;
const EXAMPLES = {
  "text/html": `<!doctype html><title>quiet</title><script>${SCRIPT}</script>`,
  "image/svg+xml": `<svg xmlns="http://www.w3.org/2000/svg"><title>quiet</title><script><![CDATA[${SCRIPT}]]></script></svg>`,
  "application/xhtml+xml": `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>quiet</title><script><![CDATA[${SCRIPT}]]></script></head></html>`,
};

const paths = Object.fromEntries(
  Object.entries(EXAMPLES).map(([type, example], at) => {
    const response = { description: "A page.", content: { [type]: { schema: { type: "string" }, example } } };
    return [`/page${at}`, { get: { security: [], responses: { "200": response } } }];
  }),
);
const items = { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } };
const list = { "200": { description: "All.", content: { "application/json": { schema: items } } } };
const DOCUMENT: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Pages", version: "1" },
  servers: [{ url: "/v1" }],
  paths: { ...paths, "/things": { get: { responses: list } } },
};

let browser: Browser;
let mock: Shown;
let page: Page;
beforeAll(async () => {
  browser = await launch();
  mock = await serveWithConsole(DOCUMENT);
  page = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  await mock.close();
});

it.each(Object.keys(EXAMPLES).map((type, at) => [type, at] as const))("a page of type %s", async (_type, at) => {
  mock.server.worlds.shared.situations.add({ latency: 1, on: "GET /things" });
  const before = mock.server.worlds.shared.situations.list().length;
  await page.goto(`${mock.origin}/_/#run=${RUN_TOKEN}`);
  await page.getByText("Up and serving").waitFor();
  const answer = await page.goto(`${mock.url}/page${at}`);
  expect(answer?.status()).toBe(200);
  expect(await page.evaluate(() => document.title)).not.toMatch(/found/);
  expect(mock.server.worlds.shared.situations.list().length).toBe(before);
});

it("even a script of the same origin finds no token, no proof, and changes nothing", async () => {
  await page.goto(`${mock.origin}/_/#run=${RUN_TOKEN}`);
  await page.getByText("Up and serving").waitFor();
  const before = mock.server.worlds.shared.situations.list().length;
  // A browser shows JSON on a page of this origin, without a policy: the most that a hole would give.
  await page.goto(`${mock.url}/things`);
  await page.evaluate(SCRIPT);
  const title = await page.evaluate(() => document.title);
  expect(title).not.toContain(RUN_TOKEN);
  expect(JSON.parse(title)).toMatchObject({ state: 200, wiped: [403, 403, 403] });
  expect(mock.server.worlds.shared.situations.list().length).toBe(before);
});

it("the console keeps its token from page to page, and still may change things", async () => {
  await page.goto("about:blank");
  await page.goto(`${mock.origin}/_/#run=${RUN_TOKEN}`);
  await page.getByRole("link", { name: "Docs" }).click();
  await page.waitForURL("**/docs");
  await page.getByRole("link", { name: "Gate" }).click();
  await page.waitForURL((url) => url.hash === "#/gate");
  expect(page.url()).not.toContain(RUN_TOKEN);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.getByRole("link", { name: "Situations" }).click();
  await page.getByRole("heading", { name: "Situations" }).waitFor();
});
