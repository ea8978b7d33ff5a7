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

/** @param name the media type */
export function readSequence(text: string, name: string): SequenceReading {
  if (formatOf(name) === "events") return { items: eventsIn(text) };
  // A record separator begins each text (RFC 7464); elsewhere, each has a line of its own.
  const texts = text.split(plainMedia(name) === "application/json-seq" ? "\u001e" : /\r?\n/);
  const items: JsonValue[] = [];
  for (const one of texts) {
    if (one.trim() === "") continue;
    const reading = readJson(one.trim());
    if ("fault" in reading) return { at: items.length, fault: reading.fault.message };
    items.push(reading.value);
  }
  return { items };
}

/** The events of a stream, each with the fields that it has (HTML standard, section 9.2.6). */
function eventsIn(text: string): JsonValue[] {
  const events: JsonValue[] = [];
  for (const block of text.replace(/^\uFEFF/, "").split(/(?:\r\n|\r|\n){2,}/)) {
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
    if (fields.size > 0) events.push(Object.fromEntries(fields));
  }
  return events;
}
