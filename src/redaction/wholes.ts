// Finds many texts in another one at once: the time does not grow with their number.
import { keptFor } from "../memo.ts";

/** Characters by which texts are told apart first. Shorter ones are searched for one by one. */
const HEAD = 8;
/** So few are searched for one by one, which is faster. */
const FEW = 16;
/** Lengths of texts that begin alike: each is tried wherever their beginning is found. */
const MOST_LENGTHS = 64;

/** Texts to be found as a whole. */
export class Wholes<T extends { readonly text: string }> {
  readonly #single: readonly T[];
  /** By their beginnings, their lengths, and themselves, or as much of them as is compared. */
  readonly #heads = new Map<string, Map<number, Map<string, T[]>>>();

  constructor(all: readonly T[]) {
    const isFew = all.length <= FEW;
    this.#single = all.filter(({ text }) => text !== "" && (isFew || text.length < HEAD));
    for (const one of isFew ? [] : all.filter(({ text }) => text.length >= HEAD)) {
      const lengths = keptFor(this.#heads, one.text.slice(0, HEAD), () => new Map<number, Map<string, T[]>>());
      const { length } = one.text;
      const compared = lengths.size < MOST_LENGTHS ? length : nearest(lengths, length);
      const same = keptFor(
        keptFor(lengths, compared, () => new Map<string, T[]>()),
        one.text.slice(0, compared),
        () => [],
      );
      same.push(one);
    }
  }

  /** Those in a text, with their places. */
  *find(text: string): Generator<readonly [T, number]> {
    for (const one of this.#single) for (const at of occurrences(text, one.text)) yield [one, at];
    if (this.#heads.size === 0) return;
    for (let at = 0; at + HEAD <= text.length; at++)
      for (const [length, own] of this.#heads.get(text.slice(at, at + HEAD)) ?? [])
        for (const one of own.get(text.slice(at, at + length)) ?? [])
          if (length === one.text.length || text.startsWith(one.text, at)) yield [one, at];
  }
}

/** The largest length that is compared already and not above another one; the head alone if there is none. */
function nearest(lengths: ReadonlyMap<number, unknown>, length: number): number {
  return Math.max(HEAD, ...[...lengths.keys()].filter((known) => known <= length));
}

export function* occurrences(text: string, wanted: string): Generator<number> {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) yield at;
}
