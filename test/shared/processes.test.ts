// `serve --store` as it is used: several processes behind a round robin, and workers behind one address.
import { type ChildProcess, spawn } from "node:child_process";
import { type IncomingMessage, type ServerResponse, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { call, cliPath, environment } from "../cli/program.ts";
import { type Redis, startRedis } from "./redis.ts";

let redis: Redis;
const running: ChildProcess[] = [];
const closing: (() => void)[] = [];
beforeAll(async () => {
  const user = ["--user", "mock", "on", ">its-own", "~animal-store:*", "+@all"];
  redis = await startRedis("--appendonly", "yes", "--requirepass", "a secret", ...user);
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await Promise.all(running.splice(0).map(async (child) => stopped(child)));
});
afterAll(() => redis.close());

interface Served {
  readonly url: string;
  readonly said: () => string;
  readonly child: ChildProcess;
}

function stopped(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  const over = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  return over;
}

/** Starts `serve`, and waits for its address. */
async function serve(...args: string[]): Promise<Served> {
  const own = ["serve", "--port", "0", "--quiet", "--store", redis.url, ...args];
  const env = environment({ ANIMAL_STORE_STORE_PASSWORD: "a secret" });
  const child = spawn(process.execPath, [cliPath(), ...own], { env, stdio: ["ignore", "pipe", "pipe"] });
  running.push(child);
  let [out, err] = ["", ""];
  child.stderr.on("data", (text: Buffer) => (err += text.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (text: Buffer) => {
      out += text.toString();
      if (out.includes("\n")) resolve(out.trim());
    });
    child.once("exit", (code) => reject(new Error(`serve ended with ${code}: ${err}`)));
  });
  return { url, said: () => err, child };
}

/** A balancer that sends each request to the next of several servers. */
async function roundRobin(urls: readonly string[]): Promise<string> {
  let turn = 0;
  const pass = (req: IncomingMessage, res: ServerResponse): void => {
    const { port, hostname } = new URL(urls[turn++ % urls.length] ?? "");
    const onward = request({ port, hostname, path: req.url, method: req.method, headers: req.headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(res);
    });
    onward.once("error", () => res.destroy());
    req.pipe(onward);
  };
  const server = createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(urls[0] ?? "").pathname}`;
}

const SHOP = join(import.meta.dirname, "..", "..", "examples", "shop");

test.for([
  ["the animal store", []],
  ["the shop", [join(SHOP, "shop.yaml")]],
] as const)("four processes of %s pass the suite as one", async ([, spec]) => {
  const served = await Promise.all(Array.from({ length: 4 }, () => serve(...spec)));
  const url = await roundRobin(served.map((one) => one.url));
  const own = spec.flatMap((file) => ["--spec", file]);
  const { code, stdout, stderr } = await call(["verify", url, "--key", "demo-key", ...own]);
  expect(`${stdout}${stderr}`).toMatch(/ 0 failed|no failures|0 fail/i);
  expect(code).toBe(0);
});

test("workers are one mock, are started again when they crash, and end together", async () => {
  const { url, said, child } = await serve("--workers", "3");
  const key = { Authorization: "Bearer demo-key" };
  const post = async (): Promise<number> => {
    const body = JSON.stringify({ name: "Rex", categoryId: 1, status: "available" });
    const answer = await fetch(`${url}/pets`, {
      method: "POST",
      body,
      headers: { ...key, "Content-Type": "application/json" },
    });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: number }).id;
  };
  const ids = await Promise.all(Array.from({ length: 40 }, post));
  expect(new Set(ids).size).toBe(40);
  await expect.poll(said).toMatch(/3 workers behind this address/);
  expect(said()).toMatch(/shares its worlds in \w+ [\d.]+ at redis:\/\/127/);
  expect(said()).not.toContain("a secret");
  expect(await stopped(child)).toBe(0);
});

test("a user of its own needs no more than the keys of the mock", async () => {
  const { url } = await serve("--store", redis.url.replace("//", "//mock@"), "--store-password", "its-own");
  expect((await fetch(`${url}/pets`, { headers: { Authorization: "Bearer demo-key" } })).status).toBe(200);
});

test("a wrong password, and a server that is not Redis, are each one sentence", async () => {
  const wrong = await call(["serve", "--port", "0", "--store", redis.url, "--store-password", "not it"]);
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toMatch(/^animal-store serve: --store: redis:\S+ does not accept the password: .*\n$/);
  expect(wrong.stderr).not.toContain("not it");
});
