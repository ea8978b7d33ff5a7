// The time the gate may take. What is not finished then is unknown, never compatible.

/** Thrown where work stops because the time is up. */
export class BudgetExceeded extends Error {
  constructor() {
    super("the time budget ran out");
    this.name = "BudgetExceeded";
  }
}

export class Budget {
  readonly #deadline: number;
  constructor(milliseconds: number) {
    this.#deadline = performance.now() + milliseconds;
  }

  get isOver(): boolean {
    return performance.now() > this.#deadline;
  }

  /** @throws BudgetExceeded when the time is up */
  check(): void {
    if (this.isOver) throw new BudgetExceeded();
  }
}
