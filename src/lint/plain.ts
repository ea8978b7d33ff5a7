// Finds schemas that certainly compile. Nearly all schemas of a large document do, and compiling takes longer than
// everything else in lint.
import { referenceOf } from "../document/document.ts";
import { keywordsOf, subschemas } from "../schema/keywords.ts";
import { type JsonObject, type JsonValue, isObject } from "../json/value.ts";

/** Keywords that the official schemas check completely: if they find no fault, the compiler finds none. */
const SIMPLE: ReadonlySet<string> = new Set([
  ...keywordsOf("type", "values", "format", "presence", "number bound", "multiple", "length", "count", "unique"),
  ...keywordsOf("annotation"),
  ...["items", "additionalProperties", "properties"],
]);

/** Larger schemas may exceed the limits of a validator. */
const MOST_PARTS = 1000;

/**
 * True for a schema of simple keywords, objects and lists. References may only be below properties or items: each then
 * leads deeper into a value, so validation terminates.
 */
export function isPlain(schema: JsonObject): boolean {
  return referenceOf(schema) === undefined && isPlainPart(schema, { left: MOST_PARTS });
}

function isPlainPart(schema: JsonValue, budget: { left: number }): boolean {
  if (typeof schema === "boolean") return true;
  if (!isObject(schema) || --budget.left < 0) return false;
  if (isReference(schema)) return true;
  if (!Object.keys(schema).every((keyword) => SIMPLE.has(keyword) || keyword.startsWith("x-"))) return false;
  return [...subschemas(schema, "3.1")].every((inner) => isPlainPart(inner.schema, budget));
}

/** True for a schema that is only a reference. */
export function isReference(schema: JsonObject): boolean {
  return referenceOf(schema) !== undefined && Object.keys(schema).length === 1;
}
