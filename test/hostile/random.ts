// Repeatable random numbers, so that a fuzzer finds again what it found once.

/** Random numbers from a fixed seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 up to but not including 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** An integer from 0 up to but not including `limit`; 0 if `limit` is 0. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True in this percentage of cases. */
  chance(percent: number): boolean {
    return this.next() * 100 < percent;
  }

  /** One entry of a list that is not empty. */
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }
}
