// Finds the line and column, counted from 1, of a JSON pointer in the text of a file.
import { pointerSteps } from "../json/pointer.ts";
import { keptFor } from "../memo.ts";
import { oneLine } from "../text/foreign.ts";

export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Gives the location of a pointer, or of its nearest ancestor that has one, and the file if it is a different one. */
export type Locate = (pointer: string) => { readonly line: number; readonly column: number; readonly file?: string };

/** "spec/animal-store.yaml:12", which editors and CI logs turn into a link. */
export function showLocation(location: Location): string {
  return `${oneLine(location.file)}:${location.line}`;
}

/**
 * Locates pointers in JSON text that is known to parse. Scans on demand and no further than it must, because findings
 * are few and documents are large. Scanned parts are kept, so many findings cost no more than one pass over the text.
 */
export function locateInJson(text: string): Locate {
  const known = new Map<number, Members>();
  const membersAt = (open: number): Members => keptFor(known, open, () => new Members(text, open));
  const lines = new LineStarts(text);
  return (pointer) => {
    let offset = skipSpace(text, 0);
    let found = offset;
    for (const step of pointerSteps(pointer)) {
      const next = membersAt(offset).find(step);
      if (next === undefined) break;
      found = next.at;
      offset = next.value;
    }
    return lines.placeOf(found);
  };
}

/** The line and column of an offset in a text. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  return new LineStarts(text).placeOf(offset);
}

/** The offsets at which the lines of a text begin. */
export class LineStarts {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  placeOf(offset: number): { line: number; column: number } {
    this.#starts ??= startsOf(this.#text);
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] as number) + 1 };
  }
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

/** Where a member of an array or object begins, and where its value begins. */
interface Member {
  readonly at: number;
  readonly value: number;
}

/** The members of one array or object, scanned on demand. */
class Members {
  readonly #text: string;
  readonly #isMap: boolean;
  readonly #found = new Map<string, Member>();
  /** Where the unread part begins: after the opening bracket, or at the value of the last member. */
  #unread: number;

  /** @param open where the value begins; a value that is neither array nor object has no members */
  constructor(text: string, open: number) {
    this.#text = text;
    this.#isMap = text[open] === "{";
    this.#unread = this.#isMap || text[open] === "[" ? open + 1 : text.length;
  }

  /** The member of a key or index. */
  find(step: string): Member | undefined {
    while (!this.#found.has(step) && this.#readNext());
    return this.#found.get(step);
  }

  /** Reads one more member up to its value. Returns false if there is none. */
  #readNext(): boolean {
    const text = this.#text;
    let at = skipSpace(text, this.#found.size === 0 ? this.#unread : skipValue(text, this.#unread));
    if (text[at] === ",") at = skipSpace(text, at + 1);
    if (at >= text.length || text[at] === "]" || text[at] === "}") return false;
    const end = this.#isMap ? skipValue(text, at) : at;
    const value = this.#isMap ? skipSpace(text, skipSpace(text, end) + 1) : at;
    const key = this.#isMap ? (JSON.parse(text.slice(at, end)) as string) : String(this.#found.size);
    this.#found.set(key, { at, value });
    this.#unread = value;
    return true;
  }
}

function skipSpace(text: string, from: number): number {
  let index = from;
  while (index < text.length && text.charCodeAt(index) <= 0x20) index++;
  return index;
}

/** The offset just after the value that begins at `from`. */
function skipValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return endOfString(text, from) + 1;
  if (first !== "{" && first !== "[") {
    END.lastIndex = from;
    return END.test(text) ? END.lastIndex - 1 : text.length;
  }
  let depth = 0;
  SIGN.lastIndex = from;
  while (SIGN.test(text)) {
    const sign = text[SIGN.lastIndex - 1];
    if (sign === '"') SIGN.lastIndex = endOfString(text, SIGN.lastIndex - 1) + 1;
    else if (sign === "{" || sign === "[") depth++;
    else if (--depth === 0) return SIGN.lastIndex;
  }
  return text.length;
}

/**
 * What to look for inside an array or object, and what ends a number or a name: regular expressions find them fastest.
 */
const SIGN = /["{}[\]]/g;
const END = /[,}\]\s]/g;

const BACKSLASH = 0x5c;

/** The offset of the closing quote of the string whose opening quote is at `from`. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
