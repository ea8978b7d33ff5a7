// A budget of work. It is counted where the work is done (a state of an automaton, a value, a schema that is expanded), so
// that the same document costs the same on every machine, and no document can cost more than its budget.

/** What is said of something that a budget did not suffice for. */
export const OUT_OF_BUDGET = "the budget of work is used up";

/** Thrown where a budget of work is used up. */
export class WorkExceeded extends Error {
  constructor() {
    super(OUT_OF_BUDGET);
    this.name = "WorkExceeded";
  }
}

/** A share is usually no less than this part of the whole. */
const LEAST = 0.1;

/** Units that are always granted: small questions have answers when the budget is gone, too. */
const LITTLE = 2_000;

export class Work {
  readonly #most: number;
  /** Of all budgets together, since the process began: what something took can be told from before and after. */
  static spent = 0;
  #left: number;
  /** What is kept for others while a share is used. */
  #kept = 0;

  readonly #isWhole: boolean;
  /** What all budgets had spent when this one was last looked at. */
  #seen = Work.spent;

  /**
   * @param most units of work; what a unit is, the caller says
   * @param isWhole whether what other budgets spend from here on counts in this one too, when it is next spent from
   */
  constructor(most: number, isWhole = false) {
    this.#left = most;
    this.#isWhole = isWhole;
    this.#most = most;
  }

  get left(): number {
    return this.#left;
  }

  /** What is left of the share that is used. */
  get room(): number {
    return this.#left - this.#kept;
  }

  /** @throws WorkExceeded where less is left */
  spend(units = 1): void {
    if (this.#isWhole) this.#left -= Work.spent - this.#seen;
    // What is refused is not done: of a thousand million values that nobody makes, other budgets pay for none.
    Work.spent += Math.min(units, Math.max(0, this.#left - this.#kept));
    this.#seen = Work.spent;
    this.#left -= units;
    if (this.#left < this.#kept) throw new WorkExceeded();
  }

  /**
   * The result of work that may use an even share of what is left.
   * @param among how many there are to share it, this one included
   * @param least what none gets less than, as most leave nearly all of theirs: a tenth of the whole
   * @throws WorkExceeded where the share is used up; what it leaves is there for the others
   */
  share<Result>(among: number, run: () => Result, least = this.#most * LEAST): Result {
    const kept = this.#kept;
    const left = Math.max(0, this.#left - kept);
    this.#kept = this.#left - Math.min(left, Math.max(left / Math.max(1, among), least));
    try {
      return run();
    } finally {
      // What was begun when the share ran out is not taken from the others.
      this.#left = Math.max(this.#left, this.#kept);
      this.#kept = kept;
    }
  }

  static #ruling: Work | undefined;

  /** The result of work whose units are worth several of others, where the work of all is counted. */
  static priced<Result>(price: number, run: () => Result): Result {
    const before = Work.spent;
    try {
      return run();
    } finally {
      Work.spent += (price - 1) * (Work.spent - before);
    }
  }

  /** The result of work that this budget rules: what asks for budgets of its own meanwhile gets none that is larger. */
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
   * Counts work where it is done, in the budget that rules, if one does: what has no budget at hand and no end of its own
   * (a conjunction, a merged form, a value that is put together) is then paid for by whoever asked for it.
   * @throws WorkExceeded where the ruling budget is used up
   */
  static charge(units: number): void {
    if (Work.#ruling === undefined) Work.spent += units;
    else Work.#ruling.spend(units);
  }

  /** How large a budget may be: as large as wanted, where none rules; little, where the one that rules is used up. */
  static upTo(most: number): number {
    const ruling = Work.#ruling;
    if (ruling === undefined) return most;
    const rest = ruling.#left - ruling.#kept - (ruling.#isWhole ? Work.spent - ruling.#seen : 0);
    return Math.max(Math.min(most, rest), Math.min(most, LITTLE));
  }

  /** The result of work that may use up a budget; undefined where it did. */
  static within<Result>(run: () => Result): Result | undefined {
    try {
      return run();
    } catch (error) {
      if (error instanceof WorkExceeded) return undefined;
      throw error;
    }
  }
}
