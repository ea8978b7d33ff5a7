// Which test files can see a mutant: those that call the function it is in.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, relative } from "node:path";
import { WHOLE_MS, failures } from "./checkout.mjs";
import { lineIndex } from "./operators.mjs";

/**
 * Runs the quick tests once with V8's coverage, in a copy that was built with source maps.
 * @param kept a file that holds what an earlier run has shown, or will hold it
 * @returns `failed`, what fails without a mutant, and `tests`: by file, how long it takes, the functions it calls as
 *   "file:line", the sources of these, and whether it starts processes
 */
export async function coverage(folder, kept) {
  if (kept !== undefined && existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8"));
  const out = join(folder, "coverage.jsonl");
  const config = "scripts/mutants/coverage.config.mjs";
  const failed = await failures(folder, { ms: WHOLE_MS, bail: false, config, env: { MUTANTS_COVERAGE: out } });
  const broken = new Set(failed.map((name) => name.split(" ")[0]));
  const placesOf = placeReader(folder);
  const tests = readFileSync(out, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const { test, ms, called } = JSON.parse(line);
      return {
        test: relative(folder, test),
        ms: Math.round(ms),
        places: Object.entries(called).flatMap(([file, offsets]) => placesOf(file, offsets)),
        sources: Object.keys(called).map((file) => `${file}.ts`),
        starts: startsProcesses(test),
      };
    })
    .filter(({ test }) => !broken.has(test));
  rmSync(out);
  const known = { failed, tests };
  if (kept !== undefined) writeFileSync(kept, JSON.stringify(known));
  return known;
}

/** From the offsets of functions in what was built to their lines in the sources. */
function placeReader(folder) {
  return (file, offsets) => {
    const built = join(folder, "dist", `${file}.js`);
    // What the build makes of no source, such as the prepared validators.
    if (!existsSync(`${built}.map`)) return [];
    const text = readFileSync(built, "utf8");
    const map = new SourceMap(JSON.parse(readFileSync(`${built}.map`, "utf8")));
    const lineAt = lineIndex(text);
    return offsets.map((offset) => {
      const column = offset - (text.lastIndexOf("\n", offset - 1) + 1);
      return `${file}.ts:${(map.findEntry(lineAt(offset) - 1, column).originalLine ?? -1) + 1}`;
    });
  };
}

/** True where a test, or what it imports of other tests, starts processes: the coverage does not reach into those. */
function startsProcesses(test, entered = new Set()) {
  if (entered.has(test) || !existsSync(test)) return false;
  entered.add(test);
  const text = readFileSync(test, "utf8");
  if (text.includes('"node:child_process"')) return true;
  const imports = [...text.matchAll(/from "(\.[^"]+)"/g)].map(([, path]) => join(dirname(test), path));
  return imports.some((path) => path.includes("/test/") && startsProcesses(path, entered));
}

/**
 * The tests in the order in which a mutant is tried.
 * @returns `seers`, those that call its function, or where no function holds it anything in its file, the quickest first;
 *   `starters`, those that start processes, where the coverage does not reach; and `others`, which kill it only where what a
 *   process keeps was made in an earlier test
 */
export function orderFor({ file, functions }, tests) {
  const [line] = functions;
  const sees =
    line === undefined ? (one) => one.sources.includes(file) : (one) => one.places.includes(`${file}:${line}`);
  const names = (list) => list.map(({ test }) => test);
  const seers = tests.filter(sees).sort((a, b) => a.ms - b.ms);
  const rest = tests.filter((one) => !seers.includes(one));
  return {
    seers: names(seers),
    starters: names(rest.filter((one) => one.starts)),
    others: names(rest.filter((one) => !one.starts)),
  };
}
