// Divides work over turns of the event loop, so that work for one request does not block all others: schemas that are
// compiled, and items that are generated on first use. A request that is about to start more of it than a turn has time
// for is abandoned and restarted from the beginning in a later turn. Completed work is kept, so each attempt gets
// farther.

/** Thrown to leave the rest of a request to a later turn. */
class TurnOver extends Error {
  constructor() {
    super("the rest of it is left to a later turn");
    this.name = "TurnOver";
  }
}

/** Milliseconds in which such work may be started in one turn. */
const MOST = 20;

/** What a divided request has made that nothing else keeps: usually nothing. */
export interface Kept {
  made: Map<string, unknown> | undefined;
}

class Turns {
  /** For tests: with 0, each turn does one piece of work. */
  most = MOST;
  /** What the running divided request has made. */
  #kept: Kept | undefined;
  /** When the turn ends in which such work was started; undefined if there was none. */
  #end: number | undefined;

  /** True if such work was started since `next`. */
  get isUnderWay(): boolean {
    return this.#end !== undefined;
  }

  /** True if no more of it should be started before `next`. */
  get isOver(): boolean {
    return this.#end !== undefined && performance.now() >= this.#end;
  }

  /** Called when another turn of the event loop begins. */
  next(): void {
    this.#end = undefined;
  }

  /**
   * Runs a function that may be abandoned and run again, until it calls `settle`.
   * @param kept what earlier attempts have made
   * @returns false if it was abandoned
   */
  attempt(run: () => void, kept: Kept): boolean {
    const before = this.#kept;
    this.#kept = kept;
    try {
      run();
      return true;
    } catch (error) {
      if (error instanceof TurnOver) return false;
      throw error;
    } finally {
      this.#kept = before;
    }
  }

  /**
   * Call this before work that takes time and whose result is kept.
   * @throws TurnOver to leave the work to a later turn
   */
  pause(): void {
    if (this.#kept === undefined) return;
    if (this.isOver) throw new TurnOver();
    this.#end ??= performance.now() + this.most;
  }

  /** From here on nothing can be done twice, so a request that gets here is answered in this turn. */
  settle(): void {
    this.#kept = undefined;
  }

  /** Makes something for one request alone, once for all of its attempts. */
  once<Made>(name: string, make: () => Made): Made {
    const kept = this.#kept;
    if (kept === undefined) return make();
    const made = (kept.made ??= new Map());
    if (!made.has(name)) made.set(name, make());
    return made.get(name) as Made;
  }
}

/** For this process, which has one event loop. */
export const turns = new Turns();
