// Finds the test files that can see a mutant: those that run its block.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { ROOT, WHOLE_MS, failures, files } from "./checkout.mjs";
import { lineIndex } from "./operators.mjs";
import { readMap } from "./source-map.mjs";

/**
 * Runs the quick tests once with V8's coverage, in a copy that was built with source maps.
 * @param only paths of test files, of which no others are run; all if empty
 * @param kept a file with the results of an earlier run, or for those of this one
 * @returns `failed`, what fails without a mutant, and `tests`: each with its file, its duration, the `sources` of the
 * functions it calls, and `places`: these functions as "file:line", each with the lists of blocks, as offsets in the
 * source, that some process did not run
 */
export async function coverage(folder, kept, only) {
  if (kept !== undefined && existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8"));
  const out = join(folder, "coverage.jsonl");
  const config = "scripts/mutants/coverage.config.mjs";
  const failed = await failures(folder, {
    tests: only,
    ms: WHOLE_MS,
    bail: false,
    config,
    env: { MUTANTS_COVERAGE: out },
  });
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
        places: Object.fromEntries(Object.entries(called).flatMap(([file, ran]) => placesOf(file, ran))),
        sources: Object.keys(called).map((file) => `${file}.ts`),
      };
    })
    .filter(({ test }) => !broken.has(test));
  rmSync(out);
  const known = { failed, tests };
  if (kept !== undefined) writeFileSync(kept, JSON.stringify(known));
  return known;
}

/** Maps the functions that were called in a built file to their places in the source. */
function placeReader(folder) {
  const maps = new Map();
  return (file, ran) => {
    if (!maps.has(file)) {
      const map = readMap(folder, file);
      const lineAt = map && lineIndex(readFileSync(join(folder, `${file}.ts`), "utf8"));
      maps.set(file, map && { ...map, lineAt });
    }
    const map = maps.get(file);
    if (map === undefined) return [];
    const places = new Map();
    for (const [offset, views] of Object.entries(ran)) {
      const place = `${file}.ts:${map.lineAt(map.sourceAt(Number(offset)))}`;
      const idle = views.map((blocks) =>
        blocks.map(([start, end]) => map.sourceRange(start, end)).filter((range) => range !== undefined),
      );
      places.set(place, [...(places.get(place) ?? []), ...idle]);
    }
    return [...places];
  };
}

/**
 * The tests that can see a mutant: those that run its block. If no function contains it, its value is computed once on
 * load: then those that call any function of its file, or of one that imports it. The tests most likely to fail come
 * first: fast ones, and those in the folder that mirrors the source's.
 */
export function seersOf({ file, functions, at }, tests) {
  const called = new Set(tests.flatMap(({ sources }) => sources));
  // What nothing imports runs in a worker, whose coverage is unknown: the tests that call what is beside it can see it.
  const isWorker = !called.has(file) && importersOf(file).length === 0;
  const [line] = isWorker ? [] : functions;
  const beside = isWorker ? [...called].filter((other) => dirname(other) === dirname(file)) : [];
  const users = [...usersOf(file, called), ...beside];
  const runs = (blocks) => !blocks.some(([first, last]) => first <= at && at <= last);
  const uses = ({ sources }) => users.some((user) => sources.includes(user));
  const calls = ({ places }) => places[`${file}:${line}`]?.some(runs) ?? false;
  // What is called on load only counts for the test that loads the module first: it stays loaded for all others.
  const loads = ({ places }) => places[`${file}:1`] !== undefined;
  const isOfLoad = line === undefined || tests.filter(calls).every(loads);
  const sees = isOfLoad ? uses : calls;
  const effort = ({ test, ms }) => (ms + 300) / 4 ** sharedFolders(file, test);
  return tests
    .filter(sees)
    .sort((a, b) => effort(a) - effort(b))
    .map(({ test }) => test);
}

/**
 * How many folders a source and its test have in common: `test/` mirrors `src/` and also, in a folder with that name,
 * `conformance/`.
 */
function sharedFolders(file, test) {
  const folders = dirname(file.replace(/^src\//, "")).split("/");
  const others = dirname(test.replace(/^test\//, "")).split("/");
  const apart = folders.findIndex((folder, index) => folder !== others[index]);
  return apart === -1 ? folders.length : apart;
}

/** A file and those that import it. If a file has no called functions, also those that import it in turn. */
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
