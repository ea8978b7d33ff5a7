// Decides whether every text that matches some patterns also matches another one, and otherwise finds the shortest text
// that does not. Works for regular patterns: their automata read all texts side by side until nothing new turns up.
import { type Characters, SURROGATES, hasCharacter } from "./characters.ts";
import { type Criterion, criteriaOf } from "./criterion.ts";
import { Recent } from "./recent.ts";
import { Work } from "../work.ts";
import { once } from "../../memo.ts";

/** A text; null if there is none; undefined if unknown. */
export type Beyond = string | null | undefined;

/** States and steps that are tried for one question: about a tenth of a second. */
const MOST_WORK = 600_000;

/** The weight of a step in an overall budget, because it handles the characters of several automata. */
const STEP = 3;

/** Longer texts are only distinguished by length. */
const MOST_LENGTH = 1_000;

/** The answers of one run: what was asked in another one must not make a question cheaper, and a verdict different. */
const known = once((_whole: Work) => new Recent<Beyond>(2_000));

/**
 * The shortest text that matches all of `given` but not `wanted` (ECMA-262 with the flag `u`). Texts are Unicode (RFC
 * 7493 section 2.1): others cannot be sent.
 * @param given patterns; none means any text
 * @param work the budget of which a part is for the question, unless its answer is known
 */
export function textBeyond(given: readonly string[], wanted: string, work: Work): Beyond {
  const answer = (): Beyond => {
    const [all, other] = [given.map(criteriaOf), criteriaOf(wanted)];
    if (other === undefined) return undefined;
    // Unknown patterns could only exclude more texts.
    const own = all.filter((criteria) => criteria !== undefined);
    const part = work.part(MOST_WORK, STEP);
    const search = (): string | null => new Search(own.flat(), other, part).run();
    const text = part.left < MOST_WORK ? search() : Work.within(search);
    return typeof text === "string" && own.length < all.length ? undefined : text;
  };
  // What a small budget does not suffice for is not remembered: a larger one may answer it.
  return Work.within(() => known(work.whole).get(JSON.stringify([given, wanted]), answer));
}

/** The shortest text that matches all of some patterns; null if there is none, undefined if unknown. */
export function textWithin(patterns: readonly string[], work: Work): Beyond {
  return textBeyond(patterns, NOTHING, work);
}

/** False only if no text can match both patterns. */
export function mayMeet(one: string, other: string, work: Work): boolean {
  return textWithin([one, other], work) !== null;
}

/** The patterns of a string, plus one for its length. */
export function patternsOf({ patterns, bounds: { minLength = 0, maxLength } }: TextNeeds): string[] {
  const [least, most] = [Number(minLength), Number(maxLength ?? MOST_LENGTH)];
  if (least > MOST_LENGTH || (least === 0 && most >= MOST_LENGTH)) return [...patterns];
  return [...patterns, `^[^]{${least},${most >= MOST_LENGTH ? "" : Math.max(least, most)}}$`];
}

interface TextNeeds {
  readonly patterns: readonly string[];
  readonly bounds: { readonly minLength?: number | bigint; readonly maxLength?: number | bigint };
}

/** The pattern that matches whatever one of some patterns matches. */
export function anyOf(patterns: readonly string[]): string {
  return patterns.length === 0 ? NOTHING : patterns.map((pattern) => `(?:${pattern})`).join("|");
}

/** The pattern that matches a single text. */
export function exactly(text: string): string {
  return `^${text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}$`;
}

/** The pattern that matches whatever another one does not. */
export function avoiding(pattern: string): string {
  return `^(?![^]*(?:${pattern}))`;
}

/** Matches no text. */
const NOTHING = "[]";

interface Situation {
  /** The states of each automaton. */
  readonly states: readonly ReadonlySet<number>[];
  readonly text: string;
}

/** A search through all texts, shortest first, for one that meets some criteria but not all of some others. */
class Search {
  readonly #criteria: readonly Criterion[];
  /** How many of the criteria, from the start, belong to the given patterns. */
  readonly #given: number;
  readonly #work: Work;

  constructor(given: readonly Criterion[], wanted: readonly Criterion[], work: Work) {
    this.#criteria = [...given, ...wanted];
    this.#given = given.length;
    this.#work = work;
  }

