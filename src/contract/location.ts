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

/** Locates in a JSON text that is known to parse. Scans only when asked: findings are few, documents large. */
export function locateInJson(text: string): Locate {
  return (pointer) => lineAndColumn(text, jsonOffset(text, pointerSteps(pointer)));
}

/** Line and column of an offset in a text. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf("\n"); next !== -1 && next < offset; next = text.indexOf("\n", start)) {
    line++;
    start = next + 1;
  }
  return { line, column: offset - start + 1 };
}

function jsonOffset(text: string, steps: readonly string[]): number {
  let offset = skipSpace(text, 0);
  let found = offset;
  for (const step of steps) {
    const next = text[offset] === "{" ? member(text, offset, step) : element(text, offset, Number(step));
    if (next === undefined) break;
    found = next.at;
    offset = next.value;
  }
  return found;
}

function member(text: string, open: number, name: string): { at: number; value: number } | undefined {
  let index = skipSpace(text, open + 1);
  while (text[index] === '"') {
    const end = skipValue(text, index);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    if (JSON.parse(text.slice(index, end)) === name) return { at: index, value };
    index = skipSpace(text, skipValue(text, value));
    if (text[index] === ",") index = skipSpace(text, index + 1);
  }
  return undefined;
}

function element(text: string, open: number, wanted: number): { at: number; value: number } | undefined {
  if (text[open] !== "[") return undefined;
  let index = skipSpace(text, open + 1);
  for (let position = 0; index < text.length && text[index] !== "]"; position++) {
    if (position === wanted) return { at: index, value: index };
    index = skipSpace(text, skipValue(text, index));
    if (text[index] === ",") index = skipSpace(text, index + 1);
  }
  return undefined;
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
    const char = text[index];
    if (char === '"') {
      for (index++; index < text.length && text[index] !== '"'; index++) if (text[index] === "\\") index++;
      if (depth === 0) return index + 1;
    } else if (char === "{" || char === "[") {
      depth++;
    } else if (char === "}" || char === "]") {
      if (depth === 0) return index;
      if (--depth === 0) return index + 1;
    } else if (depth === 0 && (char === "," || (char !== undefined && char <= " "))) {
      return index;
    }
  }
  return text.length;
}
