// The trial: what a front-end team needs in its first week, one test for each row of the table in README.md. Some rows
// are tested elsewhere, with a browser or other tools.
import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import type { ServeFlags } from "../../src/commands/serve/inputs/options.ts";
import { createMock } from "../../src/index.ts";
import { startChild } from "../serve/child.ts";
import { folder, run, up, useFolder } from "../serve/running.ts";
import { ROOT } from "../serve/build.ts";
import { IN_PROOF } from "../share.ts";

useFolder();

const KEY = { Authorization: "Bearer demo-key" };
const JSON_KEY = { ...KEY, "Content-Type": "application/json" };
const pet = (name: string): RequestInit => ({
  method: "POST",
  headers: JSON_KEY,
  body: JSON.stringify({ name, categoryId: 1 }),
});

/** The names in a list. */
async function names(url: string, headers: Readonly<Record<string, string>> = KEY): Promise<string[]> {
  const list = (await (await fetch(`${url}/pets?limit=100`, { headers })).json()) as { name: string }[];
  return list.map(({ name }) => name);
}

/** Serves while the work runs. */
async function serving<T>(flags: ServeFlags, work: (url: string) => Promise<T>): Promise<T> {
  const running = run(flags);
  try {
    return await work(await up(running));
  } finally {
    running.stop();
    await running.code;
  }
}

/** The control plane of a base URL. */
const control = (url: string, path: string): URL => new URL(`/_/api/v1${path}`, url);

test("500 forced", async () => {
  await serving({ situation: ["POST /pets status=500"] }, async (url) => {
    const forced = await fetch(`${url}/pets`, pet("Rex"));
    expect([forced.status, await forced.json()]).toMatchObject([500, { status: 500 }]);
    const once = await fetch(`${url}/pets`, { headers: { ...KEY, Prefer: "code=500" } });
    expect([once.status, once.headers.get("preference-applied")]).toEqual([500, "code=500"]);
    expect(await names(url)).not.toContain("Rex");
  });
});

test.runIf(IN_PROOF)("latency", async () => {
  await serving({ situation: ["GET /pets latency=300"] }, async (url) => {
    const order: string[] = [];
    await Promise.all([
      names(url).then(() => order.push("slow")),
      fetch(`${url}/pets/1`, { headers: KEY }).then(() => order.push("quick")),
    ]);
    expect(order).toEqual(["quick", "slow"]);
  });
});

test("empty list", async () => {
  await serving({ situation: ["list=empty"] }, async (url) => {
    expect(await names(url)).toEqual([]);
    expect((await fetch(`${url}/pets/1`, { headers: KEY })).status).toBe(200);
  });
});

test("reset between tests", async () => {
  await serving({}, async (url) => {
    const before = await names(url);
    await fetch(`${url}/pets`, pet("Rex"));
    await fetch(control(url, "/situations"), { method: "POST", headers: JSON_KEY, body: '{"status":503}' });
    expect((await fetch(control(url, "/state/reset"), { method: "POST" })).status).toBe(204);
    expect(await names(url)).toEqual(before);
  });
});

/**
 * The work of a worker: adds animals to its own session while others do the same, and reports what it sees. Uses
 * `node:http`, because each worker would have to load `fetch`.
 */
const WORK = `
const { request } = require("node:http");
const { workerData: { url, session }, parentPort } = require("node:worker_threads");
const headers = { Authorization: "Bearer demo-key", "Content-Type": "application/json", "X-Mock-Session": session };
const send = (path, method, body) => new Promise((done, fail) => {
  const sent = request(url + path, { method, headers }, (answer) => {
    let text = "";
    answer.setEncoding("utf8").on("data", (part) => (text += part)).on("end", () => done(text));
  });
  sent.on("error", fail).end(body);
});
(async () => {
  for (let n = 0; n < 20; n++) await send("/pets", "POST", JSON.stringify({ name: session + " " + n, categoryId: 1 }));
  const list = JSON.parse(await send("/pets?limit=100", "GET"));
  parentPort.postMessage(list.map(({ name }) => name));
})();`;

