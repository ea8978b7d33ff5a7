// Splits requests whose answers take long to compute into turns, so that the event loop can answer others in between.
// See schema/turns.ts.
import { type Kept, turns } from "../../schema/turns.ts";

/** A request that was interrupted and will be resumed. */
interface Divided extends Kept {
  readonly run: () => void;
  readonly fail: (error: unknown) => void;
  attempts: number;
}

/** Each attempt gets further. After this many, a request is no longer divided. */
const MOST_ATTEMPTS = 2_000;

const waiting: Divided[] = [];
let isScheduled = false;

/**
 * Runs the code that answers a request, now or as soon as there is time for all of it.
 * @param run may be called several times, so it changes nothing before it calls `turns.settle`
 * @param fail receives an error of a later turn
 * @throws the errors of this turn
 */
export function divide(run: () => void, fail: (error: unknown) => void): void {
  const divided: Divided = { run, fail, made: undefined, attempts: 1 };
  if (!turns.attempt(run, divided)) waiting.push(divided);
  if (turns.isUnderWay) schedule();
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  // Some hosts other than Node have no setImmediate.
  if (typeof setImmediate === "function") setImmediate(goOn);
  else setTimeout(goOn);
}

function goOn(): void {
  isScheduled = false;
  turns.next();
  // The request that has waited longest comes first, and stays first until it is done.
  for (let [first] = waiting; first !== undefined && !turns.isOver; [first] = waiting) {
    if (!isDone(first)) break;
    waiting.shift();
  }
  if (waiting.length > 0 || turns.isUnderWay) schedule();
}

function isDone(divided: Divided): boolean {
  const { run, fail } = divided;
  try {
    if (divided.attempts++ < MOST_ATTEMPTS) return turns.attempt(run, divided);
    run();
  } catch (error) {
    fail(error);
  }
  return true;
}
