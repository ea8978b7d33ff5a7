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
  /** The total of all budgets since the process started, to measure what something took. */
  static spent = 0;
  #left: number;
  /** What is reserved for others while a share is used. */
  #kept = 0;

  readonly #isWhole: boolean;
  /** What all budgets had spent when this one was last used. */
  #seen = Work.spent;

  /**
   * @param most units of work; the caller defines a unit
   * @param isWhole whether what other budgets spend from here on also counts in this one, the next time it is used
   */
  constructor(most: number, isWhole = false) {
    this.#left = most;
    this.#isWhole = isWhole;
    this.#most = most;
  }

  get left(): number {
    return this.#left;
  }

  /** What is left of the current share. */
  get room(): number {
    return this.#left - this.#kept;
  }

  /** @throws WorkExceeded if less is left */
  spend(units = 1): void {
    if (this.#isWhole) this.#left -= Work.spent - this.#seen;
    // Refused work is not done, so the total does not count a billion values that nobody makes.
    Work.spent += Math.min(units, Math.max(0, this.#left - this.#kept));
    this.#seen = Work.spent;
    this.#left -= units;
    if (this.#left < this.#kept) throw new WorkExceeded();
  }

  /**
   * Runs work with an even share of what is left.
   * @param among how many share it, including this one
   * @param least the minimum for each, because most leave nearly all of theirs: by default a tenth of the whole
   * @throws WorkExceeded if the share is used up; what it leaves is available to the others
   */
  share<Result>(among: number, run: () => Result, least = this.#most * LEAST): Result {
    const kept = this.#kept;
    const left = Math.max(0, this.#left - kept);
    this.#kept = this.#left - Math.min(left, Math.max(left / Math.max(1, among), least));
    try {
      return run();
    } finally {
      // What was in progress when the share ran out is not taken from the others.
      this.#left = Math.max(this.#left, this.#kept);
      this.#kept = kept;
    }
  }

  static #ruling: Work | undefined;

  /** Runs work whose units each count as several in an overall budget. */
  static priced<Result>(price: number, run: () => Result): Result {
    const before = Work.spent;
    try {
      return run();
    } finally {
      Work.spent += (price - 1) * (Work.spent - before);
    }
  }

  /** Runs work under this budget: budgets requested in the meantime cannot be larger. */
  rule<Result>(run: () => Result): Result {
    const before = Work.#ruling;
    Work.#ruling = this;
    try {
      return run();
    } finally {
      Work.#ruling = before;
    }
  }

  /**
   * Charges work to the current budget, if there is one. Work without its own budget or limit (a conjunction, a merged
   * form, an assembled value) is paid for by the caller that requested it.
   * @throws WorkExceeded if the current budget is used up
   */
  static charge(units: number): void {
    if (Work.#ruling === undefined) Work.spent += units;
    else Work.#ruling.spend(units);
  }

  /** The size that a new budget may have: as wanted without a current one, and little if the current one is used up. */
  static upTo(most: number): number {
    const ruling = Work.#ruling;
    if (ruling === undefined) return most;
    const rest = ruling.#left - ruling.#kept - (ruling.#isWhole ? Work.spent - ruling.#seen : 0);
    return Math.max(Math.min(most, rest), Math.min(most, LITTLE));
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
