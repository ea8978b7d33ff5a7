// The order of the test files: those that start processes come first. To start one, Node copies the tables of its memory,
// which takes 2 ms in a new worker and 40 ms in one that has run a hundred files.
import { readFileSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** What tells that a file starts processes: Node's own module, or a helper that uses it. */
const STARTS =
  /^import (?:.* from "(?:node:child_process|.*\/(?:child|session|xmllint)\.ts)"|.*\b(?:run|cliPath)\b.*\/program\.ts");$/m;

class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = new Set(sorted.filter(({ moduleId }) => STARTS.test(readFileSync(moduleId, "utf8"))));
    return [...first, ...sorted.filter((file) => !first.has(file))];
  }
}

/** The order for the configuration: none of ours where `--sequence.shuffle` asks for any, which Vitest's own would follow. */
export function inOrder(): { readonly sequencer?: typeof ProcessesFirst } {
  return process.argv.some((word) => word.startsWith("--sequence.")) ? {} : { sequencer: ProcessesFirst };
}
