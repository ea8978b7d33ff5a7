// The source of choices for a generated value: always the simplest, pseudo-random numbers, or an external source such
// as the one with which `verify --explore` draws and shrinks.

export interface Choices {
  /** An integer from 0, which means the simplest choice, up to but not including `count`. */
  below(count: number | bigint): bigint;
  /** A separate source of choices for one part of the value; if absent, the same source continues. */
  readonly inside?: (part: string) => Choices;
}

/** Always the simplest. */
export const SIMPLEST: Choices = { below: () => 0n };

/** A fixed sequence of numbers for each seed. */
export class Random implements Choices {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** The seed with which the rest of the sequence begins. */
  get state(): number {
    return this.#state;
  }

  below(count: number | bigint): bigint {
    if (count <= 0x1_0000_0000) return BigInt(Math.floor(this.#next() * Number(count)));
    let number = 0n;
    for (let rest = BigInt(count); rest > 0n; rest >>= 32n) number = (number << 32n) | this.below(0x1_0000_0000);
    return number % BigInt(count);
  }

  /** A number from 0 up to but not including 1 (mulberry32). */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
}

/** A number for a text, the same each time (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** An integer between the two, inclusive; the first is the simplest. */
export function between(choices: Choices, low: number, high: number): number {
  return high <= low ? low : low + Number(choices.below(high - low + 1));
}

/** One element of a list that is not empty; the first is the simplest. */
export function pick<T>(choices: Choices, list: readonly T[]): T {
  return list[between(choices, 0, list.length - 1)] as T;
}
