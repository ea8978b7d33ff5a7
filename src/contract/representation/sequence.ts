// Reads the items of a sequence (OpenAPI 3.2 section 4.14.3): lines of JSON, JSON text sequences, events.
import { readJson } from "../../json/read.ts";
import type { JsonValue } from "../../json/value.ts";
import { formatOf, plainMedia } from "../media.ts";

/** The items of a sequence, or what is wrong with one of them. */
export type SequenceReading =
  | { readonly items: readonly JsonValue[] }
  | { readonly at: number; readonly fault: string };

/** True for a media type whose items can be read. */
export function isSequence(name: string): boolean {
  return /^(?:lines|events)$/.test(formatOf(name));
}

/** @param name the media type @param most items that are read; one more is a fault */
export function readSequence(text: string, name: string, most = Infinity): SequenceReading {
  const items: JsonValue[] = [];
  const isEvents = formatOf(name) === "events";
  const pieces = isEvents
    ? pieceOf(text.replace(/^\uFEFF/, ""), /(?:\r\n|\r|\n){2,}/g)
    : pieceOf(text, separatorOf(name) === "" ? /\r?\n/g : new RegExp(SEPARATOR, "g"));
  for (const piece of pieces) {
    const event = isEvents ? eventIn(piece) : undefined;
    if (isEvents ? event === undefined : piece.trim() === "") continue;
    if (items.length >= most) return { at: items.length, fault: `is one more than the ${most} that are read` };
    const reading = event === undefined ? readJson(piece.trim()) : { value: event };
    if ("fault" in reading) return { at: items.length, fault: reading.fault.message };
    items.push(reading.value);
  }
  return { items };
}

/** A record separator begins each text (RFC 7464); elsewhere, each has a line of its own. */
const SEPARATOR = "\u001e";

/** What separates the texts of a media type. */
export function separatorOf(name: string): string {
  return plainMedia(name) === "application/json-seq" ? SEPARATOR : "";
}

/** The pieces of a text between its separators, one after another. */
function* pieceOf(text: string, separator: RegExp): Generator<string, void, undefined> {
  let from = 0;
  for (const { index, 0: found } of text.matchAll(separator)) {
    yield text.slice(from, index);
    from = index + found.length;
  }
  yield text.slice(from);
}

/** An event with the fields that it has (HTML standard, section 9.2.6); undefined if it has none. */
function eventIn(block: string): JsonValue | undefined {
  const fields = new Map<string, JsonValue>();
  for (const line of block.split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    const former = fields.get("data");
    if (field === "data") fields.set("data", typeof former === "string" ? `${former}\n${value}` : value);
    else if (field === "event" || field === "id") fields.set(field, value);
    else if (field === "retry" && /^\d+$/.test(value)) fields.set("retry", Number(value));
  }
  return fields.size > 0 ? Object.fromEntries(fields) : undefined;
}
