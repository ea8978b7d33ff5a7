// Sets of characters as ranges of code points, and the sets that patterns have names for.
import { Recent } from "./recent.ts";
import { once } from "../../memo.ts";

/** Ranges of code points: ascending, separate, both ends inclusive. */
export type Characters = readonly (readonly [first: number, last: number])[];

const LAST_POINT = 0x10ffff;
export const SURROGATES = [0xd800, 0xdfff] as const;

export const ANY_CHARACTER: Characters = [[0, LAST_POINT]];

/** What `.` does not match (ECMA-262, LineTerminator). */
export const LINE_ENDS: Characters = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

const SPACES: Characters = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];

export const WORD_CHARACTERS: Characters = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];

const DIGITS: Characters = [[0x30, 0x39]];

/** The escapes for sets of characters (ECMA-262, CharacterClassEscape). */
export const CLASSES: ReadonlyMap<string, Characters> = new Map([
  ["d", DIGITS],
  ["D", inverted(DIGITS)],
  ["s", SPACES],
  ["S", inverted(SPACES)],
  ["w", WORD_CHARACTERS],
  ["W", inverted(WORD_CHARACTERS)],
]);

/** The set of one code point. */
export function oneCharacter(point: number): Characters {
  return [[point, point]];
}

/** The union of ranges in any order, sorted. */
export function joinedRanges(ranges: Characters): Characters {
  const found: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = found.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else found.push([first, last]);
  }
  return found;
}

/** All other characters. */
export function inverted(ranges: Characters): Characters {
  const found: [number, number][] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    if (first > next) found.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= LAST_POINT) found.push([next, LAST_POINT]);
  return found;
}

/** Uses binary search: a Unicode property has hundreds of ranges. */
export function hasCharacter(ranges: Characters, point: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] ?? [0, -1];
    if (point < first) high = middle - 1;
    else if (point > last) low = middle + 1;
    else return true;
  }
  return false;
}

/** The first characters of a set, up to a number. */
export function firstCharacters(ranges: Characters, most: number): number[] {
  const found: number[] = [];
  for (const [first, last] of ranges) {
    for (let point = first; point <= last && found.length < most; point++) {
      if (point < SURROGATES[0] || point > SURROGATES[1]) found.push(point);
    }
  }
  return found;
}

const properties = new Recent<Characters>(32);
/**
 * Divides the number of surrogates: one chunk contains exactly those and is skipped, because no text can contain them
 * alone.
 */
const CHUNK = 0x800;

/**
 * The characters with a Unicode property, according to this version of Node.
 * @param escape a valid escape such as `\p{L}` or `\P{Script=Greek}`
 */
export function charactersOfProperty(escape: string): Characters {
  return properties.get(escape, () => {
    const members = new RegExp(`${escape}+`, "gu");
    const found: (readonly [number, number])[] = [];
    for (let start = 0; start <= LAST_POINT; start += CHUNK) {
      if (start === SURROGATES[0]) continue;
      const chunk = String.fromCodePoint(...Array.from({ length: CHUNK }, (_, offset) => start + offset));
      const units = start > 0xffff ? 2 : 1;
      for (const { 0: text, index } of chunk.matchAll(members)) {
        found.push([start + index / units, start + (index + text.length) / units - 1]);
      }
    }
    return joinedRanges(found);
  });
}

/** True for sets that contain most characters. */
export function isWide(characters: Characters): boolean {
  return characters.reduce((sum, [first, last]) => sum + last - first + 1, 0) > 0x1000;
}

const points = (text: string): number[] => Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
const LOWER_LETTERS = points("abcdefghijklmnopqrstuvwxyz");
const UPPER_LETTERS = LOWER_LETTERS.map((point) => point - 32);
const NUMERALS = points("0123456789");
const VISIBLE = Array.from({ length: 0x5e }, (_, index) => index + 0x21);
const MOST_SHOWN = 64;

/** The characters of a set that are easy to read, plainest first. */
const HEX = "0123456789abcdefABCDEF".length;
export const readable = once((characters: Characters): readonly number[] => {
  const own = (some: readonly number[]): number[] => some.filter((point) => hasCharacter(characters, point));
  const letters = isWide(characters) ? own(LOWER_LETTERS) : [];
  const plain = letters.length > 0 ? letters : own([...LOWER_LETTERS, ...UPPER_LETTERS, ...NUMERALS]);
  // Nobody mixes the two cases of hexadecimal digits.
  const shown = plain.length === HEX ? plain.filter((point) => !UPPER_LETTERS.includes(point)) : plain;
  return shown.length > 0 ? shown : visible(characters);
});

/** The visible characters of a set, or else its first ones. */
export const visible = once((characters: Characters): readonly number[] => {
  const found = VISIBLE.filter((point) => hasCharacter(characters, point));
  if (found.length > 0) return found;
  const rest = firstCharacters(characters, MOST_SHOWN);
  return rest.length > 0 ? rest : [0xfffd];
});

const SAMPLES = points("aZ0-! é");
const MOST_RANGES = 12;

/** Characters from the ends of a set and in between. */
export const ends = once((characters: Characters): readonly number[] => {
  const samples = isWide(characters) ? SAMPLES.filter((point) => hasCharacter(characters, point)) : [];
  if (samples.length > 0) return samples;
  // Letters before digits, as most sets are written and, for large sets, the scripts that most people read.
  const [plain, rest] = [characters.filter(([first]) => first < 0x80), characters.filter(([first]) => first >= 0x80)];
  const ranges = [...plain.toReversed(), ...rest].slice(0, MOST_RANGES);
  const found = [
    ...ranges.map(([first]) => first),
    ...ranges.map(([, last]) => last),
    ...ranges.map(([first, last]) => (first + last) >> 1),
  ];
  const sent = found.filter((point) => point < 0xd800 || point > 0xdfff);
  return sent.length > 0 ? [...new Set(sent)] : [...visible(characters)];
});
