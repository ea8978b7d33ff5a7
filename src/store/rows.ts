// What a world remembers besides items: rows with a name, in the order in which they were first kept.

/** Hears of a row that was kept, or removed if the value is absent. */
export type RowListener<T> = (name: string, value: T | undefined, former: T | undefined) => void;

export class Rows<T> extends Map<string, T> {
  readonly #weigh: RowListener<T> | undefined;
  /** Hears of each change that is made here; not of those that are repeated from elsewhere. */
  onChange: RowListener<T> | undefined;

  /** @param weigh hears of each change, wherever it was made */
  constructor(weigh?: RowListener<T>) {
    super();
    this.#weigh = weigh;
  }

  override set(name: string, value: T | undefined): this {
    const former = this.get(name);
    this.repeat(name, value);
    if (value !== former) this.onChange?.(name, value, former);
    return this;
  }

  override delete(name: string): boolean {
    const isKnown = this.has(name);
    this.set(name, undefined);
    return isKnown;
  }

  override clear(): void {
    for (const name of this.keys()) this.delete(name);
  }

  /** Does what was done elsewhere: keeps a value, or removes it. */
  repeat(name: string, value: T | undefined): void {
    this.#weigh?.(name, value, this.get(name));
    if (value === undefined) super.delete(name);
    else super.set(name, value);
  }
}
