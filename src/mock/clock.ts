// What time it is in a world: the real time, or the time that somebody set, which runs on from there or stands still.

const DAY = 86_400_000;

/** What a clock shows, for people. */
export interface ClockReading {
  /** RFC 3339, in UTC. */
  readonly now: string;
  readonly frozen: boolean;
  /** True where it does not show the real time. */
  readonly changed: boolean;
}

/** The clock of a world. */
export class Clock {
  /** Where it starts: a day to live in, as a moment; undefined for the real time. */
  readonly #start: number | undefined;
  /** What it shows while it stands still. */
  #frozen: number | undefined;
  /** How far it is ahead of the real time. */
  #ahead = 0;
  #day = "";
  #from = 0;
  #until = 0;

  /** @param today the day to live in, "2030-12-06", instead of the real one */
  constructor(today?: string) {
    this.#start = today === undefined ? undefined : Date.parse(`${today}T00:00:00Z`);
    this.#frozen = this.#start;
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#frozen ?? Date.now() + this.#ahead;
  }

  /** The day in UTC, "2030-12-05". */
  today(): string {
    const now = this.now();
    if (now >= this.#until || now < this.#from) {
      this.#day = new Date(now).toISOString().slice(0, 10);
      this.#from = Date.parse(`${this.#day}T00:00:00Z`);
      this.#until = this.#from + DAY;
    }
    return this.#day;
  }

  /** Shows another time from now on. @param isFrozen whether it stands still there */
  set(now: number, isFrozen: boolean): void {
    this.#frozen = isFrozen ? now : undefined;
    this.#ahead = isFrozen ? 0 : now - Date.now();
  }

  /** Moves it; back where the number is negative. */
  advance(milliseconds: number): void {
    if (this.#frozen === undefined) this.#ahead += milliseconds;
    else this.#frozen += milliseconds;
  }

  /** Goes back to what it showed at the start. */
  reset(): void {
    this.#frozen = this.#start;
    this.#ahead = 0;
  }

  /** True where it does not show the real time. */
  get isChanged(): boolean {
    return this.#frozen !== undefined || this.#ahead !== 0;
  }

  read(): ClockReading {
    const now = new Date(this.now()).toISOString();
    return { now, frozen: this.#frozen !== undefined, changed: this.isChanged };
  }
}

/** The moments that a clock may show: years of four digits. */
export const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
export const LATEST = Date.parse("9999-12-31T23:59:59Z");
