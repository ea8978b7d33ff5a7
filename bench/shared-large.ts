// Whether what a request costs depends on how many items a shared world has, and what a process pays for having a large
// one: the same requests with a thousand items and with a million, in one process and in each of four.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RedisEngine } from "../src/store/redis/engine.ts";
import type { Change } from "../src/store/engine.ts";
import { connect } from "../src/store/redis/link.ts";
import { median } from "./median.ts";
import { usageOf } from "./measure/process-usage.ts";
import { type RunningServer, freePort, startServer } from "./measure/server-process.ts";

const SIZES = [1_000, 1_000_000] as const;
const TIMES = 200;
const AT_ONCE = 1_000;
const STATES = ["open", "done", "late"];
const cli = join(__dirname, "..", "..", "dist", "src", "cli.js");

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const query = (name: string, schema: object) => ({ name, in: "query", schema });
const task = { $ref: "#/components/schemas/Task" };
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Tasks", version: "1.0.0" },
  servers: [{ url: "http://localhost/v1" }],
  components: {
    schemas: {
      Task: {
        type: "object",
        required: ["title"],
        properties: {
          id: { type: "integer", readOnly: true },
          title: { type: "string" },
          status: { enum: STATES },
          createdAt: { type: "string", format: "date-time" },
        },
      },
    },
  },
  paths: {
    "/tasks": {
      get: {
        operationId: "listTasks",
        parameters: [
          query("limit", { type: "integer", minimum: 1, maximum: 100, default: 20 }),
          query("page", { type: "integer", minimum: 1 }),
          query("after", { type: "integer", description: "The last task of the page before" }),
          query("status", { enum: STATES }),
          query("sort", { enum: ["createdAt", "-createdAt", "title"] }),
        ],
        responses: {
          200: {
            description: "a page",
            ...json({
              type: "object",
              required: ["data", "total"],
              properties: { data: { type: "array", items: task }, total: { type: "integer" } },
            }),
          },
        },
      },
      post: {
        operationId: "createTask",
        requestBody: json(task),
        responses: { 201: { description: "ok", ...json(task) } },
      },
    },
    "/tasks/{taskId}": {
      get: {
        operationId: "getTask",
        parameters: [{ name: "taskId", in: "path", required: true, schema: { type: "integer" } }],
        responses: { 200: { description: "ok", ...json(task) } },
      },
    },
  },
};

/** The requests, by how many items there are, and the number of this one. */
const REQUESTS: readonly (readonly [name: string, path: (items: number, n: number) => string])[] = [
  ["fetch", (items, n) => `/tasks/${1 + ((n * 7919) % items)}`],
  ["page in the middle", (items, n) => `/tasks?page=${Math.floor(items / 40) + (n % 5)}`],
  ["page after an item", (items, n) => `/tasks?after=${Math.floor(items / 2) + n}`],
  ["filter", (items, n) => `/tasks?status=open&page=${Math.floor(items / 120) + (n % 5)}`],
  ["sort", (_, n) => `/tasks?sort=-createdAt&page=${1 + (n % 5)}`],
  ["filter and sort", (_, n) => `/tasks?status=late&sort=title&page=${1 + (n % 5)}`],
];
const CREATION = JSON.stringify({ title: "one more", status: "open", createdAt: "2026-01-01T00:00:00Z" });

/** @param url of an empty Redis */
export async function largeWorlds(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "animal-store-bench-"));
  const spec = join(folder, "tasks.json");
  writeFileSync(spec, JSON.stringify(DOCUMENT));
  const servers: RunningServer[] = [];
  const costs = new Map<string, string[]>();
  const stop = async (): Promise<void> => {
    for (const server of servers.splice(0)) await server.stop();
  };
  process.stdout.write("\n| process | until its first answer, s | CPU s | resident MB |\n|---|---:|---:|---:|\n");
  try {
    for (const items of SIZES) {
      servers.push(await serve(url, spec));
      await fill(url, items);
      await stop();
      servers.push(await serve(url, spec));
      tellStart(`one, with ${items} items`, servers);
      await measure(servers, items, costs);
      while (servers.length < 4) servers.push(await serve(url, spec));
      tellStart("the fourth beside it", servers);
      await measure(servers, items, costs);
      await stop();
    }
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const sizes = SIZES.flatMap((size) => [`${size} items`, "in four processes"]);
  process.stdout.write(`\n| request: CPU ms (median ms) | ${sizes.join(" | ")} |\n|---|---:|---:|---:|---:|\n`);
  for (const [name, cells] of costs) process.stdout.write(`| ${name} | ${cells.join(" | ")} |\n`);
}

