// Attacks of foreign pages on console and control plane, in a browser that would allow them. None succeeds.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadControlContract } from "../../src/http/control/contract.ts";
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

/** Every route of the control plane, with values in its path. */
const ROUTES = (await loadControlContract()).operations.map(({ method, path }) => {
  const at = path
    .replace("{requestId}", "1")
    .replace("{situationId}", "1")
    .replaceAll(/\{[^}]+\}/g, "one");
  return { method, path: `api/v1${at}` };
});
const GETS = ROUTES.filter(({ method }) => method === "GET").map(({ path }) => path);
const PAGES = ["", "docs", "app.js", "style.css", "views/verify.js", "openapi.json", "openapi.yaml"];
const situations = (): number => mock.server.worlds.shared.situations.list().length;

/** Everything that can be changed, as a client on this machine sees it. */
async function stateOf({ origin, server }: Shown): Promise<unknown> {
  const paths = ["state", "situations", "state/snapshots", "sessions", "requests/count"];
  const texts = paths.map(async (path) => (await fetch(`${origin}/_/api/v1/${path}`)).text());
  const clock = (await (await fetch(`${origin}/_/api/v1/clock`)).json()) as { changed: boolean };
  return [await Promise.all(texts), clock.changed, server.worlds.list().length];
}

it("the routes are all there are", () => {
  expect(ROUTES.length).toBeGreaterThan(25);
  expect(ROUTES.map(({ path }) => path)).toContain("api/v1/runs/verify");
});

it.for([...PAGES, ...GETS])("a page of another origin cannot read /_/%s", async (path) => {
  const got = await page.evaluate(async (url) => {
    try {
      return await (await fetch(url)).text();
    } catch {
      return "refused";
    }
  }, `${mock.origin}/_/${path}`);
  expect(got).toBe("refused");
});

const BODIES = {
  "state/reseed": '{"count":1}',
  state: '{"resources":{"pets":[]}}',
  situations: '{"status":503}',
  "clock/advance": '{"seconds":86400}',
  clock: '{"now":"2031-01-01T00:00:00Z"}',
  "runs/verify": '{"url":"http://127.0.0.1:4010/v1"}',
  "runs/gate": '{"document":"openapi: 3.1.0"}',
};

it.for(["text/plain", "application/x-www-form-urlencoded", "application/json"])(
  "no page of another origin, and none without one, changes anything by any route as %s",
  async (type) => {
    const before = await stateOf(mock);
    const calls = ROUTES.map(({ method, path }) => ({
      method,
      url: `${mock.origin}/_/${path}`,
      body: method === "GET" ? undefined : (new Map(Object.entries(BODIES)).get(path.slice(7)) ?? "{}"),
    }));
    const attack = async ({ calls: all, type: media }: { calls: typeof calls; type: string }): Promise<number> => {
      let read = 0;
      for (const { method, url, body } of all) {
        for (const mode of ["cors", "no-cors"] as const) {
          for (const credentials of ["include", "omit"] as const) {
            const init = {
              mode,
              credentials,
              ...(body === undefined ? {} : { body, headers: { "Content-Type": media } }),
            };
            const stop = AbortSignal.timeout(5_000);
            const answer = await fetch(url, { ...init, method, signal: stop }).catch(() => undefined);
            if (answer !== undefined && answer.type !== "opaque") read++;
          }
        }
      }
      return read;
    };
    expect(await page.evaluate(attack, { calls, type })).toBe(0);
    const inFrame = await page.evaluate(
      ({ code, given }) => {
        const frame = document.createElement("iframe");
        frame.sandbox.add("allow-scripts");
        frame.srcdoc = `<script>(${code})(${JSON.stringify(given)}).then((n) => parent.postMessage(n, "*"))</script>`;
        return new Promise((done) => {
          addEventListener("message", (event) => done(event.data), { once: true });
          document.body.append(frame);
        });
      },
      { code: String(attack), given: { calls, type } },
    );
    expect(inFrame).toBe(0);
    expect(await stateOf(mock)).toEqual(before);
  },
);

it("no form of another origin changes anything by any route", async () => {
  const before = await stateOf(mock);
  const posts = ROUTES.filter(({ method }) => method === "POST").map(({ path }) => `${mock.origin}/_/${path}`);
  for (const url of posts) {
    await page.evaluate((action) => {
      const form = document.createElement("form");
      Object.assign(form, { method: "post", enctype: "text/plain", action, target: "forms" });
      const frame = document.createElement("iframe");
      frame.name = "forms";
      const input = document.createElement("input");
      Object.assign(input, { name: '{"status":503,"seconds":1,"count":1,"on":"', value: '"}' });
      form.append(input);
      document.body.append(frame, form);
      return new Promise((done) => {
        frame.addEventListener("load", () => {
          frame.remove();
          form.remove();
          done(undefined);
        });
        form.submit();
      });
    }, url);
  }
  expect(await stateOf(mock)).toEqual(before);
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

it.for(["", "docs", "#/situations", "#/verify"])("a frame around /_/%s stays empty", async (path) => {
  await page.evaluate((url) => {
    const frame = document.createElement("iframe");
    frame.src = url;
    return new Promise((done) => {
      frame.addEventListener("load", done);
      document.body.append(frame);
    });
  }, `${mock.origin}/_/${path}`);
  // It contains the browser's own error page, and no element of the console.
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

it.for(["app.js", "openapi.json", ...GETS])("a script that includes /_/%s is not loaded", async (path) => {
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
});

it.for([...PAGES, ...GETS])("a name of a stranger that leads to this machine reads nothing at /_/%s", async (path) => {
  const rebound = await browser.newPage();
  const response = await rebound.goto(`http://rebound.example:${mock.port}/_/${path}`);
  expect(response?.status()).toBe(421);
  await rebound.close();
});
