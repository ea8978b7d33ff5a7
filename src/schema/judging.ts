// How much work one value may make its judges. Where a schema has the next one twice at each level of a value, forty levels
// make 2^40 judgements: a few lines of a document, and a body of as many brackets. What is counted is how often a
// schema that refers to others is entered; a document has no other way to be larger than its text.
import { Work, WorkExceeded } from "./work.ts";

/** Enough for every value of a few kilobytes. */
const LEAST = 200_000;
/** For larger values, so many judgements for each part of them. */
const FOR_EACH_PART = 30;

class Judging {
  /** What is left of the budget of the value that is judged now. Compiled schemas count it down themselves. */
  left = LEAST;
  /** How much the schemas that say much have said since `begin`. They count it up themselves. */
  weight = 0;
  #value: unknown;
  #isCounted = false;
  #more = 0;

  /** A value is judged from here on. */
  begin(value: unknown): void {
    this.left = LEAST;
    this.weight = 0;
    this.#value = value;
    this.#isCounted = false;
  }

  /** How many schemas that refer to others the value was judged by since `begin`. */
  get entered(): number {
    return (this.#isCounted ? LEAST + this.#more : LEAST) - this.left;
  }

  /** Nothing is left: a value is given what its size allows, once. @throws WorkExceeded */
  exceeded(): void {
    if (!this.#isCounted) {
      this.#isCounted = true;
      this.left = FOR_EACH_PART * partsOf(this.#value) - LEAST;
      this.#more = this.left;
      if (this.left > 0) return;
    }
    throw new WorkExceeded();
  }
}

/** Of the value that is being judged: Node does one thing at a time, and no judge waits for anything. */
export const judging = new Judging();

/** What it costs to judge a value, each of its parts, and to enter a schema that refers to others, in units of work. */
const JUDGED = 20;
const PART = 2;
const ENTERED = 5;
/** What it costs to look at a value of a list, or for a name. */
const SAID = 1;

/**
 * The verdict on a value, paid for by the budget that rules: for those who judge thousands of values of their own making.
 * @throws WorkExceeded where the budget does not suffice
 */
export function paid<Verdict>(value: unknown, judge: () => Verdict): Verdict {
  Work.charge(JUDGED + PART * partsOf(value));
  try {
    return judge();
  } finally {
    // What ended too deep inside has taken its time, too.
    Work.charge(ENTERED * judging.entered + SAID * judging.weight);
  }
}

/** How many values there are in a value. */
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
