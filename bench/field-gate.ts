// Writes bench/field-gate.md: what the gate says about successive releases of public APIs, why it reaches no verdict
// where it does not, and 60 of the findings that fail a run, drawn with a fixed seed, each with a person's reading. Run
// with `node scripts/bench.mjs field-gate`.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { parseDocumentText } from "../src/contract/load.ts";
import { describeExchange } from "../src/gate/exchange/show.ts";
import type { WireExchange } from "../src/gate/exchange/model.ts";
import { runComparison } from "../src/gate/gate.ts";
import type { Change, GateResult, GateSettings } from "../src/gate/model.ts";
import { READINGS } from "./field-gate-readings.ts";

const FOLDER = join(process.env["ANIMAL_STORE_CORPUS"] ?? "", "releases");
const SETTINGS: GateSettings = {
  profile: "wire",
  today: "2026-11-22",
  noticeDays: { stable: 90, beta: 90 },
  budgetMs: 8_000,
};
/** Findings of the first seed led to fixes of whole classes; those of the second led to none. */
const SEEDS = [15, 2026] as const;
const SAMPLE = 60;

interface Pair {
  readonly name: string;
  readonly result: GateResult;
}

interface Finding {
  readonly pair: string;
  readonly change: Change;
}

async function judged(api: string, before: string, after: string): Promise<Pair> {
  const text = (file: string): string => gunzipSync(readFileSync(join(FOLDER, api, file))).toString("utf8");
  const base = await parseDocumentText(text(before), before, { lenient: true });
  const revision = await parseDocumentText(text(after), after, { before: base, lenient: true });
  const day = (file: string): string => file.replace(/\.(?:ya?ml|json)\.gz$/, "");
  return { name: `${api} ${day(before)} to ${day(after)}`, result: runComparison(base, revision, SETTINGS) };
}

/** Random numbers from 0 to 1, the same in each run (mulberry32). */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

function drawn(findings: readonly Finding[], seed: number): Finding[] {
  const left = [...findings];
  const random = numbers(seed);
  const taken: Finding[] = [];
  while (taken.length < SAMPLE && left.length > 0) {
    taken.push(...left.splice(Math.floor(random.next().value * left.length), 1));
  }
  return taken;
}

/** Characters of a witness that are shown. */
const LONGEST = 300;

function cell(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function told(exchange: WireExchange | undefined): string {
  if (exchange === undefined) return "";
  const { curl, request, response } = describeExchange(exchange, "");
  return response ?? request ?? curl ?? "";
}

function row({ pair, change }: Finding): string {
  const { id, text, operations, witness } = change;
  const shown = told(witness?.exchange);
  const why = witness?.violations[0];
  const refused = why === undefined ? "" : `${why.at} ${why.message}`;
  const where = `${operations[0] ?? "the document"}${operations.length > 1 ? ` and ${operations.length - 1} more` : ""}`;
  const cells = [pair, `\`${id}\``, where, text, `${shown} ${refused}`, readingOf({ pair, change }) ?? "not read"];
  return `| ${cells.map(cell).join(" | ")} |`;
}

function readingOf({ pair, change }: Finding): string | undefined {
  return READINGS.get(`${pair} ${change.id}`);
}

/** The findings that a seed draws, and how many of them were signed. */
function drawing(failing: readonly Finding[], seed: number): string[] {
  const sample = drawn(failing, seed);
  const read = sample.filter((one) => readingOf(one) !== undefined);
  const signed = read.filter((one) => readingOf(one)?.startsWith("Signed") === true);
  return [
    `## ${sample.length} of the ${failing.length} findings that fail a run, drawn by the seed ${seed}`,
    "",
    `Read: ${read.length}; an owner of the API would sign ${signed.length}.`,
    "",
    "| pair | id | where | what | witness | reading |",
    "|---|---|---|---|---|---|",
    ...sample.map(row),
    "",
  ];
}

async function run(): Promise<void> {
  const pairs: Pair[] = [];
  for (const api of readdirSync(FOLDER)) {
    const files = readdirSync(join(FOLDER, api)).sort();
    for (const [index, after] of files.slice(1).entries()) pairs.push(await judged(api, files[index] ?? "", after));
  }
  const all = pairs.flatMap(({ name, result }) => result.changes.map((change): Finding => ({ pair: name, change })));
  const failing = all.filter(({ change }) => change.severity === "error" && change.kind !== "version-not-raised");
  const reasons = new Map<string, number>();
  for (const { change } of all) {
    if (change.verdict !== "unknown") continue;
    const reason = (change.reason ?? "").split(":")[0] ?? "";
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  const lines = [
    "# `gate` on successive releases of public APIs",
    "",
    "Written by `node scripts/bench.mjs field-gate` from `shared/data/releases`, with the profile `wire` and the defaults.",
    "",
    "Of the first 60 findings that were read, an owner would have signed 47; the classes of the others were mended since.",
    "",
    "| pair | breaking | policy | unknown | compatible |",
    "|---|---:|---:|---:|---:|",
    ...pairs.map(({ name, result: { summary } }) => {
      const { breaking, policy, unknown, compatible } = summary;
      return `| ${name} | ${breaking} | ${policy} | ${unknown} | ${compatible} |`;
    }),
    "",
    "## No verdict, by reason",
    "",
    'Before, 686 of 1,100 changes without a verdict in 106 pairs of 19 APIs were "the time budget ran out".',
    "",
    "| reason | now |",
    "|---|---:|",
    ...[...reasons].sort(([, a], [, b]) => b - a).map(([reason, number]) => `| ${cell(reason)} | ${number} |`),
    "",
    ...SEEDS.flatMap((seed) => drawing(failing, seed)),
  ];
  writeFileSync(resolve(__dirname, "../../bench/field-gate.md"), lines.join("\n"));
  const unread = SEEDS.flatMap((seed) => drawn(failing, seed)).filter((one) => readingOf(one) === undefined);
  process.stdout.write(`${pairs.length} pairs, ${failing.length} failing findings, ${unread.length} not read\n`);
}

void run();
