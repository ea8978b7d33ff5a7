// Exact, strict reading and writing of JSON (RFC 8259, and the I-JSON limits of RFC 7493 that keep
// values unambiguous). Integers that a double cannot hold are `bigint`, so that digits in are digits
// out. The common case costs one scan and a JSON.parse; lossless-json is the slow path.
import { isAscii } from "node:buffer";
import { at, endOfString, inspect, syntaxMessage } from "./json-inspect.ts";
import { lossless } from "./lossless.ts";

export type JsonValue = null | boolean | number | bigint | string | JsonArray | JsonObject;
export interface JsonArray extends ReadonlyArray<JsonValue> {}
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export type JsonFaultKind =
  | "encoding"
  | "byte-order-mark"
  | "syntax"
  | "depth"
  | "duplicate-key"
  | "forbidden-key"
  | "number-range"
  | "surrogate";

/** Why a text is refused: what is wrong, and where (line and column count from 1). */
export interface JsonFault {
  readonly kind: JsonFaultKind;
  readonly message: string;
  /** JSON pointer (RFC 6901) of the place, where the fault has one. */
  readonly pointer?: string;
}

export type JsonReading = { readonly value: JsonValue } | { readonly fault: JsonFault };

/** How deep arrays and objects may nest in a request body. */
export const MAX_DEPTH = 64;

/** From so many digits on, a number may be too large for a double. */
const HUGE = 309;
/** An integer of more digits is an attack on whoever computes with it. */
const MAX_DIGITS = 10_000;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Reads a JSON text from bytes.
 * @param bytes the bytes as received; they must be UTF-8 without a byte order mark
 * @param maxDepth the deepest nesting of arrays and objects that is accepted
 * @returns the value, or the fault that keeps it from being one
 */
export function readJsonBytes(bytes: Uint8Array, maxDepth: number = MAX_DEPTH): JsonReading {
  let text: string;
  try {
    text = textOf(bytes);
  } catch {
    return { fault: { kind: "encoding", message: "is not valid UTF-8" } };
  }
  return readJson(text, maxDepth);
}

/** @throws TypeError for bytes that are not UTF-8 */
function textOf(bytes: Uint8Array): string {
  // Most texts are ASCII, which is the same in Latin-1, and read in a fraction of the time.
  return Buffer.isBuffer(bytes) && isAscii(bytes) ? bytes.toString("latin1") : decoder.decode(bytes);
}

/** Reads a JSON text; see `readJsonBytes`. */
export function readJson(text: string, maxDepth: number = MAX_DEPTH): JsonReading {
  if (text.charCodeAt(0) === 0xfeff) {
    return {
      fault: { kind: "byte-order-mark", message: "starts with a byte order mark, which JSON does not allow" },
    };
  }
  const seen = scan(text);
  if (seen.depth > maxDepth) {
    return { fault: { kind: "depth", message: `nests deeper than ${maxDepth} levels ${at(text, seen.deepest)}` } };
  }
  let value: JsonValue;
  try {
    value = seen.longNumber ? exactParse(text) : (JSON.parse(text) as JsonValue);
  } catch (error) {
    return { fault: { kind: "syntax", message: syntaxMessage(text, error) } };
  }
  const fault = seen.suspicious || countKeys(value) !== seen.keys ? inspect(text, value) : undefined;
  return fault === undefined ? { value } : { fault };
}

/**
 * Writes a value as JSON text, `bigint` as its digits. Properties whose value is undefined are left out.
 * @throws TypeError for a cyclic value, which is an error of the caller
 */
export function writeJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    // It refuses a bigint. Nearly no value holds one, so none is searched for one beforehand.
    if (!holdsBigInt(value)) throw error;
    return lossless().stringify(value, undefined, indent) ?? "null";
  }
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

/** True for a number that has no fraction, of either representation. */
export function isInteger(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isInteger(value);
}

/** An integer's digits as a value: a number where a double holds it exactly, a bigint otherwise. */
export function exactInteger(digits: string): number | bigint {
  const short = Number(digits);
  return Number.isSafeInteger(short) ? short : BigInt(digits);
}

function isNumeric(value: JsonValue): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

interface Scan {
  depth: number;
  deepest: number;
  keys: number;
  longNumber: boolean;
  suspicious: boolean;
}

const QUOTE = 0x22;

/** One pass over the text: what JSON.parse would swallow silently, it must know beforehand. */
function scan(text: string): Scan {
  const seen: Scan = { depth: 0, deepest: 0, keys: 0, longNumber: false, suspicious: false };
  let depth = 0;
  let digits = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x30 && code <= 0x39) {
      digits++;
      if (digits === 16) seen.longNumber = true;
      else if (digits === HUGE) seen.suspicious = true;
      continue;
    }
    digits = 0;
    if (code === QUOTE) {
      index = endOfString(text, index, seen);
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > seen.depth) {
        seen.depth = depth;
        seen.deepest = index;
      }
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    } else if (code === 0x3a) {
      seen.keys++;
    } else if (code === 0x65 || code === 0x45) {
      // "e" is also in true and false: the inspection costs little, an infinite number a lot.
      if (text.charCodeAt(index - 1) <= 0x39) seen.suspicious = true;
    }
  }
  return seen;
}

function exactParse(text: string): JsonValue {
  return lossless().parse(text, null, {
    parseNumber: (digits) => {
      if (!/^-?\d+$/.test(digits)) return Number(digits);
      return digits.length > MAX_DIGITS ? Number.POSITIVE_INFINITY : exactInteger(digits);
    },
    // Duplicates are found and named by `inspect`; here the last one wins, as with JSON.parse.
    onDuplicateKey: ({ newValue }) => newValue,
  }) as JsonValue;
}

function countKeys(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item as JsonValue);
    return count;
  }
  for (const key in value as JsonObject) count += 1 + countKeys((value as JsonObject)[key] as JsonValue);
  return count;
}

function holdsBigInt(value: unknown): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsBigInt);
  for (const key in value) if (holdsBigInt((value as Record<string, unknown>)[key])) return true;
  return false;
}
