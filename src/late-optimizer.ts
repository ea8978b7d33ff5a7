// For commands that end after a few seconds. V8 optimizes hot code on background threads, and most comparisons are over
// before that pays off: with the default budget, it takes a quarter of the processor time.
import { setFlagsFromString } from "node:v8";

/** By default, V8 considers a function after it has run 66 KB of bytecode. */
const BUDGET = 1_600_000;
/** The V8 of Node 22 no longer has this flag, and complains about unknown flags. */
const LAST_KNOWN = 20;

/** Makes V8 optimize later in this process. */
export function optimizeLate(): void {
  if (Number(process.versions.node.split(".", 1)[0]) <= LAST_KNOWN) setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}
