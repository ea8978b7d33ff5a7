// `npm run bench:large`: measures large documents: the CPU time of `serve` until the first answer, and of `verify`
// against it. Uses a generated document of 1,000 operations, and the named ones from the public data.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { largeDocument } from "./measure/large-document.ts";
import { usageOf } from "./measure/process-usage.ts";
import { freePort } from "./measure/server-process.ts";

const ROOT = resolve(__dirname, "..", "..");
const CLI = join(ROOT, "dist", "src", "cli.js");
const PROBE = join(__dirname, "measure", "exit-probe.js");
const FOLDER = join(process.env["ANIMAL_STORE_CORPUS"] ?? join(ROOT, "..", "shared", "data"), "documents");

/** Serves a file and verifies it. @returns a row of the table */
async function measure(name: string, file: string, folder: string): Promise<string> {
  const port = await freePort();
  const serve = spawn(process.execPath, [CLI, "serve", file, "--port", String(port)], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const banner = await firstWords(serve.stdout);
    const url = /served at (\S+)/.exec(banner)?.[1] ?? "";
    const target = /(https?:[^\s'"]+)['"]?\s*$/m.exec(/^ *try .*$/m.exec(banner)?.[0] ?? "")?.[1] ?? url;
    await (await fetch(target, { headers: { Authorization: "Bearer demo-key" } })).text();
    const start = usageOf(serve.pid as number).cpuMs;
    const { code, cpuMs, megabytes, told } = await verify(url, file, folder);
    const seconds = (ms: number): string => (ms / 1000).toFixed(1);
    return `| ${name} | ${seconds(start)} | ${seconds(cpuMs)} | ${Math.round(megabytes)} | ${code} | ${told} |`;
  } finally {
    serve.kill("SIGTERM");
  }
}

function firstWords(stdout: NodeJS.ReadableStream): Promise<string> {
  let said = "";
  return new Promise((done, failed) => {
    stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (/^ *stop /m.test(said)) done(said);
    });
    stdout.once("end", () => failed(new Error("it cannot be served")));
  });
}

interface Verified {
  readonly code: number;
  readonly cpuMs: number;
  readonly megabytes: number;
  readonly told: string;
}

function verify(url: string, file: string, folder: string): Promise<Verified> {
  const usage = join(folder, "usage.json");
  const flags = ["--spec", file, "--key", "demo-key"];
  const child = spawn(process.execPath, ["--require", PROBE, CLI, "verify", url, ...flags], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { ...process.env, BENCH_USAGE_FILE: usage },
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => void (said += chunk.toString()));
  return new Promise((done) => {
    child.once("close", (code) => {
      const used = JSON.parse(readFileSync(usage, "utf8")) as NodeJS.ResourceUsage;
      const cpuMs = (used.userCPUTime + used.systemCPUTime) / 1000;
      const told = /^\d+ pass, .*$/m.exec(said)?.[0].replace(/ in .*/, "") ?? "nothing";
      done({ code: code ?? -1, cpuMs, megabytes: used.maxRSS / 1024, told });
    });
  });
}

async function main(names: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "large-"));
  try {
    process.stdout.write("| document | serve, s CPU | verify, s CPU | MB | exit | |\n|---|---|---|---|---|---|\n");
    const made = join(folder, "thousand.json");
    writeFileSync(made, JSON.stringify(largeDocument(1_000)));
    process.stdout.write(`${await measure("1,000 operations", made, folder)}\n`);
    for (const packed of readdirSync(FOLDER).filter((one) => names.some((name) => one.startsWith(name)))) {
      const file = join(folder, packed.replace(/\.gz$/, ""));
      writeFileSync(file, gunzipSync(readFileSync(join(FOLDER, packed))));
      process.stdout.write(`${await measure(packed.split(".", 1).join(), file, folder)}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void main(process.argv.slice(2));
