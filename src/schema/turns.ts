// Work that is divided over turns of the event loop, so that what is worked out for one request does not keep all others
// waiting: schemas that are compiled and items that are made when they are first asked for. A request that is about to
// begin on more of that than a turn has time for is given up, and taken up again from its beginning in a later turn. What was
// worked out by then is kept, so that it comes further each time.

/** Thrown where the rest of a request is left to a later turn. */
class TurnOver extends Error {
  constructor() {
    super("the rest of it is left to a later turn");
    this.name = "TurnOver";
  }
}

/** So many milliseconds of such work are begun in one turn. */
const MOST = 20;

/** What a divided request has made that nobody else keeps: nothing, for nearly all of them. */
export interface Kept {
  made: Map<string, unknown> | undefined;
}

class Turns {
  /** For tests: with 0, each turn does one piece of work. */
  most = MOST;
  /** That of the divided request that runs. */
  #kept: Kept | undefined;
  /** When the turn ends in which there was such work; undefined where there was none. */
  #end: number | undefined;

  /** True where such work was begun since `next`. */
  get isUnderWay(): boolean {
    return this.#end !== undefined;
  }

  /** True where no more of it should be begun before `next`. */
  get isOver(): boolean {
    return this.#end !== undefined && performance.now() >= this.#end;
  }

  /** Another turn of the event loop has begun. */
  next(): void {
    this.#end = undefined;
  }

  /**
   * Runs what may be given up until it calls `settle`, and be run again.
   * @param kept what earlier attempts have made
   * @returns false where it was given up
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
   * To be called before a piece of work that takes its time, and whose result is kept.
   * @throws TurnOver where it is left to a later turn
   */
  pause(): void {
    if (this.#kept === undefined) return;
    if (this.isOver) throw new TurnOver();
    this.#end ??= performance.now() + this.most;
  }

  /** From here on nothing can be done twice: a request that comes so far is answered in this turn. */
  settle(): void {
    this.#kept = undefined;
  }

  /** What is made for one request alone, and made once for all its attempts. */
  once<Made>(name: string, make: () => Made): Made {
    const kept = this.#kept;
    if (kept === undefined) return make();
    const made = (kept.made ??= new Map());
    if (!made.has(name)) made.set(name, make());
    return made.get(name) as Made;
  }
}

/** Of this process: it has one event loop. */
export const turns = new Turns();
