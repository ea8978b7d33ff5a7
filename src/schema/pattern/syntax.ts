// The only reader of regular expressions (ECMA-262 section 22.2.1): parses a pattern into a tree. Like validators, it
// first reads with the flag `u`, and by the older rules of Annex B if the flag rejects the pattern.
import { LINE_ENDS, inverted, oneCharacter } from "./characters.ts";
import { type Letters, readClass, readEscape } from "./escapes.ts";
import { Recent } from "./recent.ts";
import type { PatternPart } from "./tree.ts";

/** A parsed pattern. */
export interface Pattern {
  readonly source: string;
  /** True if it is read with the flag `u`: by code points rather than UTF-16 units. */
  readonly unicode: boolean;
  readonly native: RegExp;
  /** Undefined if groups are nested too deeply. */
  readonly tree: PatternPart | undefined;
  /** False if the tree omits what this reader does not know: the modifiers of newer versions, such as `(?i:a)`. */
  readonly exact: boolean;
}

/** Deeper groups are not read: nobody writes them, and every reader of a tree recurses. */
const MOST_DEPTH = 500;

const known = new Recent<Pattern | undefined>(1000);

/** Reads a pattern. @returns undefined if it is not a regular expression */
export function readPattern(source: string): Pattern | undefined {
  return known.get(source, () => {
    const text = anchored(source);
    for (const flags of ["u", ""]) {
      const native = compile(text, flags);
      if (native === undefined) continue;
      const reader = readerOf(text, flags === "u");
      if (reader === undefined) continue;
      return { source, unicode: flags === "u", native, tree: reader.read(), exact: reader.isExact };
    }
    return undefined;
  });
}

/** With `^` and `$` for what Ruby and Python write at the ends, which is otherwise a letter: `\A[a-z]+\z`. */
export function anchored(source: string): string {
  if (!/^\\A|\\[zZ]$/.test(source) || compile(source, "u") !== undefined) return source;
  return source.replace(/^\\A/, "^").replace(/(?<!\\)((?:\\\\)*)\\[zZ]$/, "$1$");
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

/** Undefined if the pattern is too large for Node, which only shows on first use. */
function readerOf(source: string, unicode: boolean): Reader | undefined {
  try {
    return new Reader(source, unicode);
  } catch {
    return undefined;
  }
}

/**
 * An expression that is safe to use. V8 compiles it on first use, and only then reports that it is too large.
 * @throws SyntaxError
 */
export function usable(expression: RegExp): RegExp {
  // With an empty alternative, so that no text takes long.
  new RegExp(`|${expression.source}`, expression.flags).test("");
  return expression;
}

class TooDeep extends Error {}

/** Reads a pattern that is known to be a regular expression, so it does not look for errors. */
class Reader {
  readonly #letters: Letters;
  #groups = 0;
  #depth = 0;
  isExact = true;

  constructor(source: string, unicode: boolean) {
    // The empty alternative always matches, so the result only counts the groups.
    const groups = new RegExp(`|${source}`, unicode ? "u" : "").exec("");
    this.#letters = {
      all: unicode ? Array.from(source) : source.split(""),
      at: 0,
      unicode,
      groups: (groups?.length ?? 1) - 1,
      named: groups?.groups !== undefined,
    };
  }

  read(): PatternPart | undefined {
    try {
      return this.#choice();
    } catch (error) {
      if (error instanceof TooDeep) return undefined;
      throw error;
    }
  }

  #peek(ahead = 0): string {
    return this.#letters.all[this.#letters.at + ahead] ?? "";
  }

  #take(text: string): boolean {
    for (let index = 0; index < text.length; index++) if (this.#peek(index) !== text[index]) return false;
    this.#letters.at += text.length;
    return true;
  }

  #choice(): PatternPart {
    const parts = [this.#row()];
    while (this.#take("|")) parts.push(this.#row());
    return parts.length === 1 ? (parts[0] as PatternPart) : { kind: "choice", parts };
  }

  #row(): PatternPart {
    const parts: PatternPart[] = [];
    while (this.#peek() !== "" && this.#peek() !== "|" && this.#peek() !== ")") {
      const start = this.#letters.at;
      const part = this.#part();
      const source = this.#letters.all.slice(start, this.#letters.at).join("");
      const [least, most] = this.#count();
      parts.push(least === 1 && most === 1 ? part : { kind: "repeat", part, least, most, source });
    }
    return parts.length === 1 ? (parts[0] as PatternPart) : { kind: "row", parts };
  }

  #part(): PatternPart {
    if (this.#take("^")) return { kind: "edge", edge: "start" };
    if (this.#take("$")) return { kind: "edge", edge: "end" };
    if (this.#take("(")) return this.#group();
    if (this.#take(".")) return { kind: "character", characters: inverted(LINE_ENDS) };
    if (this.#take("[")) return { kind: "character", characters: readClass(this.#letters) };
    if (this.#take("\\")) return readEscape(this.#letters);
    const letter = this.#peek();
    this.#letters.at++;
    return { kind: "character", characters: oneCharacter(letter.codePointAt(0) ?? 0) };
  }

  #group(): PatternPart {
    if (++this.#depth > MOST_DEPTH) throw new TooDeep();
    const wrap = this.#opening();
    const part = this.#choice();
    this.#letters.at++;
    this.#depth--;
    return wrap(part);
  }

  /** Reads what follows the bracket. @returns a function that makes a part of the group's content */
  #opening(): (part: PatternPart) => PatternPart {
    for (const [opening, ahead, wanted] of LOOKS) {
      if (this.#take(opening)) return (part) => ({ kind: "look", ahead, wanted, part });
    }
    if (this.#peek() === "?" && this.#peek(1) !== "<") {
      if (this.#peek(1) !== ":") this.isExact = false;
      while (!this.#take(":")) this.#letters.at++;
      return (part) => part;
    }
    const names = [String(++this.#groups)];
    if (this.#take("?<")) {
      let name = "";
      while (!this.#take(">")) name += this.#letters.all[this.#letters.at++];
      names.push(name);
    }
    return (part) => ({ kind: "group", names, part });
  }

  /** The count: "", "?", "*", "+" or "{2,5}". Laziness does not affect whether a text matches. */
  #count(): [least: number, most: number] {
    const found = /^(?:([?*+])|\{(\d+)(,?)(\d*)\})\??/.exec(this.#rest(64));
    if (found === null) return [1, 1];
    this.#letters.at += found[0].length;
    const [, sign, least, comma, most] = found;
    if (sign !== undefined) return [sign === "+" ? 1 : 0, sign === "?" ? 1 : Number.POSITIVE_INFINITY];
    if (comma === "") return [Number(least), Number(least)];
    return [Number(least), most === "" ? Number.POSITIVE_INFINITY : Number(most)];
  }

  #rest(length: number): string {
    return this.#letters.all.slice(this.#letters.at, this.#letters.at + length).join("");
  }
}

const LOOKS = [
  ["?=", true, true],
  ["?!", true, false],
  ["?<=", false, true],
  ["?<!", false, false],
] as const;
