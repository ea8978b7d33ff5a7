// Schemas that certainly have a validator. Nearly all of a large document are such, and making a validator takes longer
// than all else that lint does.
import { referenceOf } from "../document/document.ts";
import { keywordsOf, subschemas } from "../schema/keywords.ts";
import { type JsonObject, type JsonValue, isObject } from "../json/value.ts";

/** Keywords that the official schemas judge completely: where they find no fault, a compiler finds none. */
const SIMPLE: ReadonlySet<string> = new Set([
  ...keywordsOf("type", "values", "format", "presence", "number bound", "multiple", "length", "count", "unique"),
  ...keywordsOf("annotation"),
  ...["items", "additionalProperties", "properties"],
]);

/** Larger schemas may be more than a validator takes. */
const MOST_PARTS = 1000;

/**
 * True for a schema of simple keywords, objects and lists. Its references stand below properties or items only, so that
 * each leads deeper into a value: judging it ends.
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

/** True for a schema that refers to another one and says nothing else. */
export function isReference(schema: JsonObject): boolean {
  return referenceOf(schema) !== undefined && Object.keys(schema).length === 1;
}
