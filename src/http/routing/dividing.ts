// Requests whose answers take their time to be worked out, each a piece at a time: between the pieces the event loop goes
// round, so that others are answered meanwhile. See schema/turns.ts.
import { type Kept, turns } from "../../schema/turns.ts";

/** One that was given up, and will be taken up again. */
interface Divided extends Kept {
  readonly run: () => void;
  readonly fail: (error: unknown) => void;
  attempts: number;
}

/** Each attempt comes further. One that has not ended after so many is not divided any more. */
const MOST_ATTEMPTS = 2_000;

const waiting: Divided[] = [];
let isScheduled = false;

/**
 * Runs what answers a request, now or as soon as there is time for all of it.
 * @param run changes nothing before it calls `turns.settle`, as it may be run several times
 * @param fail is told of an error in a later turn
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
  // Hosts other than Node may know nothing else.
  if (typeof setImmediate === "function") setImmediate(goOn);
  else setTimeout(goOn);
}

function goOn(): void {
  isScheduled = false;
  turns.next();
  // The one that waits longest comes first, and stays first until it is done.
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
