// Runs our gate and others on the same labelled pairs of documents in one run: which breaking pairs are found, which
// compatible pairs are reported as breaking, which are undecided, and how long a pair takes. Run with `npm run
// bench:gates`; the pairs are those of `npm run test:corpus`.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CORPUS_SETTINGS,
  type LabelledPair,
  hasAlarm,
  isBreaking,
  judgePair,
  readPairs,
} from "../test/corpus/gate-corpus.ts";
import { median } from "./median.ts";
import { GATE_PEERS, type GateVerdict } from "./peers/gates.ts";
import { peersFolder } from "./peers/registry.ts";

const RESULTS = "bench/gate-results.json";

interface Row {
  readonly title: string;
  readonly breaking: { readonly found: number; readonly of: number };
  readonly compatible: { readonly alarms: number; readonly of: number };
  /** Pairs for which it ends with an error. */
  readonly untold: number;
  readonly milliseconds: number;
}

async function measure(title: string, says: GateVerdict, pairs: readonly LabelledPair[]): Promise<Row> {
  const breaking = { found: 0, of: 0 };
  const compatible = { alarms: 0, of: 0 };
  const times: number[] = [];
  let untold = 0;
  for (const { base, revision, consensus } of pairs) {
    const start = performance.now();
    let breaks: boolean;
    try {
      breaks = await says(base, revision);
    } catch {
      untold++;
      continue;
    }
    times.push(performance.now() - start);
    if (consensus === "breaking") {
      breaking.of++;
      if (breaks) breaking.found++;
    } else {
      compatible.of++;
      if (breaks) compatible.alarms++;
    }
  }
  return { title, breaking, compatible, untold, milliseconds: Math.round(median(times) * 10) / 10 };
}

/** What makes our command exit with 1: a witness or a policy error. */
function ours(profile: "wire" | "strict"): GateVerdict {
  return async (base, revision) => {
    const judged = await judgePair({ base, revision } as Documents, { ...CORPUS_SETTINGS, profile });
    if (judged.changes === undefined) throw new Error(judged.refusal);
    return isBreaking(judged) || hasAlarm(judged);
  };
}

type Documents = Pick<LabelledPair, "base" | "revision">;

async function main(): Promise<void> {
  const pairs = readPairs().filter(({ consensus }) => consensus !== null);
  const rows: Row[] = [];
  for (const profile of ["wire", "strict"] as const) {
    rows.push(await measure(`animal-store, ${profile}`, ours(profile), pairs));
  }
  const folder = mkdtempSync(join(tmpdir(), "gate-peers-"));
  try {
    for (const peer of GATE_PEERS) {
      if (!existsSync(join(peersFolder(), peer.id, "node_modules", peer.package))) {
        process.stdout.write(`${peer.title} is left out: npm run bench:peers puts it in ${peersFolder()}\n`);
        continue;
      }
      const others = pairs.filter(({ id }) => !id.startsWith(`${peer.own}/`));
      rows.push(await measure(peer.title, await peer.load(folder), others));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const percent = (part: number, whole: number): string =>
    `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
  const lines = rows.map(
    ({ title, breaking, compatible, untold, milliseconds }) =>
      `| ${title} | ${percent(breaking.found, breaking.of)} | ${percent(compatible.alarms, compatible.of)} | ${untold} | ${milliseconds} ms |`,
  );
  process.stdout.write(
    [
      "| gate | breaking, said to break | compatible, said to break | cannot tell | a pair |",
      "|---|---|---|---|---|",
      ...lines,
      "",
    ].join("\n"),
  );
  writeFileSync(
    RESULTS,
    `${JSON.stringify({ date: new Date().toISOString(), node: process.version, rows }, null, 2)}\n`,
  );
}

void main();
