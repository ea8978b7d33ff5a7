// A cache of limited size that keeps the most recently used entries.

/** Caches the results of a function for the last `most` keys. */
export class Recent<Value> {
  readonly #entries = new Map<string, { readonly value: Value }>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** The cached result for a key, or a new one. */
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
