// How long lint looks for values of schemas. What is not finished then is said to be undecided.

export class TimeLimit {
  readonly #deadline: number;

  constructor(milliseconds: number) {
    this.#deadline = performance.now() + milliseconds;
  }

  get isOver(): boolean {
    return performance.now() > this.#deadline;
  }
}
