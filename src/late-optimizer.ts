// For commands that end after a few seconds. V8 optimizes what runs often on threads of its own, and most of a comparison
// is over before that pays: with the usual budget, a quarter of the processor time goes there.
import { setFlagsFromString } from "node:v8";

/** The usual budget of a function before it is looked at is 66 KB of bytecode. */
const BUDGET = 1_600_000;
/** The V8 of Node 22 has no such flag any more, and complains of those that it does not know. */
const LAST_KNOWN = 20;

/** Has V8 optimize later, in this process. */
export function optimizeLate(): void {
  if (Number(process.versions.node.split(".", 1)[0]) <= LAST_KNOWN) setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}
