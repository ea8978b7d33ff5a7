// Exact, strict reading of JSON (RFC 8259, and the I-JSON limits of RFC 7493 that keep values unambiguous). Integers
// that a double cannot hold are `bigint`, so the digits that come in also go out. The common case costs one scan and a
// JSON.parse; lossless-json is the slow path.
import { utf8Of } from "./bytes.ts";
import { type RepeatedJsonKey, at, endOfString, inspect, repeatedKeys, syntaxMessage } from "./inspect.ts";
import type { JsonFault } from "./fault.ts";
import { lossless } from "./lossless.ts";
import { exactNumber } from "./number.ts";
import type { JsonArray, JsonObject, JsonValue } from "./value.ts";

export type JsonReading = { readonly value: JsonValue } | { readonly fault: JsonFault };

/** How deep arrays and objects may nest in a request body. */
const MAX_DEPTH = 64;

/** A number with this many digits may not fit in a double exactly. */
const LONG = 16;
/** A number with this many digits may be too large for a double. */
const HUGE = 309;

/**
 * Reads JSON from bytes.
 * @param bytes the bytes as received; they must be UTF-8 without a byte order mark
 * @param maxDepth the maximum nesting of arrays and objects
 * @returns the value, or the fault that prevents it
 */
export function readJsonBytes(bytes: Uint8Array, maxDepth: number = MAX_DEPTH): JsonReading {
  const text = utf8Of(bytes);
  if (text === undefined) return { fault: { kind: "encoding", message: "is not valid UTF-8" } };
  return readJson(text, maxDepth);
}

/**
 * Reads a JSON text; see `readJsonBytes`.
 * @param repeated collects repeated keys, of which the last one counts; without it, they are a fault
 */
export function readJson(text: string, maxDepth: number = MAX_DEPTH, repeated?: RepeatedJsonKey[]): JsonReading {
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
    value = seen.long.length > 0 ? exactParse(text, seen) : (JSON.parse(text) as JsonValue);
  } catch (error) {
    return { fault: { kind: "syntax", message: syntaxMessage(text, error) } };
  }
  const repeatsKeys = countKeys(value) !== seen.keys;
  if (repeatsKeys) repeated?.push(...repeatedKeys(text));
  const isAmbiguous = repeatsKeys && repeated === undefined;
  const fault = seen.suspicious || isAmbiguous ? inspect(text, value, isAmbiguous) : undefined;
  return fault === undefined ? { value } : { fault };
}

interface Scan {
  depth: number;
  deepest: number;
  keys: number;
  /** An offset within each number that may not fit in a double. */
  readonly long: number[];
  suspicious: boolean;
}

const QUOTE = 0x22;
const FULL_STOP = 0x2e;
const MINUS = 0x2d;

/** One pass over the text, for everything that JSON.parse would silently accept. */
function scan(text: string): Scan {
  const seen: Scan = { depth: 0, deepest: 0, keys: 0, long: [], suspicious: false };
  let depth = 0;
  let digits = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x30 && code <= 0x39) {
      digits++;
      if (digits === LONG) seen.long.push(index);
      else if (digits === HUGE) seen.suspicious = true;
      continue;
    }
    if (code === FULL_STOP) continue;
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
      // "e" also occurs in true and false: an inspection costs little, an infinite number a lot.
      if (text.charCodeAt(index - 1) > 0x39) continue;
      seen.suspicious = true;
      // A negative exponent may reduce a number to zero.
      if (text.charCodeAt(index + 1) === MINUS) seen.long.push(index);
    }
  }
  return seen;
}

function exactParse(text: string, seen: Scan): JsonValue {
  return markedParse(text, seen) ?? losslessParse(text, seen);
}

/** Begins the text that a long number is read as, at first. */
const MARK = "\u007f";
/** How far back the beginning of a number is looked for. */
const FAR = 400;
const NUMBER_BEFORE = /-?[\d.]*(?:[eE][-+]?\d*)?$/;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;

/**
 * The value of a text, by the engine's own reader: long numbers are put in place afterwards. Undefined if the text needs a
 * closer look, which any fault does.
 */
function markedParse(text: string, { long }: Scan): JsonValue | undefined {
  if (text.includes(MARK) || /\\u007f/i.test(text)) return undefined;
  const pieces: string[] = [];
  let end = 0;
  for (const within of long) {
    if (within < end) continue;
    const before = text.slice(Math.max(end, within - FAR), within);
    const start = within - (NUMBER_BEFORE.exec(before)?.[0].length ?? 0);
    NUMBER.lastIndex = start;
    const digits = NUMBER.exec(text)?.[0];
    if (digits === undefined || start + digits.length <= within) return undefined;
    pieces.push(text.slice(end, start), `"${MARK}${digits}"`);
    end = start + digits.length;
  }
  try {
    const whole = [JSON.parse(pieces.join("") + text.slice(end)) as JsonValue];
    return putNumbers(whole) ? whole[0] : undefined;
  } catch {
    return undefined;
  }
}

function losslessParse(text: string, seen: Scan): JsonValue {
  return lossless().parse(text, null, {
    parseNumber: (digits) => {
      const value = exactNumber(digits);
      if (value !== undefined) return value;
      // JSON has neither of these numbers; the inspection reports where they are.
      seen.suspicious = true;
      return Number.isFinite(Number(digits)) ? Number.NaN : Number.POSITIVE_INFINITY;
    },
    // `inspect` reports duplicates; here the last one wins, as with JSON.parse.
    onDuplicateKey: ({ newValue }) => newValue,
  }) as JsonValue;
}

/** Puts numbers in the place of the marked texts inside a value. @returns false if one of them is not exact */
function putNumbers(whole: JsonArray): boolean {
  const pending: Record<string, JsonValue>[] = [whole as never];
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    for (const key in holder) {
      const member = holder[key];
      if (typeof member === "object" && member !== null) pending.push(member as never);
      if (typeof member !== "string" || !member.startsWith(MARK)) continue;
      const number = exactNumber(member.slice(MARK.length));
      if (number === undefined) return false;
      holder[key] = number;
    }
  }
  return true;
}

/** Iterates by level, because recursion would overflow the stack for deeply nested texts. */
function countKeys(value: JsonValue): number {
  let count = 0;
  let pending: JsonValue[] | undefined;
  for (let next: JsonValue | undefined = value; next !== undefined; next = pending?.pop()) {
    if (typeof next !== "object" || next === null) continue;
    if (Array.isArray(next)) {
      for (const item of next as readonly JsonValue[]) if (typeof item === "object") (pending ??= []).push(item);
      continue;
    }
    for (const key in next as JsonObject) {
      count++;
      const member = (next as JsonObject)[key] as JsonValue;
      if (typeof member === "object") (pending ??= []).push(member);
    }
  }
  return count;
}
