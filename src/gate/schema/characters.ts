// Sets of characters, as ranges of code points.

/** Ranges of code points: ascending, apart, both ends included. */
export type Characters = readonly (readonly [first: number, last: number])[];

const MOST_POINT = 0x10ffff;

export const ANY_CHARACTER: Characters = [[0, MOST_POINT]];

/** What `.` does not stand for (ECMA-262, LineTerminator). */
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

/** The escapes that stand for several characters (ECMA-262, CharacterClassEscape); in upper case, for all others. */
export const CLASSES: Readonly<Record<string, Characters>> = {
  d: [[0x30, 0x39]],
  s: SPACES,
  w: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
};

export function oneCharacter(point: number): Characters {
  return [[point, point]];
}

/** Ranges in order, those that touch as one. */
export function joined(ranges: Characters): Characters {
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
  if (next <= MOST_POINT) found.push([next, MOST_POINT]);
  return found;
}

export function hasCharacter(ranges: Characters, point: number): boolean {
  return ranges.some(([first, last]) => first <= point && point <= last);
}
