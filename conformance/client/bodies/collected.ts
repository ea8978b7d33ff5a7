// Collects bytes that arrive in pieces, up to a limit. The server decides how small the pieces are, and kept one by one
// they would take a hundred times their size.

const FIRST = 4 * 1024;

/** Collects bytes in one buffer. */
export class Collected {
  readonly #limit: number;
  #buffer = Buffer.alloc(0);
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds a piece. @returns false if it exceeds the limit; the excess is dropped */
  add(piece: Uint8Array): boolean {
    const taken = piece.subarray(0, this.#limit - this.#length);
    const needed = this.#length + taken.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.alloc(Math.min(this.#limit, Math.max(FIRST, needed, 2 * this.#buffer.length)));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    this.#buffer.set(taken, this.#length);
    this.#length = needed;
    return taken.length === piece.length;
  }

  /** The bytes collected, in a buffer of exactly that size. */
  bytes(): Uint8Array {
    return this.#length === this.#buffer.length ? this.#buffer : Buffer.from(this.#buffer.subarray(0, this.#length));
  }
}
