// Makes a value smaller that demonstrates something, so that readers only see what matters.
import type { Work } from "../work.ts";
import { type JsonValue, isObject } from "../../json/value.ts";

const MAX_ATTEMPTS = 300;

/** The budget for shrinking one value: finding a witness is more important than how small it is. */
const MAX_WORK = 100_000;

/** Says whether a value is still a witness of the same thing. */
type Holds = (value: JsonValue) => boolean;

/**
 * The smallest value that can be derived from a witness by leaving out and shortening parts, and that is still a
 * witness.
 * @param work the budget, which also pays for what `holds` does
 * @param room the part of it that may be spent on this, if that is less than the usual limit
 * @throws WorkExceeded if the budget is used up
 */
export function shrink(witness: JsonValue, holds: Holds, work: Work, room = MAX_WORK): JsonValue {
  let attempts = 0;
  const least = work.left - Math.min(room, MAX_WORK);
  let current = witness;
  // What could not be left out of the larger value precedes what is tried for this one, and is only tried again after
  // the rest.
  let [skipped, end] = [0, Number.POSITIVE_INFINITY];
  for (;;) {
    let position = 0;
    let found: JsonValue | undefined;
    for (const make of smallerValues(current, work)) {
      if (position >= end) break;
      if (position++ < skipped) continue;
      if (attempts++ >= MAX_ATTEMPTS || work.left < least) return current;
      const smaller = make();
      if (!holds(smaller)) continue;
      found = smaller;
      break;
    }
    if (found !== undefined) {
      current = found;
      [skipped, end] = [position - 1, Number.POSITIVE_INFINITY];
    } else if (skipped > 0) [skipped, end] = [0, skipped];
    else return current;
  }
}

/** Makes one of the smaller values on demand, because many are skipped. */
type Make = () => JsonValue;

/** Slightly smaller values, boldest first. Finite, because each is strictly simpler. */
function* smallerValues(value: JsonValue, work: Work): Generator<Make> {
  if (Array.isArray(value)) yield* smallerArrays(value, work);
  else if (isObject(value)) {
    const entries = Object.entries(value);
    work.spend(entries.length);
    // Most of a large object is irrelevant.
    for (const size of [entries.length, ...halves(entries.length)]) {
      if (size === 0) continue;
      for (let start = 0; start < entries.length; start += size) {
        work.spend(entries.length);
        yield () => Object.fromEntries(entries.toSpliced(start, size));
      }
    }
    for (const [name, inner] of entries) {
      for (const make of smallerValues(inner, work)) {
        work.spend(entries.length);
        yield () => ({ ...value, [name]: make() });
      }
    }
  } else if (typeof value === "string") {
    for (const less of halves(value.length)) yield () => value.slice(0, value.length - less);
    if (value.length > 1) yield () => value.slice(1);
  } else if (typeof value === "number") {
    if (!Number.isInteger(value)) yield () => Math.trunc(value);
    for (const less of halves(value)) yield () => value - less;
  } else if (typeof value === "bigint") {
    for (let less = value / 2n; less !== 0n; less /= 2n) {
      const left = value - less;
      yield () => left;
    }
  }
}

/** Half of a number, half of that, and so on down to 1: removing these amounts finds a boundary in few attempts. */
function* halves(whole: number): Generator<number> {
  for (let less = Math.trunc(whole / 2); less !== 0; less = Math.trunc(less / 2)) yield less;
}

/** In a list that must be longer than this, a few items represent the others. */
const LONG = 64;
const FEW = 4;

function* smallerArrays(value: readonly JsonValue[], work: Work): Generator<Make> {
  for (const less of halves(value.length)) if (less > 1) yield () => value.slice(0, value.length - less);
  const looked = value.length > LONG ? value.slice(0, FEW) : value;
  for (const index of looked.keys()) {
    work.spend(value.length);
    yield () => value.toSpliced(index, 1);
  }
  for (const [index, inner] of looked.entries()) {
    for (const make of smallerValues(inner, work)) {
      work.spend(value.length);
      yield () => value.with(index, make());
    }
  }
}
