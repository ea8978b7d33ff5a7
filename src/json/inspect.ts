// The slow inspection of a JSON text: why it does not parse, or what makes it ambiguous or dangerous, and where.
import { lossless } from "./lossless.ts";
import { appendPointer } from "./pointer.ts";
import type { JsonFault } from "./fault.ts";
import type { JsonValue } from "./value.ts";
import { quoted } from "./quote.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Describes the first thing that makes it ambiguous or dangerous.
 * @param repeatsKeys whether the text has more keys than the value, which requires the slowest inspection
 */
export function inspect(text: string, value: JsonValue, repeatsKeys: boolean): JsonFault | undefined {
  return (repeatsKeys ? duplicateKey(text) : undefined) ?? forbidden(value, "");
}

function duplicateKey(text: string): JsonFault | undefined {
  let fault: JsonFault | undefined;
  lossless().parse(text, null, {
    parseNumber: () => 0,
    onDuplicateKey: ({ key, position, newValue }) => {
      fault ??= {
        kind: "duplicate-key",
        message: `has the key ${quoted(key)} twice in one object ${at(text, position)}`,
      };
      return newValue;
    },
  });
  // lossless-json only treats a repeated key as a duplicate if the values differ.
  return fault ?? equalDuplicate(text);
}

function equalDuplicate(text: string): JsonFault | undefined {
  const [first] = repeatedKeys(text);
  if (first === undefined) return undefined;
  const { key, position } = first;
  return {
    kind: "duplicate-key",
    message: `has the key ${quoted(key)} twice in one object ${at(text, position)}`,
  };
}

/** A repeated key. */
export interface RepeatedJsonKey {
  readonly key: string;
  /** JSON pointer of the member. */
  readonly pointer: string;
  /** The offset of the key in the text. */
  readonly position: number;
}

/** The repeated keys of objects, in text order. The text is known to parse. */
export function* repeatedKeys(text: string): Generator<RepeatedJsonKey, void, undefined> {
  /** What is open: the keys of an object so far, and the step to the current member. */
  const open: { readonly keys: Set<string> | undefined; step: string | number }[] = [];
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (char === "{") open.push({ keys: new Set(), step: "" });
    else if (char === "[") open.push({ keys: undefined, step: 0 });
    else if (char === "}" || char === "]") open.pop();
    const holder = open.at(-1);
    if (char === "," && typeof holder?.step === "number") holder.step++;
    if (char !== '"') continue;
    const end = endOfString(text, index, { suspicious: false });
    if (holder?.keys !== undefined && isColonNext(text, end + 1)) {
      const key = JSON.parse(text.slice(index, end + 1)) as string;
      holder.step = key;
      if (holder.keys.has(key)) {
        yield { key, pointer: appendPointer("", ...open.map(({ step }) => step)), position: index };
      }
      holder.keys.add(key);
    }
    index = end;
  }
}

/** True if only whitespace precedes the next colon, so that the string before it is a key. */
function isColonNext(text: string, from: number): boolean {
  let index = from;
  while (index < text.length && text.charCodeAt(index) <= 0x20) index++;
  return text[index] === ":";
}

function forbidden(value: JsonValue, pointer: string): JsonFault | undefined {
  if (typeof value === "number" && !Number.isFinite(value)) {
    const what = Number.isNaN(value) ? "that cannot be held exactly" : "too large to hold";
    return { kind: "number-range", message: `has a number ${what} at ${pointer || "the top"}`, pointer };
  }
  if (typeof value === "string" && !value.isWellFormed()) {
    return {
      kind: "surrogate",
      message: `has half of a surrogate pair in the text at ${pointer || "the top"}`,
      pointer,
    };
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const place = appendPointer(pointer, key);
    if (key === "__proto__") {
      return {
        kind: "forbidden-key",
        message: `has the key "__proto__", which is not accepted, at ${place}`,
        pointer: place,
      };
    }
    if (!key.isWellFormed()) {
      return {
        kind: "surrogate",
        message: `has half of a surrogate pair in a key under ${pointer || "the top"}`,
        pointer,
      };
    }
    const fault = forbidden(item, place);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** What a scan notices in passing that requires a slow inspection. */
export interface Suspicion {
  suspicious: boolean;
}

/** The index of the quote that closes the string opened at `start`. */
export function endOfString(text: string, start: number, seen: Suspicion): number {
  let index = start + 1;
  for (; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) break;
    if (code === BACKSLASH) {
      if (text.charCodeAt(index + 1) === 0x75) seen.suspicious = true;
      index++;
    } else if (code === 0x5f && text.startsWith("__proto__", index)) {
      seen.suspicious = true;
    }
  }
  return index;
}

/** "at line 3, column 7", counted from 1. */
export function at(text: string, position: number): string {
  const before = text.slice(0, position);
  const line = before.split("\n").length;
  return `at line ${line}, column ${position - before.lastIndexOf("\n")}`;
}

/** What keeps a text from being JSON, and where. @param error what the parser threw */
export function syntaxMessage(text: string, error: unknown): string {
  const end = text.trimEnd().length;
  if (end === 0) return "is empty";
  const position = positionOf(error) ?? positionOf(thrownBy(() => lossless().parse(text)));
  if (position === undefined) return "is not JSON";
  if (position >= end) return `is not JSON: it ends too early ${at(text, end)}`;
  return `is not JSON: unexpected text ${at(text, position)}`;
}

/** JSON.parse gives a position only for some errors; the slow parser always does. */
function positionOf(error: unknown): number | undefined {
  const position = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined;
  return position === undefined ? undefined : Number(position);
}

function thrownBy(action: () => void): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  }
}
