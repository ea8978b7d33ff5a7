// The flags that share a mock: what does not fit is one sentence, and nothing of it is loaded for anybody else.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createServer as createHttp } from "node:http";
import { type AddressInfo, type Server, createServer } from "node:net";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { importsIn } from "../architecture/arrows.ts";
import { call } from "../cli/program.ts";

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

test("nothing of it is loaded for a mock of its own", () => {
  const root = join(import.meta.dirname, "..", "..", "src");
  const all = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((path) => path.endsWith(".ts") && statSync(path).isFile());
  const isOfSharing = (path: string): boolean => /\/(?:sharing|redis)\/|\/serve\/(?:store|workers)\.ts$/.test(path);
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
