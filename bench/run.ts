// `npm run bench`: measures our server next to bare `node:http` and the installed peers. Prints one table, and writes
// it to bench/results.json and docs/figures.md.
//   --quick      one tiny round of everything, only to show that it works
//   --out FILE   where to write the results, instead of both files
//   --cli FILE   another build of ours to measure
//   --runs N     how many runs (3)
//   --no-peers   only ours and bare Node
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Results, withFigures } from "./figures-page.ts";
import { LoadGenerator } from "./measure/load.ts";
import { heldBytes } from "./measure/memory.ts";
import { writeSeed } from "./measure/seed-file.ts";
import { availablePeers } from "./peers/registry.ts";
import { rowsOf } from "./results.ts";
import { FULL, QUICK } from "./scale.ts";
import { type RunResult, run } from "./session.ts";
import { benchTable } from "./table.ts";

const ROOT = resolve(__dirname, "..", "..");

const { values: flags } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    out: { type: "string" },
    cli: { type: "string" },
    runs: { type: "string" },
    "no-peers": { type: "boolean", default: false },
  },
});

function say(text: string): void {
  process.stderr.write(`bench: ${text}\n`);
}

async function main(folder: string): Promise<void> {
  const base = flags.quick ? QUICK : FULL;
  const scale = { ...base, runs: flags.runs === undefined ? base.runs : Number(flags.runs) };
  const cli = resolve(flags.cli ?? join(ROOT, "dist", "src", "cli.js"));
  const seeds = { few: join(folder, "few.json"), many: join(folder, "many.json") };
  writeSeed(seeds.few, scale.few);
  writeSeed(seeds.many, scale.many);
  const peers = flags["no-peers"] ? [] : availablePeers(say);
  const began = performance.now();
  const runs: RunResult[] = [];
  const generator = new LoadGenerator();
  try {
    for (let count = 1; count <= scale.runs; count++) {
      say(`run ${count} of ${scale.runs}`);
      const quiet = count > 1 ? () => {} : say;
      runs.push(await run({ cli, folder, scale, seeds, peers, generator, say: quiet }));
    }
  } finally {
    generator.close();
  }
  say("memory");
  const more = (await heldBytes(cli, seeds.many, folder)) - (await heldBytes(cli, seeds.few, folder));
  const rows = rowsOf(runs, more / (scale.many - scale.few));
  const machine = { cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, platform: process.platform };
  const date = new Date().toISOString();
  process.stdout.write(`\n${machine.cpu}, ${machine.cores} cores, Node ${process.version}, ${date.slice(0, 10)}\n`);
  process.stdout.write(`few items: ${scale.few}, many: ${scale.many}; the ratio is the median of the runs\n\n`);
  const titles = peers.map(({ id, title }) => [id, title] as const);
  process.stdout.write(benchTable(rows, titles));
  say(`took ${Math.round((performance.now() - began) / 1000)} s`);
  const out = flags.out ?? (flags.quick ? undefined : join(ROOT, "bench", "results.json"));
  if (out === undefined) return;
  const results = { date, node: process.version, machine, scale, peers: Object.fromEntries(titles), rows };
  const text = `${JSON.stringify(results, rounded, 2)}\n`;
  writeFileSync(out, text);
  if (flags.out !== undefined) return;
  const page = join(ROOT, "docs", "figures.md");
  writeFileSync(page, withFigures(readFileSync(page, "utf8"), JSON.parse(text) as Results));
}

/** Nobody needs nanoseconds. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isInteger(value) ? Math.round(value * 1000) / 1000 : value;
}

async function inScratchFolder(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "animal-store-bench-"));
  try {
    await main(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

void inScratchFolder();
