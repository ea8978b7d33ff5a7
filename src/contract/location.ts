// Where a JSON pointer stands in the text of a file: line and column, counted from 1.
import { pointerSteps } from "./pointer.ts";

export interface Location {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Gives the place of a pointer, or of its nearest ancestor that has one. */
export type Locate = (pointer: string) => { readonly line: number; readonly column: number };

/** "spec/animal-store.yaml:12", as editors and CI logs link it. */
export function showLocation(location: Location): string {
  return `${location.file}:${location.line}`;
}

/**
 * Locates in a JSON text that is known to parse. Scans only when asked: findings are few, documents large.
 * What was scanned is kept, so that many findings cost no more than the text.
 */
export function locateInJson(text: string): Locate {
  const known = new Map<number, Children>();
  const childrenAt = (open: number): Children => {
    const children = known.get(open) ?? scanChildren(text, open);
    known.set(open, children);
    return children;
  };
  const lines = new LineStarts(text);
  return (pointer) => {
    let offset = skipSpace(text, 0);
    let found = offset;
    for (const step of pointerSteps(pointer)) {
      const next = childrenAt(offset).get(step);
      if (next === undefined) break;
      found = next.at;
      offset = next.value;
    }
    return lines.placeOf(found);
  };
}

/** Line and column of an offset in a text. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  return new LineStarts(text).placeOf(offset);
}

/** Where the lines of a text begin. */
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

/** For each key or index of an array or object: where the member begins, and where its value. */
type Children = ReadonlyMap<string, { readonly at: number; readonly value: number }>;

function scanChildren(text: string, open: number): Children {
  const found = new Map<string, { at: number; value: number }>();
  const isMap = text[open] === "{";
  if (!isMap && text[open] !== "[") return found;
  let index = skipSpace(text, open + 1);
  for (let position = 0; index < text.length && text[index] !== "]" && text[index] !== "}"; position++) {
    const end = isMap ? skipValue(text, index) : index;
    const value = isMap ? skipSpace(text, skipSpace(text, end) + 1) : index;
    found.set(isMap ? (JSON.parse(text.slice(index, end)) as string) : String(position), { at: index, value });
    index = skipSpace(text, skipValue(text, value));
    if (text[index] === ",") index = skipSpace(text, index + 1);
  }
  return found;
}

function skipSpace(text: string, from: number): number {
  let index = from;
  while (index < text.length && text.charCodeAt(index) <= 0x20) index++;
  return index;
}

/** The offset just after the value that begins at `from`. */
function skipValue(text: string, from: number): number {
  let depth = 0;
  for (let index = from; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
      if (depth === 0) return index + 1;
    } else if (code === 0x7b || code === 0x5b) {
      depth++;
    } else if (code === 0x7d || code === 0x5d) {
      if (depth === 0) return index;
      if (--depth === 0) return index + 1;
    } else if (depth === 0 && (code === 0x2c || code <= 0x20)) {
      return index;
    }
  }
  return text.length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The offset of the quote that ends the string whose first quote stands at `from`. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
