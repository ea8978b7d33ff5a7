// Converts single values to text, and text to every value it may mean. Numbers have JSON syntax; nothing is coerced.
import { exactNumber, wholeDigits } from "../../json/number.ts";
import { readJson } from "../../json/read.ts";
import { type JsonValue, isInteger } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * A value as plain text before percent-encoding: a string as is, an integer with all its digits. No style defines
 * nested values; JSON is what most servers accept.
 */
export function showScalar(value: JsonValue): string {
  if (typeof value === "string") return value;
  return isInteger(value) ? wholeDigits(value) : writeJson(value);
}

/**
 * The values that a text may mean, most specific first and the string itself last.
 * @param types the types that the schema allows; if absent, the string itself comes first
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

/** Describes the expected types for a text that matched none of them: "must be a number or true or false". */
export function describeTypes(types: Iterable<string>): string {
  return `must be ${[...new Set(types)].map((type) => WORDS.get(type) ?? type).join(" or ")}`;
}
