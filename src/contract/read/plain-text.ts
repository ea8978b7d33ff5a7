// Plain strings of a document, such as titles and names.
import type { JsonValue } from "../../json/value.ts";

/** The string; a number as its digits, because YAML turns 1.0 into one; "" for anything else. */
export function plainText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