test.runIf(IN_PROOF)("eight parallel workers", async () => {
  await serving({ seed: "0" }, async (url) => {
    const sessions = Array.from({ length: 8 }, (_, n) => `worker-${n}`);
    const seen = await Promise.all(
      sessions.map((session) => {
        const worker = new Worker(WORK, { eval: true, workerData: { url, session } });
        return new Promise((done, fail) => void worker.once("message", done).once("error", fail));
      }),
    );
    expect(seen).toEqual(sessions.map((session) => Array.from({ length: 20 }, (_, n) => `${session} ${n}`)));
    expect(await names(url)).toEqual([]);
  });
});

test("document reloaded", async () => {
  const path = join(folder(), "reloaded.yaml");
  const text = readFileSync(join(ROOT, "spec/animal-store.yaml"), "utf8");
  writeFileSync(path, text);
  await serving({ spec: path, watch: true }, async (url) => {
    await fetch(`${url}/pets`, pet("Kept"));
    writeFileSync(path, text.replace("maximum: 100", "maximum: 50"));
    while ((await fetch(`${url}/pets?limit=51`, { headers: KEY })).status !== 400);
    const list = (await (await fetch(`${url}/pets?limit=50`, { headers: KEY })).json()) as { name: string }[];
    expect(list.map(({ name }) => name)).toContain("Kept");
  });
});

test("what the app sent", async () => {
  await serving({}, async (url) => {
    await fetch(`${url}/pets`, { ...pet("Rex"), body: '{"name":"Rex","categoryId":1.5}' });
    const [seen] = (await (await fetch(control(url, "/requests?method=POST&status=4XX"))).json()) as object[];
    expect(seen).toMatchObject({
      method: "POST",
      status: 400,
      refusal: { why: "categoryId is 1.5: must be an integer" },
    });
    expect(JSON.stringify(seen)).not.toContain("demo-key");
  });
});

test("survives a restart", async () => {
  const data = join(folder(), "kept.json");
  await serving({ data }, (url) => fetch(`${url}/pets`, pet("Kept")));
  expect(await serving({ data }, (url) => names(url))).toContain("Kept");
});

test("base path", async () => {
  await serving({ basePath: "/api/v2" }, async (url) => {
    expect(new URL(url).pathname).toBe("/api/v2");
    const made = await fetch(`${url}/pets`, pet("Rex"));
    const { id } = (await made.json()) as { id: number };
    expect((await fetch(`${url}/pets/${id}`, { headers: KEY })).status).toBe(200);
    const former = await fetch(new URL("/v1/pets", url), { headers: KEY });
    expect([former.status, await former.text()]).toEqual([404, expect.stringContaining("begin with /api/v2")]);
  });
});

test("HTTPS", async () => {
  const [cert, key] = ["cert.pem", "key.pem"].map((name) => join(ROOT, "test/serve/tls", name)) as [string, string];
  const { child, ended, url } = await startChild(["--tls-cert", cert, "--tls-key", key]);
  const status = await new Promise((done, fail) => {
    request(`${url}/pets`, { ca: readFileSync(cert), headers: KEY, agent: false }, (res) => {
      done(res.resume().statusCode);
    })
      .once("error", fail)
      .end();
  });
  child.kill("SIGTERM");
  await ended;
  expect(status).toBe(200);
});

test("in the test itself: a mock without a process", async () => {
  const mock = await createMock({ seed: 2 });
  await fetch(`${mock.url}/pets`, pet("Rex"));
  expect(mock.items("pets")).toHaveLength(3);
  await mock.close();
});

/** The rows, and where each is tested: "`file`, title". */
const rows = [
  ...readFileSync(join(ROOT, "test/trial/README.md"), "utf8").matchAll(/^\| ([^|]+?) +\| `([^`]+)`, (.+?) +\|$/gm),
].map(([, row = "", file = "", title = ""]) => [row, file, title] as const);

test("the table has all rows", () => expect(rows.length).toBeGreaterThan(20));

test.each(rows)("the row %s is tested where the table says", (_row, file, title) => {
  expect(readFileSync(join(ROOT, file), "utf8").includes(title)).toBe(true);
});
