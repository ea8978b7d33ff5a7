// The slow and exact JSON reader and writer, for what the engine's own cannot do: numbers as their digits say, and the place
// where a text stops being JSON.
import type { JsonValue } from "./value.ts";

/** A text that is not JSON. */
export class NotJson extends SyntaxError {
  constructor(position: number) {
    super(`not JSON at position ${position}`);
  }
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
/** What a text may have before its next escape or its end. */
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const WORDS: readonly (readonly [string, JsonValue])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/** A place in a text. */
class Cursor {
  readonly text: string;
  index = 0;

  constructor(text: string) {
    this.text = text;
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.index;
    const found = pattern.exec(this.text)?.[0];
    this.index += found?.length ?? 0;
    return found;
  }

  takes(part: string): boolean {
    this.match(SPACE);
    if (!this.text.startsWith(part, this.index)) return false;
    this.index += part.length;
    this.match(SPACE);
    return true;
  }

  expect(part: string): void {
    if (!this.takes(part)) throw new NotJson(this.index);
  }

  get isAtText(): boolean {
    return this.text[this.index] === '"';
  }

  readText(): string {
    if (!this.isAtText) throw new NotJson(this.index);
    const start = this.index++;
    for (;;) {
      this.match(PLAIN);
      if (this.isAtText) return JSON.parse(this.text.slice(start, ++this.index)) as string;
      if (this.match(ESCAPE) === undefined) throw new NotJson(this.index);
    }
  }
}

/**
 * Reads JSON; of repeated keys, the last one counts.
 * @param numberOf the value of a number, from its digits
 * @throws NotJson
 */
export function parseExactly(text: string, numberOf: (digits: string) => JsonValue): JsonValue {
  const cursor = new Cursor(text);
  const value = readValue(cursor, numberOf);
  cursor.match(SPACE);
  if (cursor.index < text.length) throw new NotJson(cursor.index);
  return value;
}

function readValue(cursor: Cursor, numberOf: (digits: string) => JsonValue): JsonValue {
  cursor.match(SPACE);
  if (cursor.isAtText) return cursor.readText();
  if (cursor.takes("{")) {
    const members: [string, JsonValue][] = [];
    if (cursor.takes("}")) return {};
    do {
      const name = cursor.readText();
      cursor.expect(":");
      members.push([name, readValue(cursor, numberOf)]);
    } while (cursor.takes(","));
    cursor.expect("}");
    return Object.fromEntries(members);
  }
  if (cursor.takes("[")) {
    const elements: JsonValue[] = [];
    if (cursor.takes("]")) return [];
    do elements.push(readValue(cursor, numberOf));
    while (cursor.takes(","));
    cursor.expect("]");
    return elements;
  }
  const digits = cursor.match(NUMBER);
  if (digits !== undefined) return numberOf(digits);
  const word = WORDS.find(([one]) => cursor.takes(one));
  if (word === undefined) throw new NotJson(cursor.index);
  return word[1];
}

/** Writes JSON with a `bigint` as its digits, and everything else as `JSON.stringify` does; undefined for what JSON has not. */
export function stringifyExactly(value: unknown, indent = 0, around = "\n"): string | undefined {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value) as string | undefined;
  if ("toJSON" in value && typeof value.toJSON === "function") return stringifyExactly(value.toJSON(), indent, around);
  const inside = around + " ".repeat(indent);
  const parts = Array.isArray(value)
    ? value.map((one) => stringifyExactly(one, indent, inside) ?? "null")
    : Object.entries(value).flatMap(([name, one]) => {
        const text = stringifyExactly(one, indent, inside);
        return text === undefined ? [] : [`${JSON.stringify(name)}:${indent > 0 ? " " : ""}${text}`];
      });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (parts.length === 0 || indent === 0) return `${open}${parts.join(",")}${close}`;
  return `${open}${inside}${parts.join(`,${inside}`)}${around}${close}`;
}
