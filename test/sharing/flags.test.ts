// The flags that share a mock: what does not fit is one sentence, and nothing of it is loaded for anybody else.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { type AddressInfo, type Server, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { importsIn } from "../architecture/arrows.ts";
import { EngineError, UNTOUCHED } from "../../src/store/engine.ts";
import { RedisEngine } from "../../src/store/redis/engine.ts";
import { call, cliPath, environment } from "../cli/program.ts";

const STORE = "redis://127.0.0.1:6379";

test.for([
  ["--workers needs --store", ["--workers", "2"], "--workers needs --store: processes that share nothing"],
  ["a number of workers", ["--workers", "0", "--store", STORE], "--workers must be"],
  ["a password alone", ["--store-password", "secret"], "--store-password needs --store"],
  ["an empty password", ["--store-password", "", "--store", STORE], "--store-password must not be empty"],
  ["another scheme", ["--store", "http://127.0.0.1:6379"], "--store must be an address such as redis://"],
  ["no address", ["--store", "localhost"], "--store must be an address such as redis://"],
  ["another path", ["--store", "redis://:hunter2@127.0.0.1/keys"], "--store must be an address such as redis://"],
  ["a file of items", ["--store", STORE, "--data", "items.json"], "--data does not go with --store"],
  ["a document that is reloaded", ["--store", STORE, "--watch"], "--watch does not go with --store"],
  ["code", ["--store", STORE, "--handlers", "handlers.mjs"], "--handlers does not go with --store"],
  [
    "an archive of each worker",
    ["--store", STORE, "--workers", "2", "--har", "a.har"],
    "--har does not go with --workers",
  ],
] as const)("serve refuses %s in one sentence", async ([, flags, said]) => {
  const { code, stdout, stderr } = await call(["serve", "--port", "0", ...flags]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^animal-store serve: [^\n]*\n$/);
  expect(stderr).toContain(said);
  expect(stderr).not.toMatch(/hunter2|secret/);
});

/** What is said of a store that is no Redis. */
async function saidOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await call(["serve", "--port", "0", "--store", `redis://u:hunter2@127.0.0.1:${port}`]);
    expect(code).toBe(2);
    expect(stderr).not.toContain("hunter2");
    return stderr.replaceAll(String(port), "PORT");
  } finally {
    server.close();
  }
}

test("a server that is not Redis, and a place where nothing listens, are each one sentence", async () => {
  const web = createHttp((_, res) => res.end("hello")) as unknown as Server;
  expect(await saidOf(web)).toBe("animal-store serve: --store: what answers at redis://127.0.0.1:PORT is not Redis\n");
  const other = createServer((socket) => socket.on("error", () => undefined).on("data", () => socket.write("+OK\r\n")));
  expect(await saidOf(other)).toBe(
    "animal-store serve: --store: what answers at redis://127.0.0.1:PORT is not Redis\n",
  );
  const { code, stderr } = await call(["serve", "--port", "0", "--store", "redis://127.0.0.1:1"]);
  expect([code, stderr]).toEqual([
    2,
    "animal-store serve: --store: nothing listens at redis://127.0.0.1:1: start Redis there, or correct the address\n",
  ]);
});

test.for([
  ["an error with control characters", "-\u001b[31mEVIL\r\n", /cannot be used: [ -~]*\n$/],
  ["a list that never ends", "*1\r\n".repeat(100_000), /does not answer\n$/],
  ["a text longer than memory", "$999999999999\r\nabc", /does not answer\n$/],
  ["a text of less than nothing", "$-5\r\n", /is not Redis\n$/],
  ["a number beyond all", ":99999999999999999999999\r\n", /is not Redis\n$/],
] as const)("a server that answers with %s is one sentence", async ([, reply, sentence]) => {
  const said = await saidOf(
    createServer((socket) => socket.on("error", () => undefined).on("data", () => socket.write(reply))),
  );
  expect(said).toMatch(/^animal-store serve: --store: [^\n]*\n$/);
  expect(said).toMatch(sentence);
});

