// Reads a regular expression (ECMA-262 with the flag `u`) as a tree, where it is regular in the sense of the word:
// without look-around, word boundaries and references back to groups.
import { CLASSES, type Characters, LINE_ENDS, inverted, joined, oneCharacter } from "./characters.ts";

/** A part of a pattern. */
export type Part =
  | { readonly kind: "character"; readonly characters: Characters }
  /** The start or the end of the text, of which nothing is taken. */
  | { readonly kind: "start" | "end" }
  | { readonly kind: "row" | "choice"; readonly parts: readonly Part[] }
  | { readonly kind: "repeat"; readonly part: Part; readonly least: number; readonly most: number };

/** The tree of a pattern; undefined where it has a part that is not looked into, or is not read with the flag `u`. */
export function readPattern(pattern: string): Part | undefined {
  try {
    // What the flag refuses is read in another way, by other rules.
    return new RegExp(pattern, "u") instanceof RegExp ? new PatternReader(pattern).read() : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof NotRegular) return undefined;
    throw error;
  }
}

class NotRegular extends Error {}

const CONTROLS: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d, 0: 0 };

/** The syntax is known to be right. */
class PatternReader {
  readonly #letters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#letters = Array.from(pattern);
  }

  /** @throws NotRegular */
  read(): Part {
    return this.#choice();
  }

  #take(letter: string): boolean {
    if (this.#letters[this.#at] !== letter) return false;
    this.#at++;
    return true;
  }

  #next(): string {
    return this.#letters[this.#at++] ?? "";
  }

  #choice(): Part {
    const parts = [this.#row()];
    while (this.#take("|")) parts.push(this.#row());
    return parts.length === 1 ? (parts[0] as Part) : { kind: "choice", parts };
  }

  #row(): Part {
    const parts: Part[] = [];
    while (this.#at < this.#letters.length && !"|)".includes(this.#letters[this.#at] ?? "")) {
      const part = this.#part();
      const [least, most] = this.#count();
      parts.push(least === 1 && most === 1 ? part : { kind: "repeat", part, least, most });
    }
    return { kind: "row", parts };
  }

  #part(): Part {
    const letter = this.#next();
    if (letter === "^") return { kind: "start" };
    if (letter === "$") return { kind: "end" };
    if (letter === "(") return this.#group();
    if (letter === ".") return { kind: "character", characters: inverted(LINE_ENDS) };
    if (letter === "[") return { kind: "character", characters: this.#class() };
    if (letter === "\\") return { kind: "character", characters: this.#escaped() };
    return { kind: "character", characters: oneCharacter(letter.codePointAt(0) ?? 0) };
  }

  #group(): Part {
    if (this.#take("?")) {
      const named = this.#take("<");
      const look = this.#letters[this.#at] ?? "";
      if (named ? "=!".includes(look) : look !== ":") throw new NotRegular();
      while (!(named ? this.#take(">") : this.#take(":"))) this.#at++;
    }
    const part = this.#choice();
    this.#at++;
    return part;
  }

  #class(): Characters {
    const isNot = this.#take("^");
    const found: (readonly [number, number])[] = [];
    while (!this.#take("]")) {
      const first = this.#member();
      const isRange = this.#letters[this.#at] === "-" && this.#letters[this.#at + 1] !== "]";
      if (!isRange) {
        found.push(...first);
        continue;
      }
      this.#at++;
      const last = this.#member();
      found.push([first[0]?.[0] ?? 0, last[0]?.[0] ?? 0]);
    }
    return isNot ? inverted(joined(found)) : joined(found);
  }

  #member(): Characters {
    const letter = this.#next();
    if (letter !== "\\") return oneCharacter(letter.codePointAt(0) ?? 0);
    // Within a class it is the backspace, outside the boundary of a word.
    return this.#take("b") ? oneCharacter(0x08) : this.#escaped();
  }

  #escaped(): Characters {
    const letter = this.#next();
    const known = CLASSES[letter];
    if (known !== undefined) return known;
    const others = CLASSES[letter.toLowerCase()];
    if (others !== undefined) return inverted(others);
    const control = CONTROLS[letter];
    if (control !== undefined) return oneCharacter(control);
    if (letter === "x" || letter === "u") return oneCharacter(this.#codePoint(letter === "x" ? 2 : 4));
    if (letter === "c") return oneCharacter((this.#next().codePointAt(0) ?? 0) % 32);
    // A boundary of words, a reference to a group, a property of Unicode.
    if (/\w/.test(letter)) throw new NotRegular();
    return oneCharacter(letter.codePointAt(0) ?? 0);
  }

  #codePoint(digits: number): number {
    if (this.#take("{")) {
      let hex = "";
      while (!this.#take("}")) hex += this.#next();
      return Number.parseInt(hex, 16);
    }
    const point = this.#hex(digits);
    // Two escapes may stand for one character.
    const second = this.#letters.slice(this.#at, this.#at + 6).join("");
    if (point < 0xd800 || point > 0xdbff || !/^\\u[dD][c-fC-F]/.test(second)) return point;
    this.#at += 2;
    return 0x10000 + (point - 0xd800) * 0x400 + (this.#hex(4) - 0xdc00);
  }

  #hex(digits: number): number {
    const hex = this.#letters.slice(this.#at, this.#at + digits).join("");
    this.#at += digits;
    return Number.parseInt(hex, 16);
  }

  /** How often: "", "?", "*", "+" or "{2,5}", lazy or not, which is the same to whoever asks only whether it matches. */
  #count(): [least: number, most: number] {
    const rest = this.#letters.slice(this.#at, this.#at + 32).join("");
    const found = /^(?:([?*+])|\{(\d+)(,?)(\d*)\})\??/.exec(rest);
    if (found === null) return [1, 1];
    this.#at += found[0].length;
    const [, sign, least, comma, most] = found;
    if (sign !== undefined) return [sign === "+" ? 1 : 0, sign === "?" ? 1 : Number.POSITIVE_INFINITY];
    if (comma === "") return [Number(least), Number(least)];
    return [Number(least), most === "" ? Number.POSITIVE_INFINITY : Number(most)];
  }
}
