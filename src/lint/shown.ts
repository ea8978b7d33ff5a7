// Text for a value that should have been a string.
import type { JsonValue } from "../json/value.ts";
import { writeJson } from "../json/write.ts";

/** The string itself, or the JSON of what is in its place; "" for nothing. */
export function shown(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : writeJson(value);
}