async function serve(url: string, spec: string): Promise<RunningServer> {
  const port = await freePort();
  const args = [cli, "serve", spec, "--quiet", "--capacity", "2000000", "--port", String(port), "--store", url];
  return startServer({ name: "serve", args, port, ready: { path: "/v1/tasks/1", headers: {} } });
}

/** Stores items as other processes would, many at a time; in place of what was there. */
async function fill(url: string, items: number): Promise<void> {
  const link = await connect({ url });
  const [key = ""] = (await link.send("", ["KEYS", "animal-store:1:*:secret"])) as string[];
  const engine = new RedisEngine(link, /\{(.*)\}/.exec(key)?.[1] ?? "");
  let from = await engine.load(undefined, () => Promise.resolve());
  const empty = new Map([["empty", '{"0":{"next":"1","items":[]}}']]);
  const step = async (changes: readonly Change[], blobs: ReadonlyMap<string, string> = new Map()): Promise<void> => {
    const outcome = await engine.step(undefined, { from, changes, blobs, records: [] });
    if (outcome.kind !== "done") throw new Error(`the items cannot be stored: ${outcome.kind}`);
    from = outcome.version;
  };
  await step([["base", "empty"]], empty);
  for (let start = 1; start <= items; start += AT_ONCE) {
    const changes: Change[] = Array.from({ length: AT_ONCE }, (_, n) => putOf(start + n));
    await step([...changes, ["row", "identifiers", "0", JSON.stringify(String(start + AT_ONCE))]]);
  }
  await link.close();
}

function putOf(id: number): Change {
  const createdAt = new Date(1_760_000_000_000 + ((id * 7_919) % 10_000_019) * 1_000).toISOString();
  const item = { id, title: `task ${(id * 31) % 1_000_003}`, status: STATES[id % STATES.length], createdAt };
  return ["put", 0, String(id), JSON.stringify(item), 1];
}

function tellStart(name: string, servers: readonly RunningServer[]): void {
  const { startMs, startCpuMs, pid } = servers.at(-1) as RunningServer;
  const memory = (usageOf(pid).residentBytes / 2 ** 20).toFixed(0);
  process.stdout.write(
    `| ${name} | ${(startMs / 1_000).toFixed(1)} | ${(startCpuMs / 1_000).toFixed(1)} | ${memory} |\n`,
  );
}

/** Asks the processes in turn, one request after another. */
async function measure(servers: readonly RunningServer[], items: number, costs: Map<string, string[]>): Promise<void> {
  for (const [name, path] of REQUESTS) {
    // Each process sorts a list once.
    const began = performance.now();
    for (const server of servers) await ask(server, path(items, 0));
    const firstMs = (performance.now() - began) / servers.length;
    const cost = await costOf(servers, (server, n) => ask(server, path(items, n)));
    tell(costs, name, firstMs > 250 ? `${cost}, the first ${(firstMs / 1_000).toFixed(1)} s` : cost);
  }
  tell(costs, "creation", await costOf(servers, (server) => ask(server, "/tasks", CREATION)));
}

function tell(costs: Map<string, string[]>, name: string, cost: string): void {
  costs.set(name, [...(costs.get(name) ?? []), cost]);
}

type Request = (server: RunningServer, n: number) => Promise<void>;

async function costOf(servers: readonly RunningServer[], request: Request): Promise<string> {
  const cpu = (): number => servers.reduce((sum, { pid }) => sum + usageOf(pid).cpuMs, 0);
  const times: number[] = [];
  const before = cpu();
  for (let n = 1; n <= TIMES; n++) {
    const start = performance.now();
    await request(servers[n % servers.length] as RunningServer, n);
    times.push(performance.now() - start);
  }
  return `${((cpu() - before) / TIMES).toFixed(2)} (${median(times).toFixed(1)})`;
}

async function ask({ port }: RunningServer, path: string, body?: string): Promise<void> {
  const sent = body === undefined ? {} : { method: "POST", body, headers: { "Content-Type": "application/json" } };
  const answer = await fetch(`http://127.0.0.1:${port}/v1${path}`, sent);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${text.slice(0, 200)}`);
}
