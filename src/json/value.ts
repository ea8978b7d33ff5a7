// JSON values in this program: integers that a double cannot hold are `bigint`.

/** A value that contains no other values. */
export type Scalar = null | boolean | number | bigint | string;
export type JsonValue = Scalar | JsonArray | JsonObject;
export interface JsonArray extends ReadonlyArray<JsonValue> {}
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Deep equality of two JSON values; `1` and `1n` are the same number. */
export function equalJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  // oxlint-disable-next-line eqeqeq -- a number and a bigint are compared by value on purpose
  if (typeof a === "bigint" || typeof b === "bigint") return isNumeric(a) && isNumeric(b) && a == b;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => equalJson(item as JsonValue, (b as JsonArray)[index] as JsonValue));
  }
  const left = a as JsonObject;
  const right = b as JsonObject;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && equalJson(left[key] as JsonValue, right[key] as JsonValue));
}

/** True for a JSON object: neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** True for a value that contains no other values. */
export function isLeaf(value: JsonValue): value is Scalar {
  return typeof value !== "object" || value === null;
}

/** A scalar as text. */
export function scalarText(value: Scalar | undefined): string {
  return String(value);
}

/** The value of an object's own property. Every object also answers to inherited names such as `constructor`. */
export function ownValue(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** True for a number without a fraction, in either representation. */
export function isInteger(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isInteger(value);
}

/** The value of an integer's digits: a number if a double holds it exactly, a bigint otherwise. */
export function exactInteger(digits: string): number | bigint {
  const short = Number(digits);
  return Number.isSafeInteger(short) ? short : BigInt(digits);
}

/** True for a number in either representation. */
export function isNumeric(value: JsonValue | undefined): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
