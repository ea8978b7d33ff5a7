// JSON whose large integers keep their digits: an int64 does not fit into a number of JavaScript.

/** A value of JSON; an integer beyond 2^53 is a bigint. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

interface Source {
  readonly source?: string;
}
type Reviver = (this: unknown, name: string, value: unknown, context?: Source) => unknown;
/** Browsers since 2023 show a reviver what stood there, and write a text as it stands. */
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

/** Writes JSON. @param indent as `JSON.stringify` has it */
export function write(value: Json | undefined, indent?: number): string {
  const raw = exact.rawJSON;
  return JSON.stringify(
    value,
    (_, part: unknown) => (typeof part === "bigint" ? (raw?.(String(part)) ?? Number(part)) : part),
    indent,
  );
}

/** True for an object, which an array is not. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A property of an object that is its own; undefined for everything else. */
export function get(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A property that is a text, or "". */
export function text(value: Json | undefined, name: string): string {
  const found = get(value, name);
  return typeof found === "string" ? found : "";
}

/** A property that is a list, or an empty one. */
export function list(value: Json | undefined, name: string): readonly Json[] {
  const found = get(value, name);
  return Array.isArray(found) ? found : [];
}

/** How a value is shown in one line. */
export function show(value: Json | undefined): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : write(value);
}
