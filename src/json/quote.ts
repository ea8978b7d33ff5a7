// How messages quote what they refuse: as JSON, and never at length, because a document or a client chose it.
import type { JsonValue } from "./value.ts";
import { writeJson } from "./write.ts";

/** Characters quoted of one value. */
const LONGEST = 200;

/** A value as JSON, cut where it is long. */
export function quoted(value: JsonValue | undefined): string {
  if (typeof value === "string") return JSON.stringify(clipped(value).toWellFormed());
  return value === undefined ? "nothing" : clipped(writeJson(value)).toWellFormed();
}

/** A text, cut where it is long. */
export function clipped(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