  /** @throws WorkExceeded */
  run(): string | null {
    const first: Situation = { states: this.#criteria.map(() => new Set([0])), text: "" };
    const pending = [this.#settled(first)];
    // Without the first one: with the same states after a character, the start of the text is over.
    const met = new Set<string>();
    for (const situation of pending) {
      if (this.#isFound(situation)) return situation.text;
      for (const point of representatives(this.#characters(situation), this.#work)) {
        const next = this.#after(situation, point);
        const key = next.states.map((states) => [...states].sort((a, b) => a - b).join()).join(" ");
        if (met.has(key) || this.#isHopeless(next)) continue;
        met.add(key);
        pending.push(next);
      }
    }
    return null;
  }

  #settled({ states, text }: Situation): Situation {
    const isStart = text === "";
    return {
      states: this.#criteria.map(({ automaton }, index) =>
        automaton.closure(states[index] ?? [], (condition) => condition === "start" && isStart, this.#work),
      ),
      text,
    };
  }

  #after({ states, text }: Situation, point: number): Situation {
    const next = this.#criteria.map(({ automaton }, index) =>
      automaton.after(states[index] ?? NO_STATES, point, this.#work),
    );
    return this.#settled({ states: next, text: text + String.fromCodePoint(point) });
  }

  /** True if the text meets all given criteria but not all wanted ones. */
  #isFound({ states, text }: Situation): boolean {
    const holds = this.#criteria.map(({ automaton, wanted }, index) => {
      const closed = automaton.closure(
        states[index] ?? [],
        (condition) => condition === "end" || (condition === "start" && text === ""),
        this.#work,
      );
      return automaton.isLast(closed) === wanted;
    });
    return holds.slice(0, this.#given).every(Boolean) && !holds.slice(this.#given).every(Boolean);
  }

  /** True if no text with this beginning can be found: a given criterion has failed, or all wanted ones are certain. */
  #isHopeless({ states }: Situation): boolean {
    const [hits, misses] = [new Set<number>(), new Set<number>()];
    for (const [index, { automaton }] of this.#criteria.entries()) {
      const own = states[index] ?? NO_STATES;
      if (automaton.isLast(own)) hits.add(index);
      else if (own.size === 0) misses.add(index);
    }
    const isLost = this.#criteria
      .slice(0, this.#given)
      .some(({ wanted }, index) => (wanted ? misses : hits).has(index));
    const isSure = this.#criteria
      .slice(this.#given)
      .every(({ wanted }, index) => (wanted ? hits : misses).has(this.#given + index));
    return isLost || isSure;
  }

  #characters({ states }: Situation): Characters[] {
    return this.#criteria.flatMap(({ automaton }, index) => automaton.characters(states[index] ?? []));
  }
}

const NO_STATES: ReadonlySet<number> = new Set();

/** Characters that readers like to see, best first. */
const LIKED = Array.from("a0A1bBz9Z-_ .", (letter) => letter.codePointAt(0) ?? 0);

/** One character, preferably readable, for each combination of sets that characters are in. */
function representatives(sets: readonly Characters[], work: Work): number[] {
  const cuts = new Set([0, SURROGATES[0], SURROGATES[1] + 1]);
  const distinct = [...new Set(sets)];
  for (const ranges of distinct) {
    for (const [first, last] of ranges) cuts.add(first).add(last + 1);
  }
  work.spend(cuts.size * (1 + distinct.length));
  const starts = [...cuts].filter((point) => point <= 0x10ffff).sort((a, b) => a - b);
  const ranked = starts.flatMap((start, index): { point: number; rank: number }[] => {
    if (start >= SURROGATES[0] && start <= SURROGATES[1]) return [];
    const end = starts[index + 1] ?? 0x110000;
    const rank = LIKED.findIndex((point) => start <= point && point < end);
    if (rank >= 0) return [{ point: LIKED[rank] ?? start, rank }];
    // Then visible characters, and control characters last.
    return [{ point: start, rank: LIKED.length + (start > 0x20 && start < 0x7f ? 0 : start >= 0xa0 ? 1 : 2) }];
  });
  const found = new Map<string, number>();
  for (const { point } of ranked.sort((a, b) => a.rank - b.rank)) {
    const holders = distinct.map((ranges) => (hasCharacter(ranges, point) ? 1 : 0)).join("");
    if (!found.has(holders)) found.set(holders, point);
  }
  return [...found.values()];
}
