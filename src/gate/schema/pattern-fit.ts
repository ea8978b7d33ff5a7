// Whether each text that matches one pattern matches another. In general this is more than can be asked; for patterns
// that are rows of character classes with counts, which most patterns of identifiers and codes are, it can be told.

/** Characters as ranges of code points: ascending, apart, both ends included. */
type Characters = readonly (readonly [first: number, last: number])[];

/** So many characters of a class, one after the other. */
interface Run {
  readonly characters: Characters;
  readonly least: number;
  readonly most: number;
}

/** A row of runs, held to the start or the end of the text or not. */
interface Row {
  readonly runs: readonly Run[];
  readonly fromStart: boolean;
  readonly toEnd: boolean;
}

/** Longer ones are left alone: what is tried grows with the square. */
const MOST_RUNS = 60;

/**
 * True where every text that `given` matches is known to be matched by `wanted` (ECMA-262 with the flag `u`).
 * False says nothing: either may have parts that are not looked into, such as groups or look-around.
 */
export function patternFits(given: string, wanted: string): boolean {
  const [own, other] = [rowsOf(given), rowsOf(wanted)];
  if (own === undefined || other === undefined) return false;
  return own.every((row) => other.some((wider) => rowFits(row, wider)));
}

function rowFits(given: Row, wanted: Row): boolean {
  if ((wanted.fromStart && !given.fromStart) || (wanted.toEnd && !given.toEnd)) return false;
  const starts = wanted.fromStart ? [0] : given.runs.map((_, index) => index).concat(given.runs.length);
  return starts.some((start) => runsFit(given.runs, wanted, start));
}

/** Whether the runs from `start` on fill those wanted: each of these takes some of them, or none where it may be empty. */
function runsFit(given: readonly Run[], { runs, toEnd }: Row, start: number): boolean {
  let reached = new Set([start]);
  for (const { characters, least, most } of runs) {
    const next = new Set<number>();
    for (const from of reached) {
      let [few, many] = [0, 0];
      for (let index = from; ; index++) {
        if (few >= least && many <= most) next.add(index);
        const run = given[index];
        if (run === undefined || many > most || !holds(characters, run.characters)) break;
        few += run.least;
        many += run.most;
      }
    }
    reached = next;
  }
  return toEnd ? reached.has(given.length) : reached.size > 0;
}

/** The alternatives of a pattern; undefined where it has a part that is not looked into. */
function rowsOf(pattern: string): Row[] | undefined {
  try {
    // What the flag refuses is read in another way, by other rules.
    if (new RegExp(pattern, "u").source === "") return undefined;
    const whole = /^\^\((?:\?:)?([^()]*)\)\$$/.exec(pattern)?.[1];
    const parts = whole === undefined ? split(pattern) : split(whole).map((part) => `^${part}$`);
    return parts.map((part) => new RowReader(part).read());
  } catch {
    return undefined;
  }
}

/** At each `|` that is no part of a class. */
function split(pattern: string): string[] {
  const parts = [""];
  let inClass = false;
  for (const [token] of pattern.matchAll(/\\.|./gsu)) {
    if (token === "|" && !inClass) parts.push("");
    else parts[parts.length - 1] += token;
    if (token === "[") inClass = true;
    else if (token === "]") inClass = false;
  }
  return parts;
}

class NotSimple extends Error {}

