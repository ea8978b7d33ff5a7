// `serve --store` as it is used: several processes behind a round robin, and workers behind one address.
import { type ChildProcess, spawn } from "node:child_process";
import { type IncomingMessage, type ServerResponse, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { call, cliPath, environment } from "../cli/program.ts";
import { CERTIFICATE, ENCRYPTED, type Redis, startRedis } from "./redis.ts";

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

/** A process may take long to start while others compute. */
const PATIENCE = { timeout: 60_000 };
const PASSWORD = { ANIMAL_STORE_STORE_PASSWORD: "a secret" };

/** Starts `serve`, and waits for its address. */
async function serve(...args: string[]): Promise<Served> {
  return serveWith(PASSWORD, ...args);
}

async function serveWith(variables: Readonly<Record<string, string>>, ...args: string[]): Promise<Served> {
  const own = ["serve", "--port", "0", "--quiet", "--store", redis.url, ...args];
  const env = environment(variables);
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

const KEY = { Authorization: "Bearer demo-key" };

/** Creates an item. @returns its identifier */
async function create(url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const body = JSON.stringify({ name: "Rex", categoryId: 1, status: "available" });
  const sent = { method: "POST", body, headers: { ...KEY, ...headers, "Content-Type": "application/json" } };
  const answer = await fetch(`${url}/pets`, sent);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

/** The status with which an item is answered. */
async function statusOf(url: string, id: number, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return (await fetch(`${url}/pets/${id}`, { headers: { ...KEY, ...headers } })).status;
}

test("workers are one mock, and end together", async () => {
  const { url, said, child } = await serve("--workers", "3");
  const ids = await Promise.all(Array.from({ length: 40 }, () => create(url)));
  expect(new Set(ids).size).toBe(40);
  await expect.poll(said, PATIENCE).toMatch(/3 workers behind this address/);
  expect(said()).toMatch(/shares its worlds in \w+ [\d.]+ at redis:\/\/127/);
  expect(said()).not.toContain("a secret");
  expect(await stopped(child)).toBe(0);
});

/** The processes that a process has started, on Linux. */
function childrenOf({ pid }: ChildProcess): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.trim().split(" ").filter(Boolean).map(Number);
}

test.runIf(process.platform === "linux")(
  "a worker that is killed under load is started again, and nothing that was answered is lost",
  async () => {
    const { url, said, child } = await serve("--workers", "2");
    await expect.poll(said, PATIENCE).toMatch(/2 workers behind this address/);
    const made: number[] = [];
    let broken = 0;
    const load = async (): Promise<void> => {
      for (let n = 0; n < 25; n++)
        await create(url).then(
          (id) => made.push(id),
          // The connection of a request that was on its way.
          (error: unknown) => (error instanceof TypeError ? broken++ : Promise.reject(error as Error)),
        );
    };
    const traffic = Promise.all(Array.from({ length: 8 }, load));
    await expect.poll(() => made.length, PATIENCE).toBeGreaterThan(20);
    const [first = 0] = childrenOf(child);
    process.kill(first, "SIGKILL");
    await traffic;
    expect(made.length + broken).toBe(200);
    expect(broken).toBeLessThanOrEqual(8);
    expect(new Set(made).size).toBe(made.length);
    expect(said()).toMatch(/worker [12] ended \(SIGKILL\): another is started/);
    await expect.poll(() => childrenOf(child), PATIENCE).toHaveLength(2);
    expect(childrenOf(child)).not.toContain(first);
    for (const id of made) expect([id, await statusOf(url, id)]).toEqual([id, 200]);
    expect(await stopped(child)).toBe(0);
  },
);

test("with TLS, processes are one mock, and a certificate that nobody vouches for is one sentence", async () => {
  const encrypted = await startRedis(...ENCRYPTED, "--requirepass", "a secret");
  closing.push(() => void encrypted.close());
  const variables = { ...PASSWORD, NODE_EXTRA_CA_CERTS: CERTIFICATE };
  const [one, two] = await Promise.all([1, 2].map(() => serveWith(variables, "--store", encrypted.url)));
  const [first, second] = [one?.url ?? "", two?.url ?? ""];
  expect(await statusOf(second, await create(first))).toBe(200);
  expect(await statusOf(first, await create(second, { "X-Mock-Session": "a" }), { "X-Mock-Session": "a" })).toBe(200);
  expect(one?.said()).toMatch(/shares its worlds in \w+ [\d.]+ at rediss:\/\/127/);
  for (const [address, sentence] of [
    [encrypted.url, /is not trusted \(self-signed certificate\): set NODE_EXTRA_CA_CERTS to the file/],
    [encrypted.url.replace("rediss:", "redis:"), /ended the connection: with TLS, the address must begin with rediss:/],
    [redis.url.replace("redis:", "rediss:"), /does not answer: without TLS, the address must begin with redis:/],
  ] as const) {
    const { code, stdout, stderr } = await call(["serve", "--port", "0", "--store", address], { env: PASSWORD });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^animal-store serve: --store: [^\n]*\n$/);
    expect(stderr).toMatch(sentence);
  }
});

test("in a cluster, processes are one mock", async () => {
  const cluster = await startRedis("--cluster-enabled", "yes");
  closing.push(() => void cluster.close());
  await cluster.send("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
  await expect.poll(() => cluster.send("CLUSTER", "INFO"), { timeout: 20_000 }).toMatch(/cluster_state:ok/);
  const [one, two] = await Promise.all([1, 2].map(() => serveWith({}, "--store", cluster.url)));
  const [first, second] = [one?.url ?? "", two?.url ?? ""];
  for (const session of ["one", "two", "three"].map((name) => ({ "X-Mock-Session": name })))
    expect(await statusOf(second, await create(first, session), session)).toBe(200);
  expect(await statusOf(first, await create(second))).toBe(200);
});

test("a user of its own needs no more than the keys of the mock", async () => {
  const { url } = await serve("--store", redis.url.replace("//", "//mock@"), "--store-password", "its-own");
  expect((await fetch(`${url}/pets`, { headers: { Authorization: "Bearer demo-key" } })).status).toBe(200);
});

test("a replica and a full Redis are each one sentence", async () => {
  const other = await startRedis();
  closing.push(() => void other.close());
  const said = async (): Promise<string> => (await call(["serve", "--port", "0", "--store", other.url])).stderr;
  await other.send("CONFIG", "SET", "maxmemory", "1");
  expect(await said()).toMatch(/^animal-store serve: --store: redis:\S+ has no room left: [^\n]*\n$/);
  await other.send("REPLICAOF", "127.0.0.1", "1");
  expect(await said()).toMatch(/^animal-store serve: --store: redis:\S+ takes no changes: [^\n]*\n$/);
});

test("a wrong password is one sentence", async () => {
  const wrong = await call(["serve", "--port", "0", "--store", redis.url, "--store-password", "not it"]);
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toMatch(/^animal-store serve: --store: redis:\S+ does not accept the password: .*\n$/);
  expect(wrong.stderr).not.toContain("not it");
});
