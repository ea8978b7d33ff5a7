// A single value as text, and every value that a text may stand for. The syntax of a number is that of JSON; nothing is
// coerced.
import { exactNumber, wholeDigits } from "../../json/number.ts";
import { readJson } from "../../json/read.ts";
import { type JsonValue, isInteger } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A value as plain text, not yet percent-encoded: a string as it is, an integer in all its digits. No style says how
 * what is nested is written; JSON is what most servers read.
 */
export function showScalar(value: JsonValue): string {
  if (typeof value === "string") return value;
  return isInteger(value) ? wholeDigits(value) : writeJson(value);
}

/**
 * The values that a text may stand for, the most specific first and the text itself last.
 * @param types the types that the schema allows; without them the text itself comes first
 */
export function textReadings(text: string, types: ReadonlySet<string> | undefined): JsonValue[] {
  const readings: JsonValue[] = [];
  const allows = (type: string): boolean => types === undefined || types.has(type);
  const number = allows("number") || (allows("integer") && INTEGER.test(text)) ? numberOf(text) : undefined;
  if (number !== undefined) readings.push(number);
  if (allows("boolean") && (text === "true" || text === "false")) readings.push(text === "true");
  if (allows("null") && text === "null") readings.push(null);
  if ((allows("array") && text.startsWith("[")) || (allows("object") && text.startsWith("{"))) {
    const nested = readJson(text);
    if ("value" in nested) readings.push(nested.value);
  }
  if (types === undefined) readings.unshift(text);
  else if (types.has("string")) readings.push(text);
  return readings;
}

function numberOf(text: string): number | bigint | undefined {
  return NUMBER.test(text) ? exactNumber(text) : undefined;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ["integer", "an integer written in digits"],
  ["number", "a number"],
  ["boolean", "true or false"],
  ["array", "an array"],
  ["object", "an object"],
]);

/** What a text must be that was none of these types: "must be a number or true or false". */
export function describeTypes(types: Iterable<string>): string {
  return `must be ${[...new Set(types)].map((type) => WORDS.get(type) ?? type).join(" or ")}`;
}
