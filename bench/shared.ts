// What sharing costs: one and four processes, on memory and on Redis, under 16 connections that take the processes in
// turn. Four processes on memory are four mocks: they show what the machine has to give. Redis is in the folder of a test,
// with appendonly yes.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./median.ts";
import { largeWorlds } from "./shared-large.ts";
import { usageOf } from "./measure/process-usage.ts";
import { type RunningServer, freePort, startServer } from "./measure/server-process.ts";

const ROUNDS = 3;
const REQUESTS = 4_000;
const CONNECTIONS = 16;
const cli = join(__dirname, "..", "..", "dist", "src", "cli.js");
const headers = { Authorization: "Bearer demo-key" };
const PET = JSON.stringify({ name: "Rex", categoryId: 1, status: "available" });

const KINDS = [
  { name: "list of 20", method: "GET", path: "/v1/pets?limit=20&status=sold", body: undefined },
  { name: "creation", method: "POST", path: "/v1/pets", body: PET },
] as const;
type Kind = (typeof KINDS)[number];

interface Redis {
  readonly url: string;
  readonly child: ChildProcess;
  stop(): void;
}

async function startRedis(): Promise<Redis> {
  const folder = mkdtempSync(join(tmpdir(), "animal-store-bench-"));
  const port = await freePort();
  const args = ["--port", String(port), "--dir", folder, "--save", "", "--appendonly", "yes", "--bind", "127.0.0.1"];
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "inherit"] });
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.stdout.on("data", (text: Buffer) => {
      if (/Ready to accept connections/.test(text.toString())) resolve();
    });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    child,
    stop() {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** `--large`: only what a large world costs. */
async function main(): Promise<void> {
  if (!process.argv.includes("--large")) await withRedis(smallWorlds);
  await withRedis(({ url }) => largeWorlds(url));
}

async function withRedis(work: (redis: Redis) => Promise<void>): Promise<void> {
  const redis = await startRedis();
  try {
    await work(redis);
  } finally {
    redis.stop();
  }
}

async function smallWorlds(redis: Redis): Promise<void> {
  process.stdout.write(
    "| | | requests a second | median ms | 99th percentile ms | CPU ms a request |\n|---|---|---:|---:|---:|---:|\n",
  );
  for (const [name, count, store] of [
    ["one process, memory", 1, []],
    ["four processes, memory (four mocks)", 4, []],
    ["one process, Redis", 1, ["--store", redis.url]],
    ["four processes, Redis", 4, ["--store", redis.url]],
  ] as const) {
    const servers: RunningServer[] = [];
    try {
      for (let n = 0; n < count; n++) {
        const port = await freePort();
        const args = [cli, "serve", "--quiet", "--seed", "1000", "--port", String(port), ...store];
        servers.push(await startServer({ name, args, port, ready: { path: "/v1/pets?limit=1", headers } }));
      }
      const pids = [...servers.map(({ pid }) => pid), ...(store.length === 0 ? [] : [redis.child.pid ?? 0])];
      for (const kind of KINDS) report(name, kind, await measured(servers, pids, kind));
    } finally {
      for (const server of servers) await server.stop();
    }
  }
}

interface Round {
  readonly perSecond: number;
  readonly median: number;
  readonly late: number;
  readonly cpu: number;
}

function report(name: string, kind: Kind, rounds: readonly Round[]): void {
  const of = (part: keyof Round, digits: number): string => median(rounds.map((round) => round[part])).toFixed(digits);
  process.stdout.write(
    `| ${name} | ${kind.name} | ${of("perSecond", 0)} | ${of("median", 2)} | ${of("late", 2)} | ${of("cpu", 3)} |\n`,
  );
}

async function measured(servers: readonly RunningServer[], pids: readonly number[], kind: Kind): Promise<Round[]> {
  const rounds: Round[] = [];
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    const one = await roundOf(servers, pids, kind);
    if (round > 0) rounds.push(one);
  }
  return rounds;
}

async function roundOf(servers: readonly RunningServer[], pids: readonly number[], kind: Kind): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const cpu = (): number => pids.reduce((sum, pid) => sum + usageOf(pid).cpuMs, 0);
  const times: number[] = [];
  const [began, before] = [performance.now(), cpu()];
  let sent = 0;
  const client = async (): Promise<void> => {
    while (sent < REQUESTS) {
      const { port } = servers[sent++ % servers.length] as RunningServer;
      const start = performance.now();
      await ask(agent, port, kind);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  const [took, worked] = [performance.now() - began, cpu() - before];
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { perSecond: (times.length / took) * 1_000, median: at(0.5), late: at(0.99), cpu: worked / times.length };
}

function ask(agent: Agent, port: number, { method, path, body }: Kind): Promise<void> {
  return new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": body.length };
    const sent = request(
      { agent, port, host: "127.0.0.1", method, path, headers: { ...headers, ...type } },
      (answer) => {
        if ((answer.statusCode ?? 500) >= 300)
          reject(new Error(`${method} ${path} was answered with ${answer.statusCode}`));
        answer.resume().once("end", resolve);
      },
    );
    sent.once("error", reject).end(body);
  });
}

void main();
