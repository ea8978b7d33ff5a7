// Fifty connections to a full store for ten minutes, with reads, writes and refusals: no wrong response, and a stable
// heap. ANIMAL_STORE_SOAK_MINUTES changes the duration.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orders } from "../http/documents.ts";
import { type Build, buildSources } from "../serve/build.ts";

const MINUTES = Number(process.env["ANIMAL_STORE_SOAK_MINUTES"] ?? 10);
const CONNECTIONS = 50;
const CAPACITY = 20_000;

const SERVER = `
import { contractOf, documentOfValue } from "./src/contract/load.js";
import { createMockServer } from "./src/http/server.js";
import { inferResources } from "./src/resource/infer.js";
process.on("message", async (message) => {
  if (message === "heap") {
    gc();
    process.send({ heap: process.memoryUsage().heapUsed });
    return;
  }
  const contract = contractOf(await documentOfValue(message.document));
  const server = createMockServer(contract, inferResources(contract), {
    capacity: message.capacity,
    seeds: { default: { kind: "count", count: message.capacity } },
    onError: (error) => process.send({ error: String(error) }),
  });
  process.send(await server.listen());
});
`;

let build: Build;
let server: ChildProcess;
let port = 0;
const errors: unknown[] = [];

beforeAll(async () => {
  build = await buildSources();
  const script = join(build.folder, "soak.mjs");
  writeFileSync(script, SERVER);
  server = fork(script, [], { execArgv: ["--expose-gc"] });
  server.send({ document: orders(), capacity: CAPACITY });
  port = ((await once(server, "message"))[0] as { port: number }).port;
  server.on(
    "message",
    (message: { error?: string }) => void (message.error === undefined ? 0 : errors.push(message.error)),
  );
}, 120_000);
afterAll(() => {
  server.kill();
  build.remove();
});

async function heap(): Promise<number> {
  const answer = new Promise<number>((resolve) => {
    const listen = (message: { heap?: number }): void => {
      if (message.heap === undefined) return;
      server.off("message", listen);
      resolve(message.heap);
    };
    server.on("message", listen);
  });
  server.send("heap");
  return answer;
}

/** Requests with only a few possible responses, whatever the state of the store. */
const MIX: readonly (readonly [string, (n: number) => string, string | undefined, readonly number[]])[] = [
  ["GET", () => "/api/orders", undefined, [200]],
  ["GET", () => "/api/orders?state=open&page_size=50", undefined, [200]],
  ["GET", (n) => `/api/orders/${(n * 7919) % (CAPACITY * 2)}`, undefined, [200, 404]],
  ["POST", () => "/api/orders", '{"quantity":3,"note":"soak"}', [201, 507]],
  ["DELETE", (n) => `/api/orders/${(n * 104_729) % (CAPACITY * 2)}`, undefined, [204, 404]],
  ["PUT", (n) => `/api/orders/${(n * 31) % CAPACITY}`, '{"quantity":9,"state":"done"}', [200, 404]],
  ["POST", () => "/api/orders", '{"quantity":0}', [422]],
  ["POST", () => "/api/orders", '{"quantity":', [422]],
  ["GET", () => "/api/orders?page_size=x", undefined, [400]],
  ["GET", () => "/api/nothing", undefined, [404]],
  ["POST", () => "/api/orders/1", "{}", [405]],
];

function ask(agent: Agent, method: string, path: string, body: string | undefined): Promise<readonly [number, string]> {
  return new Promise((resolve, reject) => {
    const headers =
      body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    request({ host: "127.0.0.1", port, method, path, agent, headers }, (res) => {
      let text = "";
      res.setEncoding("utf8");
      res.on("data", (chunk: string) => (text += chunk));
      res.on("end", () => resolve([res.statusCode ?? 0, text]));
    })
      .on("error", reject)
      .end(body);
  });
}

test(
  "no wrong answer, and a heap that stays flat",
  async () => {
    const until = performance.now() + MINUTES * 60_000;
    const wrong: string[] = [];
    const heaps: number[] = [];
    let asked = 0;
    const one = async (offset: number): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let n = offset; performance.now() < until; n += CONNECTIONS) {
        const [method, path, body, allowed] = MIX[n % MIX.length] as (typeof MIX)[number];
        const [status, text] = await ask(agent, method, path(n), body);
        asked++;
        const fits = allowed.includes(status) && (text === "" || typeof JSON.parse(text) === "object");
        if (!fits) wrong.push(`${method} ${path(n)} -> ${status} ${text.slice(0, 100)}`);
      }
      agent.destroy();
    };
    const clients = Array.from({ length: CONNECTIONS }, (_, index) => one(index));
    const watch = setInterval(() => void heap().then((bytes) => heaps.push(bytes)), 15_000);
    await Promise.all(clients);
    clearInterval(watch);
    process.stdout.write(
      `${asked} requests; heap in MB: ${heaps.map((bytes) => (bytes / 1e6).toFixed(1)).join(" ")}\n`,
    );
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(errors).toEqual([]);
    // During the first measurements, the caches of the engine fill up.
    const [first = 0, last = 0] = [heaps.at(2), heaps.at(-1)];
    expect(last - first).toBeLessThan(1e6 * MINUTES);
  },
  (MINUTES + 2) * 60_000,
);
