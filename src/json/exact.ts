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
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const WORDS: readonly (readonly [string, JsonValue])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/**
 * Reads JSON; of repeated keys, the last one counts.
 * @param numberOf the value of a number, from its digits
 * @throws NotJson
 */
export function parseExactly(text: string, numberOf: (digits: string) => JsonValue): JsonValue {
  let index = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = index;
    const found = pattern.exec(text)?.[0];
    index += found?.length ?? 0;
    return found;
  };
  const takes = (part: string): boolean => {
    match(SPACE);
    if (!text.startsWith(part, index)) return false;
    index += part.length;
    match(SPACE);
    return true;
  };
  const expect = (part: string): void => {
    if (!takes(part)) throw new NotJson(index);
  };
  const readText = (): string => {
    const start = index++;
    for (;;) {
      match(PLAIN);
      if (text[index] === '"') return JSON.parse(text.slice(start, ++index)) as string;
      if (match(ESCAPE) === undefined) throw new NotJson(index);
    }
  };
  const members = (): [string, JsonValue][] => {
    const found: [string, JsonValue][] = [];
    if (takes("}")) return found;
    do {
      if (text[index] !== '"') throw new NotJson(index);
      const name = readText();
      expect(":");
      found.push([name, readValue()]);
    } while (takes(","));
    expect("}");
    return found;
  };
  const elements = (): JsonValue[] => {
    const found: JsonValue[] = [];
    if (takes("]")) return found;
    do found.push(readValue());
    while (takes(","));
    expect("]");
    return found;
  };
  const readValue = (): JsonValue => {
    match(SPACE);
    if (takes("{")) return Object.fromEntries(members());
    if (takes("[")) return elements();
    if (text[index] === '"') return readText();
    const digits = match(NUMBER);
    if (digits !== undefined) return numberOf(digits);
    const word = WORDS.find(([one]) => takes(one));
    if (word === undefined) throw new NotJson(index);
    return word[1];
  };
  const value = readValue();
  match(SPACE);
  if (index < text.length) throw new NotJson(index);
  return value;
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