test.for([
  ["a text", "OK"],
  ["nothing", null],
  ["numbers", [1, 2]],
  ["changes that are none", ["missed", "9-9", "1", "{}x"]],
  ["lists in lists", [["done"]]],
] as const)("a store that answers with %s later is refused as one", async ([, reply]) => {
  const facts = { name: "redis 7.0.0", isLasting: true, keepsKeys: true };
  const link = { facts, send: () => Promise.resolve(reply), unref: () => undefined, close: () => Promise.resolve() };
  const engine = new RedisEngine(link, "mock");
  const step = { from: UNTOUCHED, changes: [], blobs: new Map<string, string>(), records: [] };
  await expect(engine.step(undefined, step)).rejects.toMatchObject({ kind: "foreign" });
  await expect(engine.load(undefined, () => Promise.resolve())).rejects.toBeInstanceOf(EngineError);
});

/** Writes which modules a process loads, however it does. */
const WATCHING = (file: string): string => {
  const data = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
  const path = JSON.stringify(file);
  const hook = `import { appendFileSync } from "node:fs"; export async function load(url, context, next) {
    appendFileSync(${path}, url + "\\n"); return next(url, context); }`;
  return `--import=${data(`import { appendFileSync } from "node:fs"; import { createRequire, register } from "node:module";
    register(${JSON.stringify(data(hook))});
    const { cache } = createRequire(process.cwd() + "/x.js");
    process.on("exit", () => appendFileSync(${path}, Object.keys(cache).join("\\n") + "\\n"));`)}`;
};

test("somebody who only runs serve loads no client of Redis and no protocol of agents", async () => {
  const folder = mkdtempSync(join(tmpdir(), "animal-store-loaded-"));
  const started = async (name: string, ...args: string[]): Promise<string> => {
    const file = join(folder, name);
    const env = environment({ NODE_OPTIONS: WATCHING(file) });
    const own = [cliPath(), "serve", "--port", "0", "--quiet", ...args];
    const child = spawn(process.execPath, own, { env, stdio: ["ignore", "pipe", "ignore"] });
    const over = new Promise((resolve) => child.once("exit", resolve));
    const url = await new Promise<string>((resolve) => {
      child.stdout.once("data", (text: Buffer) => resolve(text.toString().trim()));
      child.once("exit", () => resolve(""));
    });
    if (url !== "") await fetch(`${url}/pets`, { headers: { Authorization: "Bearer demo-key" } });
    child.kill("SIGTERM");
    await over;
    return readFileSync(file, "utf8").replaceAll("\\", "/");
  };
  try {
    const plain = await started("plain");
    expect(plain).toContain("/dist/src/commands/serve/serve.js");
    const foreign =
      /node_modules\/(?:@?redis|@modelcontextprotocol|zod)\/|\/(?:sharing|redis)\/|\/commands\/(?:mcp|proxy|upstream)\//;
    expect(plain.split("\n").filter((path) => foreign.test(path))).toEqual([]);
    expect(await started("shared", "--store", "redis://127.0.0.1:1")).toMatch(/node_modules\/redis\//);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("nothing of it is loaded for a mock of its own", () => {
  const root = join(import.meta.dirname, "..", "..", "src");
  const all = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((path) => path.endsWith(".ts") && statSync(path).isFile());
  const isOfSharing = (path: string): boolean =>
    /\/(?:sharing|redis)\/|\/serve\/(?:kept\/store|workers)\.ts$/.test(path);
  const loading = all
    .filter((path) => !isOfSharing(path))
    .flatMap((path) => {
      const code = readFileSync(path, "utf8").replaceAll(/^import type [^;]*;|import\("[^"]*"\)/gm, "");
      return importsIn(code)
        .filter((name) => name === "redis" || (name.startsWith(".") && isOfSharing(join(dirname(path), name))))
        .map((name) => `${path}: ${name}`);
    });
  expect(loading).toEqual([]);
});
