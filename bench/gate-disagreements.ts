// Writes bench/pairs-disagreements.md: each labelled pair on which the gate and the label differ, with the witness or
// the reason. Run with `node scripts/bench.mjs gate-disagreements`.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
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
import { writeJson } from "../src/json/write.ts";

const MAX_CELL = 400;

const GROWTH =
  "Response enum growth: a value more than clients know. It breaks in strict; in wire it is told as policy, since old clients must expect it.";
const FREE_TEXT = "Everything that can be written in a query is a text: no request differs.";

/** Why there is no witness for pairs that break by consensus, as found by a person reading each. */
const READINGS: Readonly<Record<string, string>> = {
  "oasdiff/1adb39f2ed": GROWTH,
  "openapitools/476013a16a": GROWTH,
  "criteo/e103d108d6": GROWTH,
  "criteo/687fadd6fe": GROWTH,
  "criteo/ee26a96c4e": GROWTH,
  "criteo/1d196f88ba": GROWTH,
  "optic/077fda3398": GROWTH,
  "netcracker/ba1b6e1438":
    "An object without members leaves no trace in the query: what the base sends is no parameter at all.",
  "netcracker/1ab1f0af24": FREE_TEXT,
  "specmatic/a3cc17e54f": "The body is text/plain: a number is written as a text, and every text is one.",
  "optic/a14f54fb81":
    "The properties stand in the alternatives now, and the only value that is refused is the one that an enum grew by, which wire tells as policy. `shared/trials/gate/06-enum-grown-and-shrunk` asks for policy where an enum of a response grows, so the label asks for another profile.",
  "swagger-brake/6c0ed97487":
    "All properties of a response are no longer described, and none was required: policy in wire, as for one of them. `shared/trials/gate/03-removed-property-open` and `04-removed-property-anyof` ask for one verdict, policy, whether or not properties are left.",
};

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

/** @param wanted which changes to show */
function row(judged: Judged<{ id: string }>, wanted: (change: Change) => boolean, read = false): string {
  const { changes, refusal, pair } = judged;
  const told = changes?.filter(wanted) ?? [];
  const what = refusal ?? (told.length === 0 ? "no change is seen" : told.slice(0, 2).map(shown).join("; "));
  return `| ${pair.id} | ${cell(what)} |${read ? ` ${cell(READINGS[pair.id] ?? "not read yet")} |` : ""}`;
}

function section(title: string, rows: readonly string[], read = false): string {
  const head = read
    ? ["| pair | what the gate says | what a reader says |", "| --- | --- | --- |"]
    : ["| pair | what the gate says |", "| --- | --- |"];
  const body = rows.length === 0 ? "None." : [...head, ...rows].join("\n");
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
      strict.filter((one) => one.pair.consensus === "breaking" && !isBreaking(one)).map((one) => row(one, any, true)),
      true,
    ),
    section(
      "Breaking by consensus, not shown to break in the profile wire",
      pairs.filter((one) => one.pair.consensus === "breaking" && !isBreaking(one)).map((one) => row(one, any, true)),
      true,
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

void writeDisagreements(resolve(process.argv[2] ?? "bench/pairs-disagreements.md"));
