// A cache that cannot grow without end: it keeps the entries that were used last.

/** Remembers the answers of a function for the last `most` keys. */
export class Recent<Value> {
  readonly #entries = new Map<string, { readonly value: Value }>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The remembered answer for a key, or a new one. */
  get(key: string, make: () => Value): Value {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, known);
      return known.value;
    }
    const value = make();
    this.#entries.set(key, { value });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) break;
      this.#entries.delete(oldest);
    }
    return value;
  }
}
