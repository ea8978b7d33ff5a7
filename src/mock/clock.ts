// The time in a world: the real time, or a time that was set, which either runs on from there or is frozen.

const DAY = 86_400_000;

/** The beginning of the day of a moment, in UTC. */
export const dayOf = <Now extends number | undefined>(now: Now): Now =>
  (now === undefined ? now : Math.floor(now / DAY) * DAY) as Now;

/** The state of a clock, for people. */
export interface ClockReading {
  /** RFC 3339, in UTC. */
  readonly now: string;
  readonly frozen: boolean;
  /** True if it does not show the real time. */
  readonly changed: boolean;
}

/** The time at which it is frozen, or how far it is ahead of the real time. */
export interface ClockState {
  readonly frozen: number | null;
  readonly ahead: number;
}

/** The clock of a world. */
export class Clock {
  /** The day to start on, as a moment; undefined for the real time. */
  readonly #start: number | undefined;
  /** The time shown while it is frozen. */
  #frozen: number | undefined;
  /** How far it is ahead of the real time. */
  #ahead = 0;
  #day = "";
  #from = 0;
  #until = 0;
  /** Called when the time was changed. */
  onChange: (() => void) | undefined;

  /** @param today a day such as "2030-12-06", instead of the real one */
  constructor(today?: string) {
    this.#start = today === undefined ? undefined : Date.parse(`${today}T00:00:00Z`);
    this.#frozen = this.#start;
  }

  /** Milliseconds since 1970; a clock that runs stops where RFC 3339 can write no later time. */
  now(): number {
    return Math.min(Math.max(this.#frozen ?? Date.now() + this.#ahead, EARLIEST), LATEST);
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

  /** Sets another time. @param isFrozen whether it stops there */
  set(now: number, isFrozen: boolean): void {
    this.#show(isFrozen ? now : undefined, isFrozen ? 0 : now - Date.now());
  }

  /** Moves the time forward, or back for a negative number. */
  advance(milliseconds: number): void {
    const frozen = this.#frozen;
    if (frozen === undefined) this.#show(frozen, this.#ahead + milliseconds);
    else this.#show(frozen + milliseconds, 0);
  }

  /** Returns to the start. */
  reset(): void {
    this.#show(this.#start, 0);
  }

  #show(frozen: number | undefined, ahead: number): void {
    this.#frozen = frozen;
    this.#ahead = ahead;
    this.onChange?.();
  }

  /** How it runs, for another clock. */
  get state(): ClockState {
    return { frozen: this.#frozen ?? null, ahead: this.#ahead };
  }

  resume({ frozen, ahead }: ClockState): void {
    this.#show(frozen ?? undefined, ahead);
  }

  /** True if it does not show the real time. */
  get isChanged(): boolean {
    return this.#frozen !== undefined || this.#ahead !== 0;
  }

  read(): ClockReading {
    const now = new Date(this.now()).toISOString();
    return { now, frozen: this.#frozen !== undefined, changed: this.isChanged };
  }
}

/** The range of moments that a clock may show: years of four digits. */
export const EARLIEST = Date.parse("0001-01-01T00:00:00Z");
export const LATEST = Date.parse("9999-12-31T23:59:59.999Z");
