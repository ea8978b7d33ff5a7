// Caches the JSON of answers within a limit, so that each is read once: a value takes many times the memory of its
// text.
import type { JsonReading } from "../../../src/json/read.ts";

/** Bytes of text whose values are kept. */
const MOST = 8 * 1024 * 1024;

const kept = new Map<object, { readonly reading: JsonReading; readonly bytes: number }>();
let total = 0;

/** The earlier reading of an object, if it is still cached. */
export function knownReading(of: object): JsonReading | undefined {
  return kept.get(of)?.reading;
}

/** Caches a reading, and evicts the oldest ones when the cache is full. @param bytes the length of its text */
export function keepReading(of: object, reading: JsonReading, bytes: number): void {
  forgetReading(of);
  kept.set(of, { reading, bytes });
  total += bytes;
  for (const oldest of kept.keys()) {
    if (total <= MOST || oldest === of) break;
    forgetReading(oldest);
  }
}

/** Drops the reading of an answer from the cache, and from the count of its bytes. */
export function forgetReading(of: object): void {
  total -= kept.get(of)?.bytes ?? 0;
  kept.delete(of);
}
