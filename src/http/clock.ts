// Which day it is: the one that was asked for, or the one in UTC.

/** Tells the day, "2030-12-05". */
export class Clock {
  readonly #fixed: string | undefined;
  #day = "";
  #until = 0;

  /** @param today the day to live in, instead of the real one */
  constructor(today?: string) {
    this.#fixed = today;
  }

  today(): string {
    if (this.#fixed !== undefined) return this.#fixed;
    const now = Date.now();
    if (now >= this.#until) {
      this.#day = new Date(now).toISOString().slice(0, 10);
      this.#until = Date.parse(`${this.#day}T00:00:00Z`) + 86_400_000;
    }
    return this.#day;
  }
}
