// What pages of strangers try against console and control plane, in a browser that would let them. Nothing comes through.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Shown, launch, serveStranger, serveWithConsole } from "./browser.ts";

let browser: Browser;
let mock: Shown;
let page: Page;
let stranger: Awaited<ReturnType<typeof serveStranger>>;

beforeAll(async () => {
  browser = await launch();
  mock = await serveWithConsole();
  stranger = await serveStranger("<!doctype html><title>stranger</title><body>");
  page = await browser.newPage();
  await page.goto(stranger.origin);
});
afterAll(async () => {
  await browser.close();
  await stranger.close();
  await mock.close();
});

const READS = [
  "",
  "app.js",
  "openapi.json",
  "api/v1/requests",
  "api/v1/state",
  "api/v1/document",
  "api/v1/requests/events",
];
const situations = (): number => mock.server.worlds.shared.situations.list().length;

it.for(READS)("a page of another origin cannot read /_/%s", async (path) => {
  const got = await page.evaluate(async (url) => {
    try {
      return await (await fetch(url)).text();
    } catch {
      return "refused";
    }
  }, `${mock.origin}/_/${path}`);
  expect(got).toBe("refused");
});

it("nor can a page of another port on this machine, which may use the mock itself", async () => {
  const neighbour = await browser.newPage();
  await neighbour.goto(stranger.origin.replace("stranger.example", "127.0.0.1"));
  const read = (url: string): Promise<string> =>
    neighbour.evaluate(async (address) => {
      try {
        const response = await fetch(address, { headers: { Authorization: "Bearer demo-key" } });
        return String(response.status);
      } catch {
        return "refused";
      }
    }, url);
  expect(await read(`${mock.url}/pets`)).toBe("200");
  expect(await read(`${mock.origin}/_/api/v1/requests`)).toBe("refused");
  expect(await read(`${mock.origin}/_/openapi.json`)).toBe("refused");
  await neighbour.close();
});

it("a form that posts text/plain from another origin changes nothing", async () => {
  await page.evaluate((url) => {
    const form = document.createElement("form");
    form.method = "post";
    form.enctype = "text/plain";
    form.action = url;
    form.target = "there";
    const frame = document.createElement("iframe");
    frame.name = "there";
    const input = document.createElement("input");
    input.name = '{"status":503,"seed":1,"on":"GET /pets';
    input.value = '"}';
    form.append(input);
    document.body.append(frame, form);
    return new Promise((done) => {
      frame.addEventListener("load", done);
      form.submit();
    });
  }, `${mock.origin}/_/api/v1/situations`);
  expect(situations()).toBe(0);
});

it.for(["POST", "DELETE", "PUT"])("a fetch with %s that asks for no answer changes nothing", async (method) => {
  const before = situations();
  await page.evaluate(
    async ([url, verb]) => {
      const mode = verb === "POST" ? "no-cors" : "cors";
      await fetch(url as string, { method: verb as string, mode, body: '{"status":503}' }).catch(() => undefined);
    },
    [`${mock.origin}/_/api/v1/situations`, method],
  );
  expect(situations()).toBe(before);
});

it("a page without an origin of its own cannot read anything", async () => {
  const got = await page.evaluate((url) => {
    const frame = document.createElement("iframe");
    frame.sandbox.add("allow-scripts");
    frame.srcdoc = `<script>fetch(${JSON.stringify(url)}).then((r) => r.text()).catch(() => "refused").then((t) => parent.postMessage(t, "*"))</script>`;
    return new Promise((done) => {
      addEventListener("message", (event) => done(event.data), { once: true });
      document.body.append(frame);
    });
  }, `${mock.origin}/_/api/v1/requests`);
  expect(got).toBe("refused");
});

it.for(["", "docs", "#/situations"])("a frame around /_/%s stays empty", async (path) => {
  await page.evaluate((url) => {
    const frame = document.createElement("iframe");
    frame.src = url;
    return new Promise((done) => {
      frame.addEventListener("load", done);
      document.body.append(frame);
    });
  }, `${mock.origin}/_/${path}`);
  // What stands in it is the browser's own page that says so: no element of the console.
  const frames = page.frames().filter((frame) => frame.url().startsWith(`${mock.origin}/_/`));
  const shown = await Promise.all(
    frames.map((frame) =>
      frame
        .locator("#app")
        .count()
        .catch(() => 0),
    ),
  );
  expect(shown.filter((number) => number > 0)).toEqual([]);
});

it.for(["app.js", "openapi.json", "api/v1/state", "api/v1/requests"])(
  "a script that includes /_/%s is not loaded",
  async (path) => {
    const outcome = await page.evaluate((url) => {
      const script = document.createElement("script");
      script.src = url;
      return new Promise<string>((done) => {
        script.addEventListener("load", () => done("loaded"));
        script.addEventListener("error", () => done("refused"));
        document.head.append(script);
      });
    }, `${mock.origin}/_/${path}`);
    expect(outcome).toBe("refused");
  },
);

it.for(["", "docs", "api/v1/state"])(
  "a name of a stranger that leads to this machine reads nothing at /_/%s",
  async (path) => {
    const rebound = await browser.newPage();
    const response = await rebound.goto(`http://rebound.example:${mock.port}/_/${path}`);
    expect(response?.status()).toBe(421);
    await rebound.close();
  },
);
