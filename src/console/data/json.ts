// JSON that keeps the digits of large integers: an int64 does not fit into a JavaScript number.

/** A JSON value; an integer beyond 2^53 is a bigint. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

interface Source {
  readonly source?: string;
}
type Reviver = (this: unknown, name: string, value: unknown, context?: Source) => unknown;
/** Browsers since 2023 pass the source text to a reviver, and can write raw text. */
const exact = JSON as unknown as {
  parse(text: string, reviver?: Reviver): Json;
  rawJSON?: (text: string) => unknown;
};

/** Reads JSON. @throws SyntaxError */
export function parse(text: string): Json {
  return /\d{16}/.test(text) ? exact.parse(text, keepDigits) : exact.parse(text);
}

const keepDigits: Reviver = (_, value, context) =>
  typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "")
    ? BigInt(context?.source ?? 0)
    : value;

/** Writes JSON. @param indent as in `JSON.stringify` */
export function write(value: Json | undefined, indent?: number): string {
  const raw = exact.rawJSON;
  return JSON.stringify(
    value,
    (_, part: unknown) => (typeof part === "bigint" ? (raw?.(String(part)) ?? Number(part)) : part),
    indent,
  );
}

/** True for an object; false for an array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own property of an object; undefined for anything else. */
export function get(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A string property, or "". */
export function text(value: Json | undefined, name: string): string {
  const found = get(value, name);
  return typeof found === "string" ? found : "";
}

/** A list property, or an empty list. */
export function list(value: Json | undefined, name: string): readonly Json[] {
  const found = get(value, name);
  return Array.isArray(found) ? found : [];
}

/** A value in one line. */
export function show(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : write(value);
}
