// The JSON of answers, read once, as long as it is not too much: a value takes many times the memory of its text.
import type { JsonReading } from "../../../src/json/read.ts";

/** Bytes of text whose values are kept. */
const MOST = 8 * 1024 * 1024;

const kept = new Map<object, { readonly reading: JsonReading; readonly bytes: number }>();
let total = 0;

/** What was read of something before, if that is still known. */
export function knownReading(of: object): JsonReading | undefined {
  return kept.get(of)?.reading;
}

/** Keeps what was read, and lets the oldest go where it becomes too much. @param bytes the length of its text */
export function keepReading(of: object, reading: JsonReading, bytes: number): void {
  forgetReading(of);
  kept.set(of, { reading, bytes });
  total += bytes;
  for (const oldest of kept.keys()) {
    if (total <= MOST || oldest === of) break;
    forgetReading(oldest);
  }
}

/** Drops what was read of an answer, and the memory that it counted for. */
export function forgetReading(of: object): void {
  total -= kept.get(of)?.bytes ?? 0;
  kept.delete(of);
}
