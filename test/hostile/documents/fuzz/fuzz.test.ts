// Two thousand mutated documents, the same ones each time, or an eighth of them, through explain, lint, gate and serve: each
// is understood or refused, without a stack trace, an undocumented exit code or a hang, and within the limits of processor
// time and memory.
import { expect, test } from "vitest";
import { run } from "../../../cli/program.ts";
import { sampleOf } from "../../../share.ts";
import { Random } from "../../random.ts";
import { Bench, DOCUMENTED, type Reader } from "../commands.ts";
import { Readers, allReaders, wrongIn } from "../reader/readers.ts";
import { BASES, BY_HAND } from "./bases.ts";
import { type Mutated, mutated } from "./mutations.ts";

const MUTATIONS = 2_000;
const CHOSEN = sampleOf(
  Array.from({ length: MUTATIONS }, (_, id) => id),
  8,
);
const SEED = 20_261_121;
/** Processor time for one document and one reader. */
const MOST_MS = 10_000;
/** For a process that reads a thousand documents, one after another. */
const MOST_MEMORY = 512;

interface Case extends Mutated {
  readonly id: number;
  readonly base: string;
}

/** The mutation with a number, independent of earlier ones. */
function caseOf(id: number): Case {
  const random = new Random(SEED + id * 7919);
  const base = random.pick([...BASES.values()]);
  return { id, base: JSON.stringify(base), ...mutated(base, BY_HAND, random) };
}

/** Puts every second document through one process. */
class Run {
  readonly wrong: string[] = [];
  readonly codes = new Map<string, number>();
  memory = 0;

  async all(first: number, step: number): Promise<void> {
    const readers = new Readers();
    for (let at = first; at < CHOSEN.length; at += step) await this.#read(readers, caseOf(CHOSEN[at] as number), at);
    readers.end();
  }

  async #read(readers: Readers, { id, base, name, bytes }: Case, at: number): Promise<void> {
    const pair = at % 2 === 0 ? (["before.json", name] as const) : ([name, "before.json"] as const);
    const runs = allReaders(name, pair);
    const seeded = runs.map((one) => (one.reader === "serve" && at % 3 === 0 ? { ...one, seed: "5" } : one));
    const told = await readers.ask({ files: { "before.json": base, [name]: bytes }, runs: seeded });
    if (typeof told === "string") {
      this.wrong.push(`mutation ${id} ${told}`);
      return;
    }
    this.wrong.push(...wrongIn(told, MOST_MS).map((fault) => `mutation ${id}: ${fault}`));
    this.memory = Math.max(this.memory, told.memory);
    for (const { reader, code } of told.all) {
      const kind = `${reader} ${code === 2 ? "refused" : "read"}`;
      this.codes.set(kind, (this.codes.get(kind) ?? 0) + 1);
    }
  }
}

test("mutations get a documented exit code from explain, lint, gate and serve", { timeout: 900_000 }, async () => {
  const both = new Run();
  await Promise.all([0, 1].map((first) => both.all(first, 2)));
  expect(both.wrong).toEqual([]);
  expect(both.memory).toBeLessThan(MOST_MEMORY);
  // Each reader got past syntax errors, and refused something.
  for (const reader of Object.keys(DOCUMENTED)) {
    expect([reader, both.codes.get(`${reader} read`)]).toEqual([
      reader,
      expect.toSatisfy((times) => times > CHOSEN.length / 5),
    ]);
    expect([reader, both.codes.get(`${reader} refused`)]).toEqual([
      reader,
      expect.toSatisfy((times) => times > CHOSEN.length / 10),
    ]);
  }
});

test(
  "some mutations get a documented exit code and no stack trace from the commands as processes",
  { timeout: 300_000 },
  async () => {
    const bench = new Bench();
    try {
      for (const id of [3, 400, 801, 1202, 1603]) {
        const { base, name, bytes } = caseOf(id);
        const [before, after] = [bench.put("before.json", base), bench.put(name, bytes)];
        for (const words of [
          ["explain", after],
          ["lint", after],
          ["gate", before, after],
          ["requirements", after],
        ]) {
          const ended = await run(words, { cwd: bench.folder, timeoutMs: 60_000 });
          const codes: readonly (number | null)[] = DOCUMENTED[words[0] as Reader] ?? [0, 2];
          expect([id, words[0], codes.includes(ended.code), ended.stderr]).toEqual([id, words[0], true, ended.stderr]);
          expect(ended.stdout + ended.stderr).not.toMatch(/^\s+at .*:\d+:\d+|internal error/m);
          expect(ended.memory).toBeLessThan(MOST_MEMORY);
        }
      }
    } finally {
      bench.end();
    }
  },
);
