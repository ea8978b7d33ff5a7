// What was repaired in an answer: values that the client sent and the document does not allow there. Whoever carries out a
// request hears of it; answers are made in one go, so there is one listener at a time.
import type { Violation } from "../../schema/model.ts";

let heard: string[] | undefined;

/** How many repairs of a request are told. */
const MOST = 20;
const LONGEST = 300;

/** Does something, and tells what was repaired in its answers; undefined for nothing. */
export function withRepairs<Result>(work: () => Result): {
  readonly result: Result;
  readonly repairs?: readonly string[];
} {
  const own: string[] = [];
  const former = heard;
  heard = own;
  try {
    const result = work();
    return own.length === 0 ? { result } : { result, repairs: own };
  } finally {
    heard = former;
  }
}

/** Tells that a value that was sent is not in the answer. */
export function noteRepair({ at, message }: Pick<Violation, "at" | "message">): void {
  if (heard === undefined || heard.length >= MOST) return;
  const told = `${at === "" ? "the answer" : at} ${message}, so what was sent is not there`.slice(0, LONGEST);
  if (!heard.includes(told)) heard.push(told);
}
