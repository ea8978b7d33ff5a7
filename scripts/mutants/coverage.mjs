// Which test files can see a mutant: those that call the function it is in.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join, relative } from "node:path";
import { ROOT, WHOLE_MS, failures, files } from "./checkout.mjs";
import { lineIndex } from "./operators.mjs";

/**
 * Runs the quick tests once with V8's coverage, in a copy that was built with source maps.
 * @param kept a file that holds what an earlier run has shown, or will hold it
 * @returns `failed`, what fails without a mutant, and `tests`: by file, how long it takes, the functions it calls as
 *   "file:line", and the sources of these
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

/**
 * The tests that can see a mutant, the quickest first: those that call its function. Where no function holds it, its value is
 * made once for all: then those that call any function of its file, or of one that imports it.
 */
export function seersOf({ file, functions }, tests) {
  const [line] = functions;
  const users = line === undefined ? usersOf(file, new Set(tests.flatMap(({ sources }) => sources))) : [];
  const sees =
    line === undefined
      ? ({ sources }) => users.some((user) => sources.includes(user))
      : ({ places }) => places.includes(`${file}:${line}`);
  return tests
    .filter(sees)
    .sort((a, b) => a.ms - b.ms)
    .map(({ test }) => test);
}

/** A file and those that import it; of one without functions that are called, also those that import that one. */
function usersOf(file, called, found = new Set([file])) {
  for (const importer of importersOf(file)) {
    if (found.has(importer)) continue;
    found.add(importer);
    if (!called.has(importer)) usersOf(importer, called, found);
  }
  return [...found];
}

let imports;

function importersOf(file) {
  imports ??= files()
    .filter((name) => /^(?:src|conformance)\/.*\.ts$/.test(name))
    .flatMap((name) =>
      [...readFileSync(join(ROOT, name), "utf8").matchAll(/^(?:import|export|\}) .*from "(\.[^"]+)";$/gm)].map(
        ([, path]) => ({ name, imported: join(dirname(name), path) }),
      ),
    );
  return imports.filter(({ imported }) => imported === file).map(({ name }) => name);
}