class RowReader {
  readonly #letters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#letters = Array.from(pattern);
  }

  /** @throws NotSimple */
  read(): Row {
    const fromStart = this.#take("^");
    const runs: Run[] = [];
    while (this.#at < this.#letters.length && !this.#isEnd()) {
      const characters = this.#characters();
      const [least, most] = this.#count();
      const last = runs.at(-1);
      // "[0-9][0-9]*" is "[0-9]+".
      if (last !== undefined && holds(last.characters, characters) && holds(characters, last.characters)) {
        runs[runs.length - 1] = { characters, least: last.least + least, most: last.most + most };
      } else runs.push({ characters, least, most });
    }
    const toEnd = this.#take("$");
    if (this.#at < this.#letters.length || runs.length > MOST_RUNS) throw new NotSimple();
    return { runs, fromStart, toEnd };
  }

  #isEnd(): boolean {
    return this.#letters[this.#at] === "$" && this.#at === this.#letters.length - 1;
  }

  #take(letter: string): boolean {
    if (this.#letters[this.#at] !== letter) return false;
    this.#at++;
    return true;
  }

  #characters(): Characters {
    const letter = this.#letters[this.#at++] ?? "";
    if (letter === ".") return invert(LINE_ENDS);
    if (letter === "\\") return this.#escaped();
    if (letter === "[") return this.#class();
    if ("^$()|*+?{}".includes(letter)) throw new NotSimple();
    return one(letter);
  }

  #class(): Characters {
    const isNot = this.#take("^");
    const found: [number, number][] = [];
    while (!this.#take("]")) {
      const first = this.#member();
      const isRange = this.#letters[this.#at] === "-" && this.#letters[this.#at + 1] !== "]";
      if (!isRange) {
        found.push(...first.map(([from, to]): [number, number] => [from, to]));
        continue;
      }
      this.#at++;
      const last = this.#member();
      found.push([first[0]?.[0] ?? 0, last[0]?.[1] ?? 0]);
    }
    return isNot ? invert(joined(found)) : joined(found);
  }

  #member(): Characters {
    const letter = this.#letters[this.#at++];
    if (letter === undefined) throw new NotSimple();
    return letter === "\\" ? this.#escaped() : one(letter);
  }

  #escaped(): Characters {
    const letter = this.#letters[this.#at++] ?? "";
    const known = CLASSES[letter];
    if (known !== undefined) return known;
    if (letter.toLowerCase() !== letter && CLASSES[letter.toLowerCase()] !== undefined) {
      return invert(CLASSES[letter.toLowerCase()] ?? []);
    }
    const control = CONTROLS[letter];
    if (control !== undefined) return one(control);
    if (/[\w]/u.test(letter)) throw new NotSimple();
    return one(letter);
  }

  /** How often: "", "?", "*", "+" or "{2,5}", lazy or not, which is the same to whoever asks only whether it matches. */
  #count(): [least: number, most: number] {
    const rest = this.#letters.slice(this.#at, this.#at + 16).join("");
    const found = /^(?:([?*+])|\{(\d+)(,?)(\d*)\})\??/.exec(rest);
    if (found === null) return [1, 1];
    this.#at += found[0].length;
    const [, sign, least, comma, most] = found;
    if (sign !== undefined) return [sign === "+" ? 1 : 0, sign === "?" ? 1 : Number.POSITIVE_INFINITY];
    if (comma === "") return [Number(least), Number(least)];
    return [Number(least), most === "" ? Number.POSITIVE_INFINITY : Number(most)];
  }
}

const MOST_POINT = 0x10ffff;

const LINE_ENDS = joined([
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]);

/** The escapes that stand for several characters; in upper case, for all others. */
const CLASSES: Readonly<Record<string, Characters>> = {
  d: [[0x30, 0x39]],
  w: joined([
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ]),
};

const CONTROLS: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r", v: "\v", f: "\f" };

function one(letter: string): Characters {
  const point = letter.codePointAt(0) ?? 0;
  return [[point, point]];
}

/** Ranges in order, those that touch as one. */
function joined(ranges: readonly (readonly [number, number])[]): Characters {
  const found: [number, number][] = [];
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const before = found.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else found.push([first, last]);
  }
  return found;
}

function invert(ranges: Characters): Characters {
  const found: [number, number][] = [];
  let next = 0;
  for (const [first, last] of ranges) {
    if (first > next) found.push([next, first - 1]);
    next = last + 1;
  }
  if (next <= MOST_POINT) found.push([next, MOST_POINT]);
  return found;
}

/** True where all of the inner characters are among the outer ones. */
function holds(outer: Characters, inner: Characters): boolean {
  return inner.every(([first, last]) => outer.some(([from, to]) => from <= first && last <= to));
}
