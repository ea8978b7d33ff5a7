// Runs before each test file. After the file, records the functions of dist/ that it called, in the worker or in a
// process it started, and the blocks in them that did not run. (A killed process leaves no record.)
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { afterAll, expect } from "vitest";

const OUT = process.env.MUTANTS_COVERAGE;
const shared = globalThis;
// One per worker, because test files share a process.
if (shared.mutantsSession === undefined) {
  shared.mutantsSession = new Session();
  shared.mutantsSession.connect();
  await shared.mutantsSession.post("Profiler.enable");
  await shared.mutantsSession.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
}
const began = performance.now();
// Next to the results, in a folder that is removed in the end: a process that ends late writes its record once more.
const children = mkdtempSync(join(dirname(OUT), "mutants-children-"));
process.env.NODE_V8_COVERAGE = children;

afterAll(async () => {
  delete process.env.NODE_V8_COVERAGE;
  const { result } = await shared.mutantsSession.post("Profiler.takePreciseCoverage");
  const told = readdirSync(children).map((name) => JSON.parse(readFileSync(join(children, name), "utf8")).result);
  rmSync(children, { recursive: true });
  const called = {};
  for (const { url, functions } of [result, ...told].flat()) {
    const file = /\/dist\/((?:src|conformance)\/.*)\.js$/.exec(url)?.[1];
    if (file === undefined) continue;
    for (const { ranges } of functions) {
      const [whole, ...blocks] = ranges;
      if (whole.count === 0) continue;
      const idle = blocks.filter(({ count }) => count === 0).map((block) => [block.startOffset, block.endOffset]);
      ((called[file] ??= {})[whole.startOffset] ??= []).push(idle);
    }
  }
  const test = expect.getState().testPath;
  appendFileSync(OUT, `${JSON.stringify({ test, ms: performance.now() - began, called })}\n`);
});
