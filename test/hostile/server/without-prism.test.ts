// An installation as users get it, without Prism: the mock responds as it does with it, and features that need Prism
// say so.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cliPath, environment } from "../../cli/program.ts";
import { orders } from "../../http/documents.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const MISSING = "@stoplight";

let folder: string;
let cli: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hostile-bare-"));
  cpSync(dirname(dirname(cliPath())), join(folder, "dist"), { recursive: true });
  cpSync(join(ROOT, "spec"), join(folder, "spec"), { recursive: true });
  cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    if (name !== MISSING) symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
  cli = join(folder, "dist", "src", "cli.js");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Operations without a role: with an example, with only a schema, with nothing, and with a broken example. */
const CALLS = {
  "/status": {
    get: { responses: { "200": { description: "ok", content: { "application/json": { example: { up: true } } } } } },
  },
  "/report": {
    post: {
      requestBody: { content: { "application/json": { schema: { type: "object" } } } },
      responses: {
        "200": {
          description: "ok",
          content: {
            "application/json": { schema: { type: "object", required: ["n"], properties: { n: { type: "integer" } } } },
          },
        },
      },
    },
  },
  "/nothing": { delete: { responses: { "202": { description: "ok" } } } },
  "/broken": {
    get: {
      responses: {
        "200": {
          description: "ok",
          content: { "application/json": { example: { $ref: "http://127.0.0.1:9/x" }, schema: { type: "integer" } } },
        },
      },
    },
  },
};

interface Ended {
  readonly code: number | null;
  readonly text: string;
}

function start(words: readonly string[]): {
  readonly text: () => string;
  readonly ended: Promise<Ended>;
  stop(): void;
} {
  const child = spawn(process.execPath, [cli, ...words], { cwd: folder, env: environment() });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const ended = new Promise<Ended>((done) => void child.once("close", (code) => done({ code, text })));
  return { text: () => text, ended, stop: () => void child.kill("SIGTERM") };
}

test("the mock works, and verify says what is missing", { timeout: 120_000 }, async () => {
  const spec = join(folder, "calls.json");
  await writeFile(spec, JSON.stringify(orders({ paths: CALLS })));
  const mock = start(["serve", spec, "--port", "0", "--quiet", "--no-auth"]);
  while (!mock.text().includes("\n")) await new Promise((done) => void setTimeout(done, 20));
  const url = /http:\S+/.exec(mock.text())?.[0] ?? "";
  const asked: readonly (readonly [string, string])[] = [
    ...Object.entries(CALLS).map(([path, item]) => [Object.keys(item)[0] ?? "", path] as const),
    ...(["get", "post", "put", "patch", "delete"] as const).map((method) => [method, "/orders/1"] as const),
    ["get", "/orders"],
    ["post", "/orders"],
    ["get", "/none"],
  ];
  const statuses: number[] = [];
  for (const [method, path] of asked) {
    const sent = method === "get" || method === "delete" ? {} : { body: '{"quantity":1}' };
    const headers = { "Content-Type": method === "patch" ? "application/merge-patch+json" : "application/json" };
    statuses.push((await fetch(url + path, { method: method.toUpperCase(), headers, ...sent })).status);
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  const suite = await start(["verify", url, "--spec", spec]).ended;
  expect(suite.text).toContain("No second judge: @stoplight/prism-http is not installed; npm install");
  expect([0, 1]).toContain(suite.code);
  mock.stop();
  expect((await mock.ended).code).toBe(0);
});

test("every other command works", { timeout: 120_000 }, async () => {
  const spec = join(ROOT, "spec", "animal-store.yaml");
  for (const words of [["explain", spec], ["lint", spec], ["gate", spec, spec], ["requirements", spec], ["checks"]]) {
    const { code, text } = await start(words).ended;
    expect([words[0], code, text.includes("stoplight")]).toEqual([words[0], 0, false]);
  }
});
