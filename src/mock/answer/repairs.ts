// What was repaired in an answer: values that the client sent and the document does not allow there. Whoever carries out a
// request hears of it; answers are made in one go, so there is one listener at a time.
import type { Violation } from "../../schema/model.ts";

let heard: Set<string> | undefined;

/** How many repairs of a request are told. */
const MOST = 20;
const LONGEST = 300;

/** Does something, and tells what was repaired in its answers; undefined for nothing. */
export function withRepairs<Result>(work: () => Result): {
  readonly result: Result;
  readonly repairs?: readonly string[];
} {
  const own = new Set<string>();
  const former = heard;
  heard = own;
  try {
    const result = work();
    return own.size === 0 ? { result } : { result, repairs: [...own] };
  } finally {
    heard = former;
  }
}

/** Tells that a value that was sent is not in the answer. */
export function noteRepair({ at, message }: Pick<Violation, "at" | "message">): void {
  if (heard === undefined || heard.size >= MOST) return;
  heard.add(`${at === "" ? "the answer" : at} ${message}, so what was sent is not there`.slice(0, LONGEST));
}
