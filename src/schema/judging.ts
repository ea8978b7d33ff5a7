// Limits how much work judging one value may cause. If a schema contains the next one twice at each level of a value,
// forty levels make 2^40 judgements: a few lines of a document, and a body of as many brackets. It counts how often a
// schema that refers to others is entered, because only references make a document larger than its text.
import { UNLIMITED, type Work, WorkExceeded } from "./work.ts";

/** Enough for every value of a few kilobytes. */
const LEAST = 200_000;
/** Additional judgements for each part of a larger value. */
const FOR_EACH_PART = 30;

/** A validator, which holds its reasons until it judges again. */
interface Reasons {
  errors?: unknown;
}

/**
 * The state of one validation. Ajv's code passes no arguments of ours from a schema to the next, so all validators of one
 * compiler read it from one object: Node runs one thing at a time, and judging never awaits.
 */
export class Judging {
  /** What is left of the current value's budget. Compiled schemas decrement it themselves. */
  left = LEAST;
  /** How much large schemas have said since `begin`. They increment it themselves. */
  weight = 0;
  /** Who pays for what is compiled for the value, and for patterns. */
  work = UNLIMITED;
  /** The validators that have refused something of the current value, and hold the reasons. */
  readonly #refusing = new Set<Reasons>();
  #value: unknown;
  #isCounted = false;
  #granted = LEAST;

  /** Starts judging a value, and lets go of what was said of the one before: a fan of schemas says it a million times. */
  begin(value: unknown, work: Work): void {
    for (const one of this.#refusing) one.errors = null;
    this.#refusing.clear();
    this.weight = 0;
    this.work = work;
    this.#value = value;
    this.#isCounted = false;
    this.#granted = this.#affordable(LEAST);
    this.left = this.#granted;
  }

  /** What a budget cannot pay for would be done for nothing. */
  #affordable(entries: number): number {
    return Math.min(entries, Math.ceil(Math.max(0, this.work.room) / ENTERED));
  }

  /** Notes validators that hold reasons. */
  refused(...validators: readonly Reasons[]): void {
    for (const one of validators) this.#refusing.add(one);
  }

  /** Called when nothing is left: grants what the value's size allows, once. @throws WorkExceeded */
  exceeded(): void {
    if (!this.#isCounted) {
      this.#isCounted = true;
      const granted = this.#affordable(FOR_EACH_PART * partsOf(this.#value));
      const more = granted - this.#granted;
      if (more > 0) {
        this.#granted = granted;
        this.left = more;
        return;
      }
    }
    throw new WorkExceeded();
  }

  /** Judges a value at its price. @throws WorkExceeded if the budget is used up */
  paid<Verdict>(value: unknown, work: Work, judge: () => Verdict): Verdict {
    work.spend(JUDGED + PART * partsOf(value));
    this.begin(value, work);
    try {
      return judge();
    } finally {
      // Judging that stopped because it went too deep also took its time.
      const entered = this.#granted - this.left;
      work.spend(ENTERED * entered + SAID * this.weight);
    }
  }
}

/**
 * The cost of judging a value, of each of its parts, and of entering a schema that refers to others, in units of work.
 */
const JUDGED = 20;
const PART = 1;
const ENTERED = 5;
/** The cost of looking at one value of a list, or of looking for one name. */
const SAID = 1;

/** The number of values in a value. */
function partsOf(value: unknown): number {
  let parts = 0;
  const pending = [value];
  while (pending.length > 0) {
    const part = pending.pop();
    parts++;
    if (typeof part !== "object" || part === null) continue;
    for (const inner of Object.values(part)) pending.push(inner);
  }
  return parts;
}
