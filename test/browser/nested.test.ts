// Another document: nested items, and strings that try to be more than text.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { type Shown, complaintsOf, launch, serveWithConsole } from "./browser.ts";

const media = (schema: object): object => ({ content: { "application/json": { schema } } });
const named = {
  type: "object",
  required: ["name"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
};
const many = { get: { responses: { "200": { description: "Some.", ...media({ type: "array", items: named }) } } } };
const adding = {
  post: {
    requestBody: { required: true, ...media(named) },
    responses: { "201": { description: "Added.", ...media(named) } },
  },
};
const one = { get: { responses: { "200": { description: "One.", ...media(named) } } } };
const id = (name: string): object => ({ name, in: "path", required: true, schema: { type: "integer" } });

const document = {
  openapi: "3.1.0",
  info: { title: "\u202Eeman a <b>Shelves</b>", version: "1" },
  paths: {
    "/shelves": { ...many, ...adding },
    "/shelves/{shelfId}": { parameters: [id("shelfId")], ...one },
    "/shelves/{shelfId}/books": { parameters: [id("shelfId")], ...many, ...adding },
    "/shelves/{shelfId}/books/{bookId}": { parameters: [id("shelfId"), id("bookId")], ...one },
  },
} as unknown as JsonObject;

let browser: Browser;
let mock: Shown;

beforeAll(async () => {
  browser = await launch();
  mock = await serveWithConsole(document, 3);
});
afterAll(async () => {
  await browser.close();
  await mock.close();
});

it("items below items stand with what they belong to, and are added, edited and deleted there", async () => {
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${mock.origin}/_/#/items/books`);
  await page.getByRole("columnheader", { name: "shelfId" }).waitFor();
  await page.getByRole("button", { name: /^Add/ }).click();
  await page.getByLabel("shelfId").fill("2");
  await page.getByLabel("name").fill("Emma");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const row = page.locator(".row", { hasText: "Emma" });
  await row.waitFor();
  await row.getByRole("button", { name: /^Edit/ }).click();
  await page.getByLabel("name").fill("Emma, revised");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator(".row", { hasText: "Emma, revised" }).waitFor();
  const list = async (): Promise<string> => (await fetch(`${mock.url}/shelves/2/books`)).text();
  expect(await list()).toContain("Emma, revised");
  await row.getByRole("button", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect.poll(list).not.toContain("Emma");
  expect(complaints).toEqual([]);
  await page.close();
});

it("an item leads to those below it, where one more is added to it", async () => {
  const page = await browser.newPage();
  await page.goto(`${mock.origin}/_/#/items/shelves`);
  await page.getByRole("link", { name: "books of 3", exact: true }).click();
  await page.getByText("below 3").waitFor();
  await page.getByRole("button", { name: /^Add/ }).click();
  expect(await page.getByLabel("shelfId").inputValue()).toBe("3");
  await page.getByLabel("name").fill("Persuasion");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.locator(".row", { hasText: "Persuasion" }).waitFor();
  expect(await (await fetch(`${mock.url}/shelves/3/books`)).text()).toContain("Persuasion");
  expect(await (await fetch(`${mock.url}/shelves/2/books`)).text()).not.toContain("Persuasion");
  await page.close();
});

it("every operation is counted on the first page, however many there are", async () => {
  const paths = Array.from({ length: 400 }, (_, at) => [`/things${at}`, { ...many }] as const);
  const large = await serveWithConsole({ ...document, paths: Object.fromEntries(paths) }, 1);
  await fetch(`${large.url}/things150`);
  await fetch(`${large.url}/things399`);
  const page = await browser.newPage();
  await page.goto(`${large.origin}/_/`);
  await page.getByRole("link", { name: "1 calls of GET /things150", exact: true }).waitFor();
  await page.getByRole("button", { name: "Show all 400 operations" }).click();
  await page.getByRole("link", { name: "1 calls of GET /things399", exact: true }).waitFor();
  await page.close();
  await large.close();
});

it("the title of a document is text, whatever is in it", async () => {
  const page = await browser.newPage();
  await page.goto(`${mock.origin}/_/`);
  await page.locator(".view").waitFor();
  expect(await page.locator("h1").innerText()).toContain("<b>Shelves</b>");
  expect(await page.locator("h1 b").count()).toBe(0);
  await page.close();
});
