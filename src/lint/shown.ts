// Words for what a document holds where a text should be.
import type { JsonValue } from "../json/value.ts";
import { writeJson } from "../json/write.ts";

/** The text itself, or the JSON of what stands in its place; nothing where nothing stands. */
export function shown(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  return value === undefined ? "" : writeJson(value);
}
