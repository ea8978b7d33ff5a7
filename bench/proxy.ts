// What `animal-store proxy` adds to a request, beside a bare proxy of Node: one request after another through each, in
// turns, to the same service.
import { Agent, get } from "node:http";
import { join } from "node:path";
import { median } from "./median.ts";
import { usageOf } from "./measure/process-usage.ts";
import { type RunningServer, freePort, startServer } from "./measure/server-process.ts";

const ROUNDS = 9;
const REQUESTS = 1_000;
const PATH = "/v1/pets?limit=10";
const headers = { Authorization: "Bearer demo-key" };
const ready = { path: PATH, headers };
const cli = join(__dirname, "..", "..", "dist", "src", "cli.js");

async function main(): Promise<void> {
  const [service, ours, bare] = await Promise.all([freePort(), freePort(), freePort()]);
  const quiet = ["--quiet", "--port"];
  const running = [
    await startServer({ name: "the service", args: [cli, "serve", ...quiet, String(service)], port: service, ready }),
  ];
  try {
    const base = `http://127.0.0.1:${service}/v1`;
    const proxies = [
      {
        name: "bare proxy",
        args: [join(__dirname, "measure", "bare-proxy.js"), String(bare), String(service)],
        port: bare,
      },
      { name: "animal-store proxy", args: [cli, "proxy", base, ...quiet, String(ours)], port: ours },
    ];
    for (const one of proxies) running.push(await startServer({ ...one, ready }));
    const measured = running.map((server) => ({ server, ms: [] as number[], cpu: [] as number[] }));
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { server, ms, cpu } of measured) {
        const one = await roundOf(server);
        // The first round warms up.
        if (round === 0) continue;
        ms.push(one.ms);
        cpu.push(one.cpu);
      }
    }
    for (const { server, ms, cpu } of measured)
      process.stdout.write(
        `${server.name}: ${median(ms).toFixed(3)} ms, ${median(cpu).toFixed(3)} ms of CPU a request\n`,
      );
    const [, one, two] = measured.map(({ ms }) => median(ms));
    process.stdout.write(
      `The proxy adds ${((two ?? 0) - (one ?? 0)).toFixed(3)} ms to a bare one; it should be under 1.\n`,
    );
  } finally {
    for (const server of running) await server.stop();
  }
}

/** Milliseconds a request, as a client waits and as the process works. */
async function roundOf({ pid, port }: RunningServer): Promise<{ ms: number; cpu: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const [began, before] = [performance.now(), usageOf(pid).cpuMs];
  for (let sent = 0; sent < REQUESTS; sent++) await ask(agent, port);
  const [ms, cpu] = [performance.now() - began, usageOf(pid).cpuMs - before];
  agent.destroy();
  return { ms: ms / REQUESTS, cpu: cpu / REQUESTS };
}

function ask(agent: Agent, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ agent, host: "127.0.0.1", port, path: PATH, headers }, (message) => {
      message.resume().once("end", resolve);
    }).once("error", reject);
  });
}

void main();
