// What a world remembers besides items: rows with a name, in the order in which they were first kept.

/** Hears of a row that was kept, or removed if the value is absent. */
export type RowListener<T> = (name: string, value: T | undefined, former: T | undefined) => void;

export class Rows<T> {
  readonly #rows = new Map<string, T>();
  readonly #weigh: RowListener<T> | undefined;
  /** Hears of each change that is made here; not of those that are repeated from elsewhere. */
  onChange: RowListener<T> | undefined;

  /** @param weigh hears of each change, wherever it was made */
  constructor(weigh?: RowListener<T>) {
    this.#weigh = weigh;
  }

  get size(): number {
    return this.#rows.size;
  }

  get(name: string): T | undefined {
    return this.#rows.get(name);
  }

  has(name: string): boolean {
    return this.#rows.has(name);
  }

  names(): IterableIterator<string> {
    return this.#rows.keys();
  }

  values(): IterableIterator<T> {
    return this.#rows.values();
  }

  [Symbol.iterator](): IterableIterator<[string, T]> {
    return this.#rows.entries();
  }

  /** Keeps a value, in place of an earlier one, or removes it. */
  set(name: string, value: T | undefined): void {
    const former = this.#rows.get(name);
    if (value === undefined && former === undefined) return;
    this.repeat(name, value);
    this.onChange?.(name, value, former);
  }

  /** Does what was done elsewhere. */
  repeat(name: string, value: T | undefined): void {
    this.#weigh?.(name, value, this.#rows.get(name));
    if (value === undefined) this.#rows.delete(name);
    else this.#rows.set(name, value);
  }

  clear(): void {
    for (const name of this.#rows.keys()) this.set(name, undefined);
  }
}
