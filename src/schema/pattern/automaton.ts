// A pattern as a non-deterministic finite automaton: it is in several states at a time, and matches if one of them is
// the last. It can read forwards or backwards; backwards is how look-ahead is decided in linear time.
import { ANY_CHARACTER, type Characters, hasCharacter } from "./characters.ts";
import { type Edge, type Look, type PatternPart, type Repeat, beginsAtStart, innerParts } from "./tree.ts";
import type { Work } from "../work.ts";

/** What must hold at a position in the text for a step that consumes no character. */
export type Condition = Edge | Look;

interface Step {
  readonly on: Characters;
  readonly to: number;
}

interface Slide {
  /** Undefined if it can always be taken. */
  readonly when: Condition | undefined;
  readonly to: number;
}

/** Larger automata are not built: counted repetitions are expanded, one copy for each count. */
const MOST_STATES = 10_000;

/**
 * The number of states in the automaton of a part, including its look-arounds.
 * @returns infinite if a part refers back to a group, which no automaton can do
 */
export function statesOf(part: PatternPart): number {
  const inner = innerParts(part).reduce((sum, one) => sum + 1 + statesOf(one), 0);
  if (part.kind === "reference") return Number.POSITIVE_INFINITY;
  if (part.kind !== "repeat") return inner + 1;
  const copies = part.most === Number.POSITIVE_INFINITY ? part.least + 1 : part.most;
  return copies === 0 ? 3 : copies * inner + 3;
}

export class Automaton {
  readonly #steps: Step[][] = [];
  readonly #slides: Slide[][] = [];
  readonly #backwards: boolean;
  readonly #conditions = new Set<Condition>();
  readonly #last: number;

  private constructor(part: PatternPart, backwards: boolean) {
    this.#backwards = backwards;
    const first = this.#state();
    // A match may begin anywhere.
    if (backwards || !beginsAtStart(part)) this.#step(first, ANY_CHARACTER, first);
    this.#last = this.#add(part, first);
  }

  /**
   * The automaton of a part, for matches that begin anywhere in the text.
   * @returns undefined if the part refers back to a group, or is too large
   */
  static of(part: PatternPart, backwards = false): Automaton | undefined {
    return statesOf(part) > MOST_STATES ? undefined : new Automaton(part, backwards);
  }

  /** The conditions that its steps depend on. */
  get conditions(): ReadonlySet<Condition> {
    return this.#conditions;
  }

  /**
   * The states reachable without consuming a character.
   * @param work spends a unit for each step tried; @throws WorkExceeded
   */
  closure(states: Iterable<number>, holds: (condition: Condition) => boolean, work: Work): ReadonlySet<number> {
    const found = new Set(states);
    for (const state of found) {
      const slides = this.#slides[state] ?? [];
      work.spend(1 + slides.length);
      for (const { when, to } of slides) if (when === undefined || holds(when)) found.add(to);
    }
    return found;
  }

  /** The states after one more character, before their closure. @throws WorkExceeded */
  after(states: ReadonlySet<number>, point: number, work: Work): Set<number> {
    const found = new Set<number>();
    for (const state of states) {
      const steps = this.#steps[state] ?? [];
      work.spend(1 + steps.length);
      for (const { on, to } of steps) if (hasCharacter(on, point)) found.add(to);
    }
    return found;
  }

  /** True if a match ends in one of the states. */
  isLast(states: ReadonlySet<number>): boolean {
    return states.has(this.#last);
  }

  /** The sets of characters that some states distinguish. */
  characters(states: Iterable<number>): Characters[] {
    return [...states].flatMap((state) => (this.#steps[state] ?? []).map(({ on }) => on));
  }

  #state(): number {
    this.#slides.push([]);
    return this.#steps.push([]) - 1;
  }

  #step(from: number, on: Characters, to: number): void {
    this.#steps[from]?.push({ on, to });
  }

  #slide(from: number, to: number, when?: Condition): void {
    this.#slides[from]?.push({ when, to });
  }

  #behind(from: number, when?: Condition): number {
    const to = this.#state();
    this.#slide(from, to, when);
    return to;
  }

  /** Adds a part after a state. @returns the state after the part */
  #add(part: PatternPart, from: number): number {
    switch (part.kind) {
      case "character": {
        const to = this.#state();
        this.#step(from, part.characters, to);
        return to;
      }
      case "row": {
        const parts = this.#backwards ? part.parts.toReversed() : part.parts;
        return parts.reduce((at, inner) => this.#add(inner, at), this.#behind(from));
      }
      case "choice": {
        const to = this.#state();
        for (const inner of part.parts) this.#slide(this.#add(inner, this.#behind(from)), to);
        return to;
      }
      case "group":
        return this.#add(part.part, from);
      case "repeat":
        return this.#repeat(part, from);
      case "edge":
      case "look": {
        const condition = part.kind === "edge" ? part.edge : part;
        this.#conditions.add(condition);
        return this.#behind(from, condition);
      }
      case "reference":
        throw new Error("no automaton can refer back to a group");
    }
  }

  #repeat({ part, least, most }: Repeat, from: number): number {
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
