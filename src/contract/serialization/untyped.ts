// Values in formats without types, such as XML, plain text and forms, where every scalar is text.
import { type JsonArray, type JsonValue, isObject } from "../../json/value.ts";
import { combinations } from "./combinations.ts";
import type { Expected, ExpectedCase } from "./expected.ts";
import { showScalar, textReadings } from "./text.ts";

/** A value as such a format transmits it. */
export function asTexts(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => asTexts(item));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, asTexts(item)]));
  return showScalar(value);
}

/** What such a value may mean: strings as the numbers and booleans that the schema expects, or as they are. */
export function readTexts(value: JsonValue, expected: Expected): JsonValue[] {
  return expected.cases.flatMap((one) => readTextsBy(value, one));
}

function readTextsBy(value: JsonValue, one: ExpectedCase): JsonValue[] {
  if (typeof value === "string") return textReadings(value, one.types);
  if (Array.isArray(value)) {
    return combinations(value.map((item: JsonValue, index) => readInside(item, one.item(index))));
  }
  if (!isObject(value)) return [value];
  // A list leaves one entry for each item: none is no entry, and a single one may be the item itself.
  const names = Object.keys(value).filter((name) => !isEmptyList(value[name]));
  const inside = names.map((name) => {
    const [inner, expected] = [value[name] as JsonValue, one.property(name)];
    const [only, ...more] = Array.isArray(inner) ? (inner as JsonArray) : [];
    const single = only === undefined || more.length > 0 ? [] : readTexts(only, expected);
    return [...readInside(inner, expected), ...single];
  });
  return combinations(inside).map((items) =>
    Object.fromEntries(items.map((item, index) => [names[index] ?? "", item])),
  );
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** A value that cannot be converted stays as it is, so that the schema says what is wrong with it. */
function readInside(value: JsonValue, expected: Expected): JsonValue[] {
  const readings = readTexts(value, expected);
  return readings.length > 0 ? readings : [value];
}
