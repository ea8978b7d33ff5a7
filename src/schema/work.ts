// A budget of work. It is counted where the work is done (an automaton state, a value, an expanded schema), so the same
// document costs the same on every machine, and no document can cost more than its budget.

/** The message for something that a budget was not enough for. */
export const OUT_OF_BUDGET = "the budget of work is used up";

/** Thrown if a budget of work is used up. */
export class WorkExceeded extends Error {
  constructor() {
    super(OUT_OF_BUDGET);
    this.name = "WorkExceeded";
  }
}

/** By default, a share is at least this part of the whole. */
const LEAST = 0.1;

/** Units that are always granted, so that small questions get an answer even after the budget is gone. */
const LITTLE = 2_000;

export class Work {
  readonly #most: number;
  readonly #parent: Work | undefined;
  readonly #price: number;
  #left: number;
  /** What is reserved for others while a share is used. */
  #kept = 0;

  /**
   * @param most units of work; the caller defines a unit
   * @param parent the budget of the whole, which pays for what is spent here and notices it when it is next used
   * @param price units of the parent for each unit here
   */
  constructor(most: number, parent?: Work, price = 1) {
    this.#left = most;
    this.#most = most;
    this.#parent = parent;
    this.#price = price;
  }

  /** Not positive once it is used up. */
  get left(): number {
    return this.#left;
  }

  /** The budget that this one is a part of, or is: that of one run. */
  get whole(): Work {
    return this.#parent?.whole ?? this;
  }

  /** What is left of the current share. */
  get room(): number {
    return this.#left - this.#kept;
  }

  /** @throws WorkExceeded if less is left, or nothing */
  spend(units = 1): void {
    const { room } = this;
    // Refused work is not done, so nobody pays for a billion values that nobody makes.
    this.#pay(Math.min(units, Math.max(0, room)));
    if (units > room || room <= 0) throw new WorkExceeded();
  }

  #pay(units: number): void {
    this.#left -= units;
    if (this.#parent !== undefined) this.#parent.#pay(units * this.#price);
  }

  /** A budget for one question: as wanted, but no larger than what is left, and little if nothing is. */
  part(most: number, price?: number): Work {
    return new Work(Math.max(Math.min(most, this.room), Math.min(most, LITTLE)), this, price);
  }

  /**
   * Runs work with an even share of what is left.
   * @param among how many share it, including this one
   * @param least the minimum for each, because most leave nearly all of theirs: by default a tenth of the whole
   * @throws WorkExceeded if the share is used up; what it leaves is available to the others
   */
  share<Result>(among: number, run: () => Result, least = this.#most * LEAST): Result {
    const kept = this.#kept;
    const left = Math.max(0, this.room);
    this.#kept = this.#left - Math.min(left, Math.max(left / Math.max(1, among), least));
    try {
      return run();
    } finally {
      this.#kept = kept;
    }
  }

  /** Runs work that may use up a budget; undefined if it did. */
  static within<Result>(run: () => Result): Result | undefined {
    try {
      return run();
    } catch (error) {
      if (error instanceof WorkExceeded) return undefined;
      throw error;
    }
  }
}

/** For what nobody limits: a document that its owner serves. What a single question may cost is limited all the same. */
export const UNLIMITED = new Work(Number.POSITIVE_INFINITY);
