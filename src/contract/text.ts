// A text of the document, whatever stands there.
import type { JsonValue } from "./json.ts";

/** The text; a number in its digits, as YAML makes one of 1.0; anything else is no text. */
export function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
