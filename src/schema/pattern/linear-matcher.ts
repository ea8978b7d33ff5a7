// Matches a pattern in time linear in the text, including look-around: each look-around is a separate automaton that
// reads the text first, backwards for look-ahead, and records the positions at which it holds.
import { Automaton, type Condition, statesOf } from "./automaton.ts";
import { WORD_CHARACTERS, hasCharacter } from "./characters.ts";
import type { Look, PatternPart } from "./tree.ts";
import type { Pattern } from "./syntax.ts";
import { Work } from "../work.ts";

/** Automaton steps for one text: less than a second. */
const MOST_WORK = 30_000_000;
/** Larger patterns are not matched by automata, because a document may have many of them. */
const MOST_STATES = 4_000;
/** Sets of states that are cached with what follows them. */
const MOST_PLACES = 500;

/** True if a pattern can be matched in linear time: it does not refer back to groups and is not too large. */
export function isLinear({ tree, exact }: Pattern): boolean {
  return tree !== undefined && exact && statesOf(tree) <= MOST_STATES;
}

export class LinearMatcher {
  readonly #unicode: boolean;
  readonly #whole: Scanner;

  private constructor(unicode: boolean, whole: Scanner) {
    this.#unicode = unicode;
    this.#whole = whole;
  }

  /** @returns undefined if `isLinear` is false */
  static of(pattern: Pattern): LinearMatcher | undefined {
    const whole = isLinear(pattern) && pattern.tree !== undefined ? Scanner.of(pattern.tree, false) : undefined;
    return whole === undefined ? undefined : new LinearMatcher(pattern.unicode, whole);
  }

  /** Whether some part of a text matches; undefined if that takes too much work to decide. */
  test(text: string, work: Work): boolean | undefined {
    const points = this.#unicode
      ? Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
      : Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    return Work.within(() => this.#whole.ends(points, new Work(MOST_WORK, work), true).includes(true));
  }
}

/** Some states, and what is known to follow from them under certain conditions. */
interface ScanState {
  readonly states: ReadonlySet<number>;
  readonly reached: Map<number, Reached>;
}

interface Reached {
  readonly states: ReadonlySet<number>;
  readonly isLast: boolean;
  readonly next: Map<number, ScanState>;
}

/** Finds the positions in a text where matches of one part end, or begin for a scanner that reads backwards. */
class Scanner {
  readonly #automaton: Automaton;
  readonly #backwards: boolean;
  readonly #conditions: readonly Condition[];
  readonly #looks: ReadonlyMap<Look, Scanner>;
  #places = new Map<string, ScanState>();

  private constructor(automaton: Automaton, backwards: boolean, looks: ReadonlyMap<Look, Scanner>) {
    this.#automaton = automaton;
    this.#backwards = backwards;
    this.#conditions = [...automaton.conditions];
    this.#looks = looks;
  }

  static of(part: PatternPart, backwards: boolean): Scanner | undefined {
    const automaton = Automaton.of(part, backwards);
    if (automaton === undefined || automaton.conditions.size > MOST_CONDITIONS) return undefined;
    const looks = new Map<Look, Scanner>();
    for (const condition of automaton.conditions) {
      if (typeof condition === "string") continue;
      const scanner = Scanner.of(condition.part, condition.ahead);
      if (scanner === undefined) return undefined;
      looks.set(condition, scanner);
    }
    return new Scanner(automaton, backwards, looks);
  }

  /**
   * For each position from before the first to after the last character: whether a match ends there.
   * @param only true if one such position is enough
   */
  ends(points: readonly number[], work: Work, only = false): boolean[] {
    const found = Array.from({ length: points.length + 1 }, () => false);
    const holds = this.#conditions.map((condition) => this.#holding(condition, points, work));
    let place = this.#place(new Set([0]));
    for (let turn = 0; turn <= points.length; turn++) {
      const at = this.#backwards ? points.length - turn : turn;
      const reached = this.#reached(
        place,
        holds.reduce((mask, one, bit) => mask | (one(at) ? 1 << bit : 0), 0),
        work,
      );
      found[at] = reached.isLast;
      if (only && reached.isLast) break;
      const point = points[this.#backwards ? at - 1 : at];
      if (point !== undefined) place = this.#next(reached, point, work);
    }
    return found;
  }

  /** Whether a condition holds at a position. */
  #holding(condition: Condition, points: readonly number[], work: Work): (at: number) => boolean {
    const isWord = (at: number): boolean => hasCharacter(WORD_CHARACTERS, points[at] ?? -1);
    if (condition === "start") return (at) => at === 0;
    if (condition === "end") return (at) => at === points.length;
    if (condition === "boundary") return (at) => isWord(at - 1) !== isWord(at);
    if (condition === "no-boundary") return (at) => isWord(at - 1) === isWord(at);
    const places = this.#looks.get(condition)?.ends(points, work) ?? [];
    return (at) => places[at] === condition.wanted;
  }

  #place(states: ReadonlySet<number>): ScanState {
    const key = [...states].sort((a, b) => a - b).join();
    let place = this.#places.get(key);
    if (place !== undefined) return place;
    // Drop all of them, because any that stay would lead to the others.
    if (this.#places.size >= MOST_PLACES) this.#places = new Map();
    place = { states, reached: new Map() };
    this.#places.set(key, place);
    return place;
  }

  #reached({ states, reached }: ScanState, mask: number, work: Work): Reached {
    const known = reached.get(mask);
    if (known !== undefined) return known;
    const holds = (condition: Condition): boolean => (mask & (1 << this.#conditions.indexOf(condition))) !== 0;
    const closure = this.#automaton.closure(states, holds, work);
    const found = { states: closure, isLast: this.#automaton.isLast(closure), next: new Map<number, ScanState>() };
    reached.set(mask, found);
    return found;
  }

  #next({ states, next }: Reached, point: number, work: Work): ScanState {
    work.spend();
    const known = next.get(point);
    if (known !== undefined) return known;
    const place = this.#place(this.#automaton.after(states, point, work));
    if (next.size < MOST_PLACES) next.set(point, place);
    return place;
  }
}

/** The bits that record which conditions hold at a position. */
const MOST_CONDITIONS = 30;
