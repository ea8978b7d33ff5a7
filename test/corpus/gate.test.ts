// The gate on labelled pairs from other projects. Prints the table and checks the figures.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  CORPUS_SETTINGS,
  type Judged,
  type LabelledPair,
  type SchemaPair,
  asDocuments,
  hasAlarm,
  hasPolicy,
  hasWitness,
  isBreaking,
  isPolicyPair,
  judgePair,
  readPairs,
  readSchemaPairs,
} from "./gate-corpus.ts";
import { sampleOf } from "../share.ts";

/** CI takes one of so many pairs. Of a sample, no more may be missed than of all. */
const STEP = 6;

const table: string[] = [];

afterAll(() => {
  process.stdout.write(`\n${table.join("\n")}\n`);
});

function line(label: string, count: number, of: number): void {
  table.push(`${label.padEnd(74)} ${String(count).padStart(4)} / ${of} (${((count / of) * 100).toFixed(1)} %)`);
}

async function judgeAll(profile: "wire" | "strict"): Promise<Judged<LabelledPair>[]> {
  const judged: Judged<LabelledPair>[] = [];
  for (const pair of sampleOf(readPairs(), STEP)) judged.push(await judgePair(pair, { ...CORPUS_SETTINGS, profile }));
  return judged;
}

describe("pairs of documents", () => {
  let wire: Judged<LabelledPair>[] = [];
  let strict: Judged<LabelledPair>[] = [];
  beforeAll(async () => {
    wire = await judgeAll("wire");
    strict = await judgeAll("strict");
  }, 600_000);

  test("all of them are there", () => {
    const labelled = readPairs();
    const agreed = (on: string): number => labelled.filter(({ consensus }) => consensus === on).length;
    expect([labelled.length, agreed("breaking"), agreed("compatible")]).toEqual([1348, 428, 624]);
  });

  test("of what breaks by label and by a witness of others, 98 % is shown to break", () => {
    const breaking = strict.filter(({ pair }) => pair.consensus === "breaking");
    const found = breaking.filter(isBreaking).length;
    line("breaking by consensus, shown to break (strict)", found, breaking.length);
    expect(breaking.length - found).toBeLessThanOrEqual(428 * 0.02);
  });

  test("of those, the default profile leaves out what only grows the values of responses", () => {
    const breaking = wire.filter(({ pair }) => pair.consensus === "breaking");
    const found = breaking.filter(isBreaking).length;
    const told = breaking.filter((judged) => isBreaking(judged) || hasPolicy(judged)).length;
    line("breaking by consensus, shown to break (wire)", found, breaking.length);
    line("breaking by consensus, shown to break or told by policy (wire)", told, breaking.length);
    expect(breaking.length - found).toBeLessThanOrEqual(12);
    expect(breaking.length - told).toBeLessThanOrEqual(428 * 0.02);
  });

  test("strict shows to break whatever wire shows to break", () => {
    const open = new Set(strict.filter(isBreaking).map(({ pair }) => pair.id));
    expect(wire.filter(isBreaking).filter(({ pair }) => !open.has(pair.id))).toEqual([]);
  });

  test("nothing that is compatible has a witness, and at most 1 % an alarm", () => {
    const compatible = wire.filter(({ pair }) => pair.consensus === "compatible");
    const alarms = compatible.filter(hasAlarm).length;
    const witnesses = compatible.filter(hasWitness);
    line("compatible by consensus, with a witness (wire)", witnesses.length, compatible.length);
    line("compatible by consensus, with a policy error (wire)", alarms, compatible.length);
    expect(witnesses.map(({ pair }) => pair.id)).toEqual([]);
    expect(alarms).toBeLessThanOrEqual(624 * 0.01);
  });

  test("of what only policy can say, 90 % is said", () => {
    const policy = wire.filter(({ pair }) => isPolicyPair(pair));
    const told = policy.filter(hasPolicy).length;
    line("errors of oasdiff that are policy or behaviour, told by policy (wire)", told, policy.length);
    expect(policy.length - told).toBeLessThanOrEqual(readPairs().filter(isPolicyPair).length * 0.1);
  });

  test("every change that breaks has a witness that it names", () => {
    const bare = [...wire, ...strict]
      .flatMap(({ changes }) => changes ?? [])
      .filter(({ verdict }) => verdict === "breaking");
    expect(bare.length).toBeGreaterThan(wire.length / 4);
    expect(bare.every(({ witness }) => witness !== undefined && witness.violations.length > 0)).toBe(true);
  });
});

describe("pairs of schemas", () => {
  let judged: Judged<SchemaPair & ReturnType<typeof asDocuments>>[] = [];
  beforeAll(async () => {
    for (const pair of sampleOf(readSchemaPairs(), STEP)) {
      const documents = { ...pair, ...asDocuments(pair) };
      judged.push(await judgePair(documents, { ...CORPUS_SETTINGS, profile: "strict" }));
    }
  }, 600_000);

  test("of what is not contained, 97 % has a witness", () => {
    const open = judged.filter(({ pair }) => !pair.contained);
    const found = open.filter(hasWitness).length;
    line("schemas not contained, with a witness", found, open.length);
    const all = readSchemaPairs().filter(({ contained }) => !contained);
    expect(open.length - found).toBeLessThanOrEqual(all.length * 0.03);
  });

  test("of what is labelled as contained, no more has a witness than is labelled by another draft", () => {
    const contained = judged.filter(({ pair }) => pair.contained);
    const witnessed = contained.filter(hasWitness);
    line("schemas contained by label, with a witness", witnessed.length, contained.length);
    expect(witnessed.length).toBeLessThanOrEqual(10);
  });
});
