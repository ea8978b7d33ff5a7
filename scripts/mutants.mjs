// `npm run test:mutants`: draws mutants of the sources and sees which of them the quick tests kill. Not part of `npm test`.
//   --count N      how many (60)
//   --seed N       which (1)
//   --minutes N    draws no more after that (120)
//   --lanes N      copies of the checkout that work side by side (1)
//   --only PATH    sources whose path contains this
//   --out FILE     where the results go, as JSON
//   --list         prints the sample and ends
//   --map FILE     keeps what a run with coverage has shown, and takes it from there the next time
// Each mutant of `src/` and `conformance/` is drawn as likely as each other, whatever its kind or file. Left out is
// `src/console/`, which runs in browsers: nothing of it is loaded by `npm test`, and `npm run test:browser` tests it.
// A mutant that the compiler refuses is none: another is drawn in its place. Each is tried by the test files that call the
// function it is in, as a run with V8's coverage has shown. What only the linter would refuse counts as survived.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT, WHOLE_MS, build, buildWhole, copy, failures, files } from "./mutants/checkout.mjs";
import { coverage, seersOf } from "./mutants/coverage.mjs";
import { lineIndex, mutantsOf } from "./mutants/operators.mjs";

const { values: flags } = parseArgs({
  options: {
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "120" },
    lanes: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    map: { type: "string" },
    out: { type: "string" },
    list: { type: "boolean", default: false },
  },
});
const COUNT = Number(flags.count);
const say = (text) => void process.stdout.write(`${text}\n`);

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffled(list, random) {
  const all = [...list];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}

const isDrawnFrom = (file) =>
  /^(?:src|conformance)\/.*\.ts$/.test(file) &&
  !file.endsWith(".test.ts") &&
  !file.startsWith("src/console/") &&
  file.includes(flags.only);

/** All mutants in the order in which they are drawn. */
function drawn() {
  const all = files()
    .filter(isDrawnFrom)
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), "utf8");
      const lineAt = lineIndex(text);
      return mutantsOf(text).map((one) => ({
        ...one,
        file,
        line: lineAt(one.start),
        was: text.slice(one.start, one.end),
      }));
    });
  return shuffled(all, randomOf(Number(flags.seed)));
}

const nameOf = ({ file, line, kind, was, text }) => `${file}:${line} ${kind}: ${brief(was)} -> ${brief(text)}`;

function brief(text) {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 90 ? `${line.slice(0, 87)}...` : line;
}

/** How long tests may take: a mutant that never ends should not keep the others waiting. */
function patience(tests, known) {
  const usual = known.filter(({ test }) => tests.includes(test)).reduce((sum, { ms }) => sum + ms, 0);
  return Math.min(WHOLE_MS, 30_000 + 3 * usual);
}

/** Tries one mutant. @returns undefined where the compiler refuses it */
async function tried(folder, mutant, known) {
  const path = join(folder, mutant.file);
  const before = readFileSync(path, "utf8");
  writeFileSync(path, before.slice(0, mutant.start) + mutant.text + before.slice(mutant.end));
  try {
    const outcome = await build(folder);
    if (outcome === "refused") return undefined;
    if (outcome === "failed") return "the build fails";
    const seers = seersOf(mutant, known.tests);
    for (const tests of [seers.slice(0, 12), seers.slice(12)]) {
      if (tests.length === 0) continue;
      const failed = await failures(folder, { tests, ms: patience(tests, known.tests) });
      if (failed.length > 0) return failed[0];
    }
    return "";
  } finally {
    writeFileSync(path, before);
  }
}

async function main() {
  const queue = drawn();
  if (flags.list) {
    for (const mutant of queue.slice(0, COUNT)) say(nameOf(mutant));
    return;
  }
  const end = performance.now() + Number(flags.minutes) * 60_000;
  const folders = Array.from({ length: Number(flags.lanes) }, copy);
  const results = [];
  let refused = 0;
  try {
    for (const folder of folders) await buildWhole(folder);
    const known = await coverage(folders[0], flags.map);
    for (const name of known.failed) say(`fails without a mutant, and is left out: ${name}`);
    say(`${known.tests.length} test files; drawing ${COUNT} of ${queue.length} mutants with seed ${flags.seed}`);
    const lane = async (folder) => {
      while (results.length < COUNT && performance.now() < end) {
        const mutant = queue.shift();
        if (mutant === undefined) return;
        const killer = await tried(folder, mutant, known);
        if (killer === undefined) refused++;
        else if (results.length < COUNT) {
          results.push({ mutant: nameOf(mutant), kind: mutant.kind, killed: killer !== "", by: killer });
          say(
            `${killer === "" ? "SURVIVED" : "killed  "} ${nameOf(mutant)}${killer === "" ? "" : `\n           by ${killer}`}`,
          );
        }
      }
    };
    await Promise.all(folders.map(lane));
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
  const killed = results.filter((one) => one.killed).length;
  say(
    `${killed} of ${results.length} killed (${((killed / results.length) * 100).toFixed(1)} %); the compiler refused ${refused} more`,
  );
  for (const { mutant } of results.filter((one) => !one.killed)) say(`survived: ${mutant}`);
  if (flags.out !== undefined)
    writeFileSync(flags.out, `${JSON.stringify({ seed: flags.seed, refused, results }, null, 2)}\n`);
}

await main();
