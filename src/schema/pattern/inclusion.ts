// Whether every text that matches some patterns also matches another one; if not, the shortest text that does not. Both
// can be told of regular patterns: their automata read all texts side by side until nothing new is met.
import { type Characters, SURROGATES, hasCharacter } from "./characters.ts";
import { type Criterion, criteriaOf } from "./criterion.ts";
import { Recent } from "./recent.ts";
import { Work } from "../work.ts";

/** A text, or null where there is none; undefined where it is not known. */
export type Beyond = string | null | undefined;

/** States and steps that are tried for one question: about a tenth of a second. */
const MOST_WORK = 600_000;

/** A step goes through the characters of several automata: for whoever counts the work of all, it is worth so many. */
const STEP = 3;

/** Longer texts are told apart by their lengths alone. */
const MOST_LENGTH = 1_000;

const known = new Recent<Beyond>(2_000);

/**
 * The shortest text that all of `given` match and `wanted` does not (ECMA-262 with the flag `u`). Texts are Unicode
 * (RFC 7493 section 2.1): others cannot be sent.
 * @param given patterns; none of them: any text
 */
export function textBeyond(given: readonly string[], wanted: string): Beyond {
  return known.get(JSON.stringify([given, wanted]), () => {
    const [all, other] = [given.map(criteriaOf), criteriaOf(wanted)];
    if (other === undefined) return undefined;
    // Of several patterns, those that are not known could only exclude more texts.
    const own = all.filter((criteria) => criteria !== undefined);
    const text = Work.priced(STEP, () => Work.within(() => new Search(own.flat(), other).run()));
    return typeof text === "string" && own.length < all.length ? undefined : text;
  });
}

/** The shortest text that matches all of some patterns; null where there is none, undefined where it is not known. */
export function textWithin(patterns: readonly string[]): Beyond {
  return textBeyond(patterns, NOTHING);
}

/** False only where no text can match both patterns. */
export function mayMeet(one: string, other: string): boolean {
  return textWithin([one, other]) !== null;
}

/** The patterns of a text and its length, which is one more. */
export function patternsOf({ patterns, bounds: { minLength = 0, maxLength } }: TextNeeds): string[] {
  const [least, most] = [Number(minLength), Number(maxLength ?? MOST_LENGTH)];
  if (least > MOST_LENGTH || (least === 0 && most >= MOST_LENGTH)) return [...patterns];
  return [...patterns, `^[^]{${least},${most >= MOST_LENGTH ? "" : Math.max(least, most)}}$`];
}

interface TextNeeds {
  readonly patterns: readonly string[];
  readonly bounds: { readonly minLength?: number | bigint; readonly maxLength?: number | bigint };
}

/** The pattern that matches what any of some patterns does. */
export function anyOf(patterns: readonly string[]): string {
  return patterns.length === 0 ? NOTHING : patterns.map((pattern) => `(?:${pattern})`).join("|");
}

/** The pattern that matches one text alone. */
export function exactly(text: string): string {
  return `^${text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)}$`;
}

/** Matches no text. */
const NOTHING = "[]";

interface Situation {
  /** The states of each automaton. */
  readonly states: readonly ReadonlySet<number>[];
  readonly text: string;
}

/** A search through all texts, the shortest first, for one that meets some criteria and not all of some others. */
class Search {
  readonly #criteria: readonly Criterion[];
  /** The first so many criteria are those of the patterns given. */
  readonly #given: number;
  readonly #work = new Work(Work.upTo(MOST_WORK));

  constructor(given: readonly Criterion[], wanted: readonly Criterion[]) {
    this.#criteria = [...given, ...wanted];
    this.#given = given.length;
  }

  /** @throws WorkExceeded */
  run(): string | null {
    const first: Situation = { states: this.#criteria.map(() => new Set([0])), text: "" };
    const pending = [this.#settled(first)];
    // Not the first one: with the same states after a character, the start of the text is behind.
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

  /** True where the text meets all criteria given, and not all that are wanted. */
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

  /** True where no text that begins like this can be found: one criterion given is lost, or all that are wanted are sure. */
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

/** What a reader likes to see in a text, best first. */
const LIKED = Array.from("a0A1bBz9Z-_ .", (letter) => letter.codePointAt(0) ?? 0);

/** Of the characters that are in the same ones of some sets, one each: what people like to read first. */
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
    // Then what can be seen, and control characters last.
    return [{ point: start, rank: LIKED.length + (start > 0x20 && start < 0x7f ? 0 : start >= 0xa0 ? 1 : 2) }];
  });
  const found = new Map<string, number>();
  for (const { point } of ranked.sort((a, b) => a.rank - b.rank)) {
    const holders = distinct.map((ranges) => (hasCharacter(ranges, point) ? 1 : 0)).join("");
    if (!found.has(holders)) found.set(holders, point);
  }
  return [...found.values()];
}
