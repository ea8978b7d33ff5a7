// Whether each text that matches some patterns matches another one; if not, the shortest text that does not. For
// regular patterns both can be told: their machines read all texts side by side until nothing new is met.
import { type Characters, hasCharacter } from "./characters.ts";
import { PatternMachine } from "./pattern-machine.ts";
import type { Shape } from "./shape.ts";

/** A text, or null where there is none; undefined where it is not known. */
export type Beyond = string | null | undefined;

/** Situations that are looked at: patterns that people write have a few dozen, long counts one for each character. */
const MOST_SITUATIONS = 12_000;
/** States that machines go through in all, so that no two patterns take long. */
const MOST_STATES = 250_000;

/** Longer texts are told apart by their lengths alone. */
const MOST_LENGTH = 1_000;

const known = new Map<string, Beyond>();

/**
 * The shortest text that all of `given` match and `wanted` does not (ECMA-262 with the flag `u`). Of texts that are
 * Unicode (RFC 7493 section 2.1): others cannot be sent.
 * @param given patterns; none of them: any text
 */
export function textBeyond(given: readonly string[], wanted: string): Beyond {
  const key = JSON.stringify([given, wanted]);
  const before = known.get(key);
  if (before !== undefined || known.has(key)) return before;
  const [machines, other] = [given.map((pattern) => PatternMachine.of(pattern)), PatternMachine.of(wanted)];
  // Of several patterns, those that are no machines only leave more texts.
  const own = machines.filter((machine) => machine !== undefined);
  const text = other === undefined ? undefined : search(own, other);
  const found = typeof text === "string" && own.length < machines.length ? undefined : text;
  known.set(key, found);
  return found;
}

/** The patterns that a text of a shape matches, its length among them. */
export function patternsOf({ patterns, bounds: { minLength = 0, maxLength } }: Shape): string[] {
  const [least, most] = [Number(minLength), Number(maxLength ?? MOST_LENGTH)];
  if (least > MOST_LENGTH || (least === 0 && most >= MOST_LENGTH)) return [...patterns];
  return [...patterns, `^[^]{${least},${most >= MOST_LENGTH ? "" : Math.max(least, most)}}$`];
}

/** False only where no text can match both patterns. */
export function mayMeet(one: string, other: string): boolean {
  return textBeyond([one, other], NOTHING) !== null;
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
  /** Where each of the machines given is. */
  readonly own: readonly (readonly number[])[];
  readonly other: readonly number[];
  readonly text: string;
}

function search(machines: readonly PatternMachine[], wanted: PatternMachine): Beyond {
  const first: Situation = { own: machines.map((machine) => machine.start()), other: wanted.start(), text: "" };
  const pending = [first];
  // Not the first one: with the same states after a character, the text has no start any more.
  const met = new Set<string>();
  let states = 0;
  for (const { own, other, text } of pending) {
    const isEmpty = text === "";
    const matches = machines.every((machine, index) => machine.matches(own[index] ?? [], isEmpty));
    if (matches && !wanted.matches(other, isEmpty)) return text;
    const sets = [
      ...machines.flatMap((machine, index) => machine.characters(own[index] ?? [])),
      ...wanted.characters(other),
    ];
    // Telling them apart costs each of them with each other.
    states += sets.length ** 2;
    if (states > MOST_STATES || pending.length > MOST_SITUATIONS) return undefined;
    for (const point of representatives(sets)) {
      const next: Situation = {
        own: machines.map((machine, index) => machine.after(own[index] ?? [], point)),
        other: wanted.after(other, point),
        text: text + String.fromCodePoint(point),
      };
      states += next.own.reduce((sum, { length }) => sum + length, next.other.length);
      const key = keyOf(next);
      // From where nothing matches any more, or all does, nothing is to be found.
      if (met.has(key) || next.own.some((states) => states.length === 0) || wanted.isSure(next.other)) continue;
      met.add(key);
      pending.push(next);
    }
  }
  return null;
}

function keyOf({ own, other }: Situation): string {
  return `${own.map((states) => states.join()).join(" ")} | ${other.join()}`;
}

/** What a reader likes to see in a text, best first. */
const LIKED = Array.from("a0A1bBz9Z-_ .", (letter) => letter.codePointAt(0) ?? 0);
const SURROGATES = [0xd800, 0xdfff] as const;

/** Of the characters that are in the same ones of some sets, one each: what people like to read first. */
function representatives(sets: readonly Characters[]): number[] {
  const cuts = new Set([0, SURROGATES[0], SURROGATES[1] + 1]);
  for (const ranges of sets) {
    for (const [first, last] of ranges) cuts.add(first).add(last + 1);
  }
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
    const holders = sets.map((ranges) => (hasCharacter(ranges, point) ? 1 : 0)).join("");
    if (!found.has(holders)) found.set(holders, point);
  }
  return [...found.values()];
}
