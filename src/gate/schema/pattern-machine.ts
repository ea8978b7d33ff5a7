// A pattern as a machine that reads a text character by character (a non-deterministic finite automaton): it is in
// several states at a time, and matches if one of them is the last when the text ends.
import { ANY_CHARACTER, type Characters, hasCharacter } from "./characters.ts";
import { type Part, readPattern } from "./pattern-syntax.ts";

interface Step {
  readonly on: Characters;
  readonly to: number;
}

/** A step that takes no character: always, or only where the text starts or ends. */
interface Slide {
  readonly when: "always" | "start" | "end";
  readonly to: number;
}

/** More are not looked into: counts are written out, one state for each. */
const MOST_STATES = 10_000;

class TooLarge extends Error {}

export class PatternMachine {
  readonly #steps: Step[][] = [];
  readonly #slides: Slide[][] = [];
  readonly #last: number;

  /** @throws TooLarge */
  private constructor(tree: Part) {
    // A pattern may match anywhere: anything may stand before it and after it.
    const before = this.#state();
    this.#step(before, ANY_CHARACTER, before);
    this.#last = this.#add(tree, before);
    this.#step(this.#last, ANY_CHARACTER, this.#last);
  }

  /** The machine of a pattern; undefined where it is none, or too large a one. */
  static of(pattern: string): PatternMachine | undefined {
    try {
      const tree = readPattern(pattern);
      return tree === undefined ? undefined : new PatternMachine(tree);
    } catch (error) {
      // Groups in groups in groups: the stack has an end.
      if (error instanceof TooLarge || error instanceof RangeError) return undefined;
      throw error;
    }
  }

  /** The states before the first character. */
  start(): readonly number[] {
    return this.#closure([0], ["always", "start"]);
  }

  /** The states after one more character. */
  after(states: readonly number[], point: number): readonly number[] {
    const reached = states.flatMap((state) =>
      (this.#steps[state] ?? []).filter(({ on }) => hasCharacter(on, point)).map(({ to }) => to),
    );
    return this.#closure(reached, ["always"]);
  }

  /** Whether a text that ends here matches. @param isEmpty true where it has no character */
  matches(states: readonly number[], isEmpty: boolean): boolean {
    return this.#closure(states, isEmpty ? ["always", "start", "end"] : ["always", "end"]).includes(this.#last);
  }

  /** Whether every text that goes on from here matches. */
  isSure(states: readonly number[]): boolean {
    return states.includes(this.#last);
  }

  /** The characters that are told apart here. */
  characters(states: readonly number[]): Characters[] {
    return states.flatMap((state) => (this.#steps[state] ?? []).map(({ on }) => on));
  }

  #closure(states: readonly number[], when: readonly Slide["when"][]): readonly number[] {
    const found = new Set(states);
    for (const state of found) {
      for (const slide of this.#slides[state] ?? []) if (when.includes(slide.when)) found.add(slide.to);
    }
    return [...found].sort((a, b) => a - b);
  }

  #state(): number {
    if (this.#steps.length >= MOST_STATES) throw new TooLarge();
    this.#slides.push([]);
    return this.#steps.push([]) - 1;
  }

  #step(from: number, on: Characters, to: number): void {
    this.#steps[from]?.push({ on, to });
  }

  #slide(from: number, to: number, when: Slide["when"] = "always"): void {
    this.#slides[from]?.push({ when, to });
  }

  /** Adds a part behind a state. @returns the state behind the part */
  #add(part: Part, from: number): number {
    switch (part.kind) {
      case "character": {
        const to = this.#state();
        this.#step(from, part.characters, to);
        return to;
      }
      case "row":
        return part.parts.reduce((at, inner) => this.#add(inner, at), this.#behind(from));
      case "choice": {
        const to = this.#state();
        for (const inner of part.parts) this.#slide(this.#add(inner, this.#behind(from)), to);
        return to;
      }
      case "repeat":
        return this.#repeat(part, from);
      default:
        return this.#behind(from, part.kind);
    }
  }

  #behind(from: number, when: Slide["when"] = "always"): number {
    const to = this.#state();
    this.#slide(from, to, when);
    return to;
  }

  #repeat({ part, least, most }: Extract<Part, { kind: "repeat" }>, from: number): number {
    let at = this.#behind(from);
    for (let count = 0; count < least; count++) at = this.#add(part, at);
    if (most === Number.POSITIVE_INFINITY) {
      const loop = this.#behind(at);
      this.#slide(this.#add(part, loop), loop);
      return loop;
    }
    const end = this.#state();
    for (let count = least; count < most; count++) {
      this.#slide(at, end);
      at = this.#add(part, at);
    }
    this.#slide(at, end);
    return end;
  }
}
