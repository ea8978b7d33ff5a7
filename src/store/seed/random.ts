// Numbers that look random and are the same in every run.

/** Counts through a fixed sequence of numbers for each seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, and without, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number between the two, both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** One of a list that is not empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)] as T;
  }

  /** One character of a text that is not empty. */
  charOf(text: string): string {
    return text.charAt(this.between(0, text.length - 1));
  }

  /** Hexadecimal digits, as many as asked for. */
  hex(length: number): string {
    return Array.from({ length }, () => this.between(0, 15).toString(16)).join("");
  }
}
