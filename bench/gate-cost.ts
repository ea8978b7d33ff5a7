// Writes bench/gate-cost.md: what comparing two published versions takes as a whole process, in CPU time and peak
// memory, which other programs on the machine hardly affect. Run with `node scripts/bench.mjs gate-cost`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";

const ROOT = resolve(__dirname, "..", "..");
const CLI = join(ROOT, "dist", "src", "cli.js");
const PROBE = join(__dirname, "measure", "exit-probe.js");
/** The minimum of this many runs, because other programs can only make a run slower. */
const ROUNDS = 3;
const FOLDER = join(process.env["ANIMAL_STORE_CORPUS"] ?? "", "releases");

/** The table row for a pair of packed files. */
function measure(api: string, packed: readonly [string, string], folder: string): string {
  const [before, after] = packed.map((name) => {
    const file = join(folder, name.replace(/\.gz$/, ""));
    const text = gunzipSync(readFileSync(join(FOLDER, api, name)));
    writeFileSync(file, text);
    return { file, day: name.split(".", 1).join(), size: text.length };
  }) as [Unpacked, Unpacked];
  const runs = Array.from({ length: ROUNDS }, () => run([before.file, after.file], join(folder, "usage.json")));
  const [{ seconds, used, status, told }] = runs.sort((one, other) => one.seconds - other.seconds) as [Run];
  const megabytes = (size: number): string => (size / 1e6).toFixed(1);
  const cells = [`${api} ${before.day} to ${after.day}`, megabytes(after.size), seconds.toFixed(2)];
  return `| ${[...cells, Math.round(used.maxRSS / 1024), status, told].join(" | ")} |\n`;
}

interface Run {
  readonly seconds: number;
  readonly used: NodeJS.ResourceUsage;
  readonly status: number | null;
  readonly told: string;
}

function run(pair: readonly string[], usage: string): Run {
  // Node 20 reads extra certificates at every start, which has nothing to do with comparing documents.
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ["--require", PROBE, CLI, "gate", ...pair], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
    env: { ...env, BENCH_USAGE_FILE: usage },
  });
  const used = JSON.parse(readFileSync(usage, "utf8")) as NodeJS.ResourceUsage;
  // The counts of single kinds look the same; only the total ends with the duration.
  const told = /^(.*\d+ breaking, .*) in [\d.]+ m?s$/m.exec(stdout)?.[1] ?? "nothing";
  return { seconds: (used.userCPUTime + used.systemCPUTime) / 1e6, used, status, told };
}

interface Unpacked {
  readonly file: string;
  readonly day: string;
  readonly size: number;
}

const head = `# What \`gate\` takes

Written by \`node scripts/bench.mjs gate-cost\`: \`gate BASE REVISION\` of successive published versions, each a process of
its own. The size is that of the revision. The targets are 3 s of CPU for a pair of 1 MB, 10 s for 4 MB, and 400 MB of memory.

| pair | MB | CPU, s | peak, MB | exit | found |
|---|---:|---:|---:|---:|---|
`;

const folder = mkdtempSync(join(tmpdir(), "gate-cost-"));
try {
  const lines = readdirSync(FOLDER).flatMap((api) => {
    const files = readdirSync(join(FOLDER, api)).sort();
    return files.slice(1).map((file, index) => measure(api, [files[index] ?? "", file], folder));
  });
  writeFileSync(join(ROOT, "bench", "gate-cost.md"), head + lines.join(""));
} finally {
  rmSync(folder, { recursive: true });
}
