// `npm run test:mutants`: draws mutants of the sources and tries which of them the quick tests kill. Not part of `npm
// test`.
//   --count N      how many (60)
//   --seed N       which (1)
//   --most N       tries only the first N test files that can see a mutant: faster, but more mutants survive
//   --minutes N    draws no more when this time has passed since the tests ran without a mutant (120)
//   --lanes N      copies of the checkout that work in parallel (1)
//   --only PATH    sources whose path contains this
//   --tests PATH   no other test files than those below this path
//   --out FILE     where to write the results, as JSON
//   --list         prints the sample and exits
//   --map FILE     saves the coverage data, and reuses it the next time
//   --again FILE   instead of a sample, tries the survivors of an earlier run, from its --out file
// All mutants of `src/` and `conformance/` are drawn with equal probability, whatever their kind or file, except those
// of `src/console/`: it runs in browsers, so `npm test` loads none of it, and `npm run test:browser` tests it. A mutant
// that does not compile is replaced by another. The order comes from a hash of what each mutant changes, not from its
// position, so that a sample stays nearly the same when other code changes: two revisions can be compared. Each one is
// tried with the test files that run its block, according to a run with V8's coverage. A mutant that only the linter
// would reject counts as a survivor.
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT, WHOLE_MS, build, buildWhole, copy, failures, files } from "./checkout.mjs";
import { coverage, seersOf } from "./coverage.mjs";
import { lineIndex, mutantsOf } from "./operators.mjs";

const { values: flags } = parseArgs({
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    most: { type: "string", default: "1000" },
    minutes: { type: "string", default: "120" },
    lanes: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    tests: { type: "string" },
    map: { type: "string" },
    again: { type: "string" },
    out: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const say = (text) => void process.stdout.write(`${text}\n`);

const isDrawnFrom = (file) =>
  /^(?:src|conformance)\/.*\.ts$/.test(file) &&
  !file.endsWith(".test.ts") &&
  !file.startsWith("src/console/") &&
  file.includes(flags.only);

/** All mutants in drawing order, or the survivors of an earlier run. */
function drawn() {
  const before = flags.again === undefined ? { seed: flags.seed } : JSON.parse(readFileSync(flags.again, "utf8"));
  const survivors = before.results?.filter(({ killed }) => !killed).map(({ order }) => order);
  return files()
    .filter(isDrawnFrom)
    .flatMap((file) => mutantsIn(file, before.seed))
    .filter(({ order }) => survivors?.includes(order) ?? true)
    .sort((one, other) => (one.order < other.order ? -1 : 1));
}

/** The mutants of a file. Those that change equal lines in the same way are told apart by counting. */
function mutantsIn(file, seed) {
  const text = readFileSync(join(ROOT, file), "utf8");
  const lines = text.split("\n");
  const lineAt = lineIndex(text);
  const seen = new Map();
  return mutantsOf(text).map((one) => {
    const line = lineAt(one.start);
    const was = text.slice(one.start, one.end);
    const change = JSON.stringify([seed, file, one.kind, lines[line - 1].trim(), was, one.text]);
    const count = (seen.get(change) ?? 0) + 1;
    seen.set(change, count);
    const order = createHash("sha256").update(`${change} ${count}`).digest("hex");
    return { ...one, file, line, was, order };
  });
}

const nameOf = ({ file, line, kind, was, text }) => `${file}:${line} ${kind}: ${brief(was)} -> ${brief(text)}`;

function brief(text) {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 90 ? `${line.slice(0, 87)}...` : line;
}

/** The time limit for tests, so that a mutant that never ends does not block the others. */
function patience(tests, known) {
  const usual = known.filter(({ test }) => tests.includes(test)).reduce((sum, { ms }) => sum + ms, 0);
  return Math.min(WHOLE_MS, 30_000 + 3 * usual);
}

/** The tests most likely to fail run by themselves first, because most mutants end there. */
function batches(seers) {
  return [seers.slice(0, 4), seers.slice(4, 20), seers.slice(20)].filter(({ length }) => length > 0);
}

/** Tries one mutant. @returns undefined if it does not compile, "" if it survives, or what kills it */
async function tried(folder, mutant, known) {
  const path = join(folder, mutant.file);
  const before = readFileSync(path, "utf8");
  writeFileSync(path, before.slice(0, mutant.start) + mutant.text + before.slice(mutant.end));
  try {
    const outcome = await build(folder);
    if (outcome === "refused") return undefined;
    if (outcome === "failed") return "the build fails";
    for (const tests of batches(seersOf(mutant, known.tests).slice(0, Number(flags.most)))) {
      const failed = await failures(folder, { tests, ms: patience(tests, known.tests) });
      if (failed.length > 0) return failed[0];
    }
    return "";
  } finally {
    writeFileSync(path, before);
  }
}

/** Tries mutants from a queue in a folder until there are enough results, none is left, or time is up. */
async function lane(folder, { queue, count, known, end, sample }) {
  while (sample.results.length < count && performance.now() < end) {
    const mutant = queue.shift();
    if (mutant === undefined) return;
    const by = await tried(folder, mutant, known);
    if (by === undefined) sample.refused++;
    else if (sample.results.length < count)
      note(sample, { mutant: nameOf(mutant), kind: mutant.kind, order: mutant.order, killed: by !== "", by });
  }
}

/** Prints the result of a mutant and saves it at once, so that an aborted run is not lost. */
function note(sample, result) {
  sample.results.push(result);
  say(result.killed ? `killed   ${result.mutant}\n           by ${result.by}` : `SURVIVED ${result.mutant}`);
  if (flags.out !== undefined) writeFileSync(flags.out, `${JSON.stringify(sample, null, 2)}\n`);
}

function conclude({ results, refused }) {
  if (results.length === 0) {
    say("no mutant was tried in that time: allow more --minutes");
    process.exitCode = 1;
    return;
  }
  const survivors = results.filter(({ killed }) => !killed);
  const killed = results.length - survivors.length;
  const share = ((killed / results.length) * 100).toFixed(1);
  say(`${killed} of ${results.length} killed (${share} %); the compiler refused ${refused} more`);
  for (const { mutant } of survivors) say(`survived: ${mutant}`);
}

async function main() {
  const queue = drawn();
  const count = flags.again === undefined ? Number(flags.count) : queue.length;
  if (flags.list) {
    for (const mutant of queue.slice(0, count)) say(nameOf(mutant));
    return;
  }
  const folders = Array.from({ length: Number(flags.lanes) }, copy);
  const sample = { seed: flags.seed, refused: 0, results: [] };
  try {
    for (const folder of folders) await buildWhole(folder);
    const known = await coverage(folders[0], flags.map, flags.tests === undefined ? [] : [flags.tests]);
    for (const name of known.failed) say(`fails without a mutant, and is left out: ${name}`);
    const what = flags.again === undefined ? `mutants with seed ${flags.seed}` : `mutants of ${flags.again}`;
    say(`${known.tests.length} test files; drawing ${count} of ${queue.length} ${what}`);
    const end = performance.now() + Number(flags.minutes) * 60_000;
    await Promise.all(folders.map((folder) => lane(folder, { queue, count, known, end, sample })));
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
  conclude(sample);
}

await main();
