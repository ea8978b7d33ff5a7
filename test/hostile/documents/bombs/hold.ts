// Documents under a megabyte that ask for more than anybody has, through gate, lint, explain, serve and verify: each is
// read within 10 s of the processor and 512 MB, or refused with a reason.
import { appendFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { allReaders, Readers, type Task, type Told, wrongIn } from "../reader/readers.ts";
import type { TextBomb } from "./make.ts";

const MOST_MS = 10_000;
const MOST_MEMORY = 512;
const LARGEST = 1_000_000;

/** Bombs that are known to take longer than they may: SECURITY.md names them. One that no longer does fails its test. */
export const MISSING: ReadonlySet<string> = new Set([]);

/** Of a part of the set, as `.ci/run` takes, every so many. */
const STEP = 4;

/** A test of each bomb. One process reads them one after the other, as long as it lives. */
export function hold(bombs: Readonly<Record<string, TextBomb>>): void {
  const readers = new Readers();
  afterAll(() => readers.end());
  const isPart = process.env["ANIMAL_STORE_BOMBS"] === "some";
  for (const [name, bomb] of Object.entries(bombs).filter(
    ([name], at) => !isPart || (at % STEP === 0 && !MISSING.has(name)),
  )) {
    const run = MISSING.has(name) ? test.fails : test;
    run(name, { timeout: 1_800_000 }, () => isHeld(readers, name, bomb));
  }
}

async function isHeld(readers: Readers, name: string, { file, make }: TextBomb): Promise<void> {
  const texts = [make(0), make(1)] as const;
  expect(Math.max(...texts.map((text) => Buffer.byteLength(text)))).toBeLessThan(LARGEST);
  const [first, second] = [`before.${file.slice(2)}`, `after.${file.slice(2)}`];
  const told = await alone(readers, {
    files: { [first]: texts[0], [second]: texts[1] },
    runs: [...allReaders(second, [first, second]), { reader: "verify", spec: `FOLDER/${second}` }],
  });
  note(name, told);
  if (typeof told === "string") throw new Error(`it ${told}`);
  expect(wrongIn(told, MOST_MS)).toEqual([]);
  expect(told.memory).toBeLessThan(MOST_MEMORY);
}

/** What a process has altogether is also what earlier documents left there: too much is measured again, without them. */
async function alone(readers: Readers, task: Task): Promise<Told | string> {
  const told = await readers.ask(task);
  if (typeof told !== "string" && told.memory < MOST_MEMORY) return told;
  readers.end();
  return readers.ask(task);
}

/** Where ANIMAL_STORE_FIGURES names a file, what each took is written there. */
function note(name: string, told: Told | string): void {
  const file = process.env["ANIMAL_STORE_FIGURES"];
  if (file === undefined) return;
  const said =
    typeof told === "string"
      ? told.split("\n")[0]
      : told.all.map(({ reader, code, ms }) => `${reader} ${code} ${Math.round(ms)} ms`).join(", ");
  appendFileSync(file, `${name}: ${said}${typeof told === "string" ? "" : `, ${Math.round(told.memory)} MiB`}\n`);
}
