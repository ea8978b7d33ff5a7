// `npm run bench:verify`: measures the whole `animal-store verify` process against a local `serve`. Prints the cost next to
// the targets, and exits with 1 if one is exceeded.
//   --cli FILE   another build of ours to measure
//   --times N    how often (5)
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { PREFIX } from "./figures.ts";
import { median } from "./median.ts";
import { serveCommand } from "./measure/own-servers.ts";
import { startCounting } from "./measure/request-log.ts";
import { startLate } from "./measure/late-proxy.ts";
import { type RunningServer, startServer } from "./measure/server-process.ts";
import { renderTable } from "./table.ts";

const ROOT = resolve(__dirname, "..", "..");
const PROBE = join(__dirname, "measure", "exit-probe.js");

const FIGURES = { seconds: 2, lateSeconds: 10, requests: 600, megabytes: 200 } as const;
/** How much later each request arrives in the second row. */
const LATE_MS = 50;

const { values: flags } = parseArgs({ options: { cli: { type: "string" }, times: { type: "string", default: "5" } } });
const cli = resolve(flags.cli ?? join(ROOT, "dist", "src", "cli.js"));

/** What one `verify` process used. */
interface Usage {
  readonly code: number;
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly megabytes: number;
}

/** Verifies a server once. @param folder where the process writes its figures */
function verifyOnce(port: number, folder: string): Promise<Usage> {
  const file = join(folder, "usage.json");
  const url = `http://127.0.0.1:${port}${PREFIX}`;
  return new Promise((done, reject) => {
    const began = performance.now();
    const child = spawn(process.execPath, ["--require", PROBE, cli, "verify", url, "--key", "demo-key"], {
      stdio: "ignore",
      env: { ...process.env, BENCH_USAGE_FILE: file },
    });
    child.once("error", reject);
    child.once("exit", (code) => {
      const wallMs = performance.now() - began;
      const used = JSON.parse(readFileSync(file, "utf8")) as NodeJS.ResourceUsage;
      const cpuMs = (used.userCPUTime + used.systemCPUTime) / 1000;
      // maxRSS is in kilobytes on every system, thanks to libuv.
      done({ code: code ?? -1, wallMs, cpuMs, megabytes: used.maxRSS / 1024 });
    });
  });
}

/** Verifies a new server behind a slow network. */
async function verifyLate(folder: string): Promise<number> {
  const server: RunningServer = await startServer(await serveCommand({ name: "ours", cli }));
  const late = await startLate(server.port, LATE_MS);
  try {
    return (await verifyOnce(late.port, folder)).wallMs / 1000;
  } finally {
    await late.stop();
    await server.stop();
  }
}

interface Measured {
  readonly usages: readonly Usage[];
  readonly requests: number;
  readonly writes: number;
}

async function measure(folder: string): Promise<Measured> {
  const usages: Usage[] = [];
  for (let time = 0; time < Number(flags.times); time++) {
    // A new server each time: a run must not start with the leftovers of the last one.
    const server: RunningServer = await startServer(await serveCommand({ name: "ours", cli }));
    try {
      usages.push(await verifyOnce(server.port, folder));
    } finally {
      await server.stop();
    }
  }
  // Counted in a run that is not timed, because logging each request costs the server time.
  const counting = await startCounting(cli);
  await verifyOnce(counting.port, folder);
  const { requests, writes } = await counting.stop();
  return { usages, requests, writes };
}

let over = false;

function figure(value: number, most: number, text: string): string {
  const ok = value <= most;
  if (!ok) over = true;
  return `${text} ${ok ? "ok" : "OVER"} (≤ ${most})`;
}

function cells({ usages, requests, writes }: Measured): string[] {
  const middle = (value: (usage: Usage) => number): number => median(usages.map(value));
  const seconds = middle(({ wallMs }) => wallMs) / 1000;
  const megabytes = middle((one) => one.megabytes);
  return [
    figure(seconds, FIGURES.seconds, seconds.toFixed(2)),
    (middle(({ cpuMs }) => cpuMs) / 1000).toFixed(2),
    figure(requests, FIGURES.requests, String(requests)),
    String(writes),
    figure(megabytes, FIGURES.megabytes, Math.round(megabytes).toString()),
    [...new Set(usages.map(({ code }) => code))].join(" "),
  ];
}

async function compareRuns(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "animal-store-verify-"));
  try {
    const head = ["wall s", "CPU s", "requests", "writes", "peak MB", "exit"];
    process.stdout.write(`median of ${flags.times}, Node ${process.version}\n\n`);
    process.stdout.write(renderTable([head, cells(await measure(folder))]));
    const seconds = await verifyLate(folder);
    process.stdout.write(
      `\nwith ${LATE_MS} ms more for each request: ${figure(seconds, FIGURES.lateSeconds, `${seconds.toFixed(1)} s`)}\n`,
    );
    if (over) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void compareRuns();
