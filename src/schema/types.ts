// The types of JSON Schema.
import { type JsonValue, isInteger } from "../json/value.ts";

export type TypeName = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

export const TYPES: ReadonlySet<string> = new Set<TypeName>([
  ...(["null", "boolean", "integer", "number", "string", "array", "object"] as const),
]);

/** The narrowest type of a value: every integer is also a number. */
export function typeOf(value: JsonValue): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isInteger(value)) return "integer";
  return typeof value as "boolean" | "number" | "string" | "object";
}
