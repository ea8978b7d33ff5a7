// The plain texts of a document: titles, names and the like.
import type { JsonValue } from "../../json/value.ts";

/** The text; a number in its digits, as YAML makes one of 1.0; anything else is no text. */
export function plainText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
