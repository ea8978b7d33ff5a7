// The rows of the trial that need a browser: what the page of an application may send, and the mock without a server,
// in a page and in a service worker.
import { readFileSync } from "node:fs";
import { type Server, createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call, cliPath } from "../cli/program.ts";
import { startChild } from "../serve/child.ts";
import { ROOT } from "../serve/build.ts";
import { folder, useFolder } from "../serve/running.ts";
import { type Shown, launch, serveWithConsole } from "./browser.ts";

useFolder();

let browser: Browser;
let mock: Shown;
let app: Server;
let page: Page;
/** The files of the application's own server, by path. */
const files = new Map([["/", "<!doctype html><title>app</title><link rel=icon href=data:,><body>"]]);

beforeAll(async () => {
  [browser, mock] = await Promise.all([launch(), serveWithConsole()]);
  app = createServer((req, res) => {
    const text = files.get(new URL(req.url ?? "", "http://localhost").pathname);
    const type = req.url?.endsWith(".js") === true ? "text/javascript" : "text/html";
    res.writeHead(text === undefined ? 404 : 200, { "Content-Type": type }).end(text);
  });
  await new Promise<void>((done) => void app.listen(0, "127.0.0.1", done));
  page = await browser.newPage();
  await page.goto(appUrl());
});
afterAll(async () => {
  await browser.close();
  await mock.close();
  await new Promise((done) => void app.close(done));
});

/** The page of the application, as served by a dev server on its own port. */
const appUrl = (): string => `http://localhost:${(app.address() as AddressInfo).port}/`;

/** The response that a page gets, or that its browser blocked. */
function ask(from: Page, url: string, init: RequestInit): Promise<string> {
  return from.evaluate(
    async ([address, wanted]) => {
      try {
        const response = await fetch(address, wanted);
        return `${response.status} ${await response.text()}`;
      } catch {
        return "refused";
      }
    },
    [url, init] as const,
  );
}

it("custom header in preflight", async () => {
  const tracing = {
    traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
    "sentry-trace": "1-2-1",
    baggage: "a=b",
    "X-Request-Id": "1",
    "X-Mock-Session": "browser",
  };
  const headers = { Authorization: "Bearer demo-key", "Content-Type": "application/json", ...tracing };
  const body = '{"name":"Rex","categoryId":1}';
  expect(await ask(page, `${mock.url}/pets`, { method: "POST", headers, body })).toMatch(/^201 /);
  expect(await ask(page, `${mock.url}/pets?limit=101`, { headers })).toMatch(/^400 .*limit is/);
});

it("credentials", async () => {
  await page.context().addCookies([{ name: "app", value: "1", domain: "127.0.0.1", path: "/" }]);
  const init: RequestInit = { credentials: "include", headers: { Authorization: "Bearer demo-key" } };
  expect(await ask(page, `${mock.url.replace("127.0.0.1", "localhost")}/pets`, init)).toMatch(/^200 /);
  expect(await ask(page, `${mock.url}/pets`, init)).toMatch(/^200 /);
});

it("HTTPS, for a page that is itself served by HTTPS", async () => {
  const [certFile, keyFile] = ["cert.pem", "key.pem"].map((name) => join(ROOT, "test/serve/tls", name));
  const { child, ended, url } = await startChild(["--tls-cert", certFile ?? "", "--tls-key", keyFile ?? ""]);
  const [cert, key] = [readFileSync(certFile ?? ""), readFileSync(keyFile ?? "")];
  const secureApp = createSecureServer({ cert, key }, (_, res) => res.end(files.get("/")));
  await new Promise<void>((done) => void secureApp.listen(0, "127.0.0.1", done));
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const secure = await context.newPage();
  await secure.goto(`https://localhost:${(secureApp.address() as AddressInfo).port}/`);
  expect(await ask(secure, `${url}/pets`, { headers: { Authorization: "Bearer demo-key" } })).toMatch(/^200 /);
  await context.close();
  secureApp.closeAllConnections();
  await new Promise((done) => void secureApp.close(done));
  child.kill("SIGTERM");
  await ended;
});

/** Bundles a script for the browser, with the built entries of the package. */
async function bundle(contents: string): Promise<string> {
  await call(["compile", "--out", "contract.mjs"], { cwd: folder() });
  const entry = (name: string): string => join(cliPath(), "..", "entries", `${name}.js`);
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder() },
    bundle: true,
    write: false,
    minify: true,
    platform: "browser",
    format: "iife",
    alias: {
      "animal-store/fetch": entry("fetch"),
      "animal-store/msw": entry("msw"),
      msw: join(ROOT, "node_modules/msw"),
    },
  });
  return outputFiles?.[0]?.text ?? "";
}

const REX: RequestInit = {
  method: "POST",
  headers: { Authorization: "Bearer demo-key", "Content-Type": "application/json" },
  body: '{"name":"Rex","categoryId":9223372036854775807}',
};
const MADE = '201 {"id":13,"name":"Rex","categoryId":9223372036854775807}';

it("MSW bundle, as Storybook has it", async () => {
  files.set("/mockServiceWorker.js", readFileSync(join(ROOT, "node_modules/msw/lib/mockServiceWorker.js"), "utf8"));
  files.set(
    "/story.js",
    await bundle(`import { setupWorker } from "msw/browser"; import { createMswMock } from "animal-store/msw"; import contract from "./contract.mjs";
      const mock = createMswMock(contract);
      window.ready = setupWorker(...mock.handlers).start({ quiet: true, onUnhandledRequest: "bypass" });
      window.empty = () => mock.worlds.shared.situations.add({ list: "empty" });`),
  );
  files.set(
    "/story",
    '<!doctype html><title>story</title><link rel=icon href=data:,><script src="/story.js"></script>',
  );
  const context = await browser.newContext();
  const story = await context.newPage();
  await story.goto(`${appUrl()}story`);
  await story.evaluate(async () => void (await (window as unknown as { ready: Promise<unknown> }).ready));
  // There is no server at that address: the page itself responds.
  expect(await ask(story, "https://api.example/v1/pets", REX)).toBe(MADE);
  expect(await ask(story, "https://api.example/v1/pets?limit=101", { headers: REX.headers ?? {} })).toMatch(/^400 /);
  await story.evaluate(() => (window as unknown as { empty: () => void }).empty());
  expect(await ask(story, "https://api.example/v1/pets", { headers: REX.headers ?? {} })).toBe("200 []");
  expect(await ask(story, `${appUrl()}nothing`, {})).toMatch(/^404/);
  await context.close();
});

it("the fetch handler in a service worker", async () => {
  files.set(
    "/worker.js",
    await bundle(`import { createFetchHandler } from "animal-store/fetch"; import contract from "./contract.mjs";
      const handle = createFetchHandler(contract);
      self.addEventListener("install", () => self.skipWaiting());
      self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
      self.addEventListener("fetch", (event) => {
        if (handle.has(new URL(event.request.url).pathname)) event.respondWith(handle(event.request));
      });`),
  );
  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto(appUrl());
  await own.evaluate(async () => {
    const taken = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
    await navigator.serviceWorker.register("/worker.js");
    await taken;
  });
  expect(await ask(own, `${appUrl()}v1/pets`, REX)).toBe(MADE);
  expect(await ask(own, `${appUrl()}v1/pets/13`, { headers: REX.headers ?? {} })).toBe(MADE.replace("201", "200"));
  expect(await ask(own, `${appUrl()}nothing`, {})).toMatch(/^404/);
  await context.close();
});
