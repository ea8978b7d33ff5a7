// Documents under a megabyte that cause too much work, through gate, lint, explain, serve and verify. Each is read
// within 10 s of processor time and 512 MB, or refused with a reason.
import { appendFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { allReaders, Readers, type Task, type ListMetadata, wrongIn } from "../reader/readers.ts";
import type { TextBomb } from "./make.ts";

const MOST_MS = 10_000;
const MOST_MEMORY = 512;
const LARGEST = 1_000_000;

/** `.ci/run` takes every eighth bomb of each class. */
const STEP = 8;

/** A test for each bomb. One process reads them one after another for as long as it survives. */
export function hold(bombs: Readonly<Record<string, TextBomb>>): void {
  const readers = new Readers();
  afterAll(() => readers.end());
  const chosen = Object.entries(bombs).filter(
    (_, at) => process.env["ANIMAL_STORE_SAMPLE"] === undefined || at % STEP === 0,
  );
  test.each(chosen)("%s", { timeout: 1_800_000 }, (name, bomb) => isHeld(readers, name, bomb));
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

/**
 * Memory includes remains of earlier documents, and what runs beside a process can only make it take longer: a bomb that
 * exceeds a limit is measured again in a new process.
 */
async function alone(readers: Readers, task: Task): Promise<ListMetadata | string> {
  const told = await readers.ask(task);
  if (typeof told !== "string" && told.memory < MOST_MEMORY && told.all.every(({ ms }) => ms <= MOST_MS)) return told;
  readers.end();
  return readers.ask(task);
}

/** Writes the cost of each bomb to the file in ANIMAL_STORE_FIGURES, if it is set. */
function note(name: string, told: ListMetadata | string): void {
  const file = process.env["ANIMAL_STORE_FIGURES"];
  if (file === undefined) return;
  const said =
    typeof told === "string"
      ? told.split("\n")[0]
      : told.all.map(({ reader, code, ms }) => `${reader} ${code} ${Math.round(ms)} ms`).join(", ");
  appendFileSync(file, `${name}: ${said}${typeof told === "string" ? "" : `, ${Math.round(told.memory)} MiB`}\n`);
}
