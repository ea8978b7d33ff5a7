// The meaning of backslashes and square brackets in a pattern (ECMA-262 section 22.2.1, and Annex B.1.2 without the
// flag `u`).
import { CLASSES, type Characters, charactersOfProperty, inverted, joinedRanges, oneCharacter } from "./characters.ts";
import type { PatternPart } from "./tree.ts";

/** The text of a pattern and the reading position. */
export interface Letters {
  /** Code points, or UTF-16 units without the flag `u`. */
  readonly all: readonly string[];
  at: number;
  readonly unicode: boolean;
  /** The number of capturing groups in the whole pattern. */
  readonly groups: number;
  /** Whether any of them has a name. */
  readonly named: boolean;
}

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["t", 0x09],
  ["n", 0x0a],
  ["v", 0x0b],
  ["f", 0x0c],
  ["r", 0x0d],
]);

function peek(letters: Letters): string {
  return letters.all[letters.at] ?? "";
}

function take(letters: Letters, letter: string): boolean {
  if (peek(letters) !== letter) return false;
  letters.at++;
  return true;
}

/** Consumes what an expression that begins with `^` matches; undefined if it does not match. */
function match(letters: Letters, expression: RegExp): string | undefined {
  const found = expression.exec(letters.all.slice(letters.at, letters.at + 100).join(""))?.[0];
  if (found !== undefined) letters.at += letters.unicode ? Array.from(found).length : found.length;
  return found;
}

/** Reads an escape outside of a class, after its backslash. */
export function readEscape(letters: Letters): PatternPart {
  if (take(letters, "b")) return { kind: "edge", edge: "boundary" };
  if (take(letters, "B")) return { kind: "edge", edge: "no-boundary" };
  const start = letters.at;
  const digits = match(letters, /^[1-9]\d*/);
  if (digits !== undefined) {
    if (Number(digits) <= letters.groups) return { kind: "reference", to: digits };
    letters.at = start;
  }
  const name = letters.unicode || letters.named ? match(letters, /^k<[^>]*>/) : undefined;
  if (name !== undefined) return { kind: "reference", to: name.slice(2, -1) };
  return { kind: "character", characters: readSet(letters) };
}

/** Reads a class, after its opening bracket. */
export function readClass(letters: Letters): Characters {
  const isInverted = take(letters, "^");
  const found: (readonly [number, number])[] = [];
  while (!take(letters, "]")) {
    const first = readMember(letters);
    if (peek(letters) !== "-" || letters.all[letters.at + 1] === "]") {
      found.push(...first);
      continue;
    }
    letters.at++;
    const last = readMember(letters);
    const [low, high] = [only(first), only(last)];
    if (low !== undefined && high !== undefined) found.push([low, high]);
    // `[\w-.]`, which only the older rules allow, has three members.
    else found.push(...first, ...last, ...oneCharacter(0x2d));
  }
  return isInverted ? inverted(joinedRanges(found)) : joinedRanges(found);
}

function only([range, ...others]: Characters): number | undefined {
  return others.length === 0 && range?.[0] === range?.[1] ? range?.[0] : undefined;
}

function readMember(letters: Letters): Characters {
  if (!take(letters, "\\")) return oneCharacter((letters.all[letters.at++] ?? "").codePointAt(0) ?? 0);
  // Within a class, it is a backspace.
  if (take(letters, "b")) return oneCharacter(0x08);
  const control = letters.unicode ? undefined : match(letters, /^c[\d_]/);
  return control === undefined ? readSet(letters) : oneCharacter(control.charCodeAt(1) % 32);
}

/** The set of characters of an escape. */
function readSet(letters: Letters): Characters {
  const property = letters.unicode ? match(letters, /^[pP]\{[^}]*\}/) : undefined;
  if (property !== undefined) return charactersOfProperty(`\\${property}`);
  const point = readPoint(letters);
  if (point !== undefined) return oneCharacter(point);
  // Without the flag, a `\c` without a letter after it is a backslash.
  if (peek(letters) === "c") return oneCharacter(0x5c);
  const letter = letters.all[letters.at++] ?? "";
  return CLASSES.get(letter) ?? oneCharacter(CONTROLS.get(letter) ?? letter.codePointAt(0) ?? 0);
}

/** The character of an escape with a number or a control letter. */
function readPoint(letters: Letters): number | undefined {
  const pair = letters.unicode ? match(letters, /^u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/) : undefined;
  if (pair !== undefined) {
    const [high, low] = [pair.slice(1, 5), pair.slice(7)].map((hex) => Number.parseInt(hex, 16));
    return 0x10000 + ((high ?? 0) - 0xd800) * 0x400 + ((low ?? 0) - 0xdc00);
  }
  const braced = letters.unicode ? match(letters, /^u\{[\da-fA-F]+\}/) : undefined;
  if (braced !== undefined) return Number.parseInt(braced.slice(2), 16);
  const hex = match(letters, /^(?:u[\da-fA-F]{4}|x[\da-fA-F]{2})/);
  if (hex !== undefined) return Number.parseInt(hex.slice(1), 16);
  const control = match(letters, /^c[a-zA-Z]/);
  if (control !== undefined) return control.charCodeAt(1) % 32;
  const octal = match(letters, letters.unicode ? /^0/ : /^(?:[0-3][0-7]{0,2}|[4-7][0-7]?)/);
  return octal === undefined ? undefined : Number.parseInt(octal, 8);
}
