// Writes bench/pairs-disagreements.md: each labelled pair on which the gate and the label differ, with the
// witness or the reason. Run after `npm run build:bench` or through any runner of TypeScript.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeJson } from "../src/contract/json.ts";
import { describeExchange } from "../src/gate/exchange/show.ts";
import type { Change } from "../src/gate/model.ts";
import {
  CORPUS_SETTINGS,
  type Judged,
  asDocuments,
  hasAlarm,
  hasWitness,
  isBreaking,
  judgePair,
  readPairs,
  readSchemaPairs,
} from "../test/corpus/gate-corpus.ts";

const MAX_CELL = 400;

function cell(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("`", "'");
  return line.length > MAX_CELL ? `${line.slice(0, MAX_CELL)}…` : line;
}

function shown(change: Change): string {
  if (change.witness === undefined)
    return `${change.verdict}: ${change.text}${change.reason === undefined ? "" : ` (${change.reason})`}`;
  const { exchange, refusedBy, violations } = change.witness;
  const text = describeExchange(exchange, "http://localhost");
  return `${change.text}: ${text.curl ?? text.response ?? ""}: the ${refusedBy} says ${writeJson(violations[0]?.message)}`;
}

function row(judged: Judged<{ id: string }>, wanted: (change: Change) => boolean): string {
  const { changes, refusal, pair } = judged;
  const told = changes?.filter(wanted) ?? [];
  const what = refusal ?? (told.length === 0 ? "no change is seen" : told.slice(0, 2).map(shown).join("; "));
  return `| ${pair.id} | ${cell(what)} |`;
}

function section(title: string, rows: readonly string[]): string {
  const body = rows.length === 0 ? "None." : ["| pair | what the gate says |", "| --- | --- |", ...rows].join("\n");
  return `## ${title} (${rows.length})\n\n${body}\n`;
}

export async function writeDisagreements(path: string): Promise<void> {
  const pairs = [];
  const strict = [];
  for (const pair of readPairs()) {
    pairs.push(await judgePair(pair));
    strict.push(await judgePair(pair, { ...CORPUS_SETTINGS, profile: "strict" }));
  }
  const schemas = [];
  for (const pair of readSchemaPairs()) {
    schemas.push(await judgePair({ ...pair, ...asDocuments(pair) }, { ...CORPUS_SETTINGS, profile: "strict" }));
  }
  const any = (): boolean => true;
  const isWitnessed = ({ witness }: Change): boolean => witness !== undefined;
  const text = [
    "# Where the gate and the labels disagree",
    "",
    "Made by `bench/gate-disagreements.ts`. The pairs are not part of this repository; `test/corpus/gate.test.ts` says where they are read.",
    "",
    section(
      "Breaking by consensus, not shown to break in the profile strict",
      strict.filter((one) => one.pair.consensus === "breaking" && !isBreaking(one)).map((one) => row(one, any)),
    ),
    section(
      "Breaking by consensus, not shown to break in the profile wire",
      pairs.filter((one) => one.pair.consensus === "breaking" && !isBreaking(one)).map((one) => row(one, any)),
    ),
    section(
      "Compatible by consensus, with a policy error",
      pairs
        .filter((one) => one.pair.consensus === "compatible" && hasAlarm(one))
        .map((one) => row(one, ({ severity }) => severity === "error")),
    ),
    section(
      "Breaking by its source without consensus, not shown to break in the profile wire",
      pairs
        .filter(({ pair }) => pair.expected === "breaking" && pair.consensus === null)
        .filter((one) => !isBreaking(one))
        .map((one) => row(one, any)),
    ),
    section(
      "Not breaking by its source, with a witness",
      pairs
        .filter((one) => one.pair.expected === "non-breaking" && hasWitness(one))
        .map((one) => row(one, isWitnessed)),
    ),
    section(
      "Schemas contained by label, with a witness",
      schemas.filter((one) => one.pair.contained && hasWitness(one)).map((one) => row(one, isWitnessed)),
    ),
    section(
      "Schemas not contained by label, without a witness",
      schemas.filter((one) => !one.pair.contained && !hasWitness(one)).map((one) => row(one, any)),
    ),
  ].join("\n");
  writeFileSync(path, text);
}

await writeDisagreements(process.argv[2] ?? join(import.meta.dirname, "pairs-disagreements.md"));
