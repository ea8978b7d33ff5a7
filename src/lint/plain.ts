// Schemas of which a validator can be made for certain. Nearly all of a large document is such, and making a
// validator takes longer than all else that lint does.
import { type JsonObject, type JsonValue, isObject } from "../contract/json.ts";

/** Keywords that the official schemas judge completely: where they find no fault, a compiler finds none. */
const SIMPLE = new Set([
  ...["type", "format", "required", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "uniqueItems", "nullable"],
  ...["title", "description", "default", "example", "examples", "deprecated", "readOnly", "writeOnly", "externalDocs"],
  ...["xml"],
]);

/** Larger schemas may be more than a validator takes. */
const MOST_PARTS = 1000;

/**
 * True for a schema of simple keywords, objects and lists. Its references stand below properties or items only, so that
 * each leads deeper into a value: judging it ends.
 */
export function isPlain(schema: JsonObject): boolean {
  const budget = { left: MOST_PARTS };
  return schema["$ref"] === undefined && isPlainPart(schema, budget);
}

function isPlainPart(schema: JsonValue, budget: { left: number }): boolean {
  if (typeof schema === "boolean") return true;
  if (!isObject(schema) || --budget.left < 0) return false;
  return Object.entries(schema).every(([keyword, value]) => {
    if (SIMPLE.has(keyword) || keyword.startsWith("x-")) return true;
    if (keyword === "$ref") return isReference(schema);
    if (keyword === "enum") return Array.isArray(value) && value.length > 0;
    if (keyword === "items" || keyword === "additionalProperties") return isPlainPart(value, budget);
    if (keyword !== "properties" || !isObject(value)) return false;
    return Object.values(value).every((inner) => isPlainPart(inner, budget));
  });
}

/** True for a schema that refers to another one and says nothing else. */
export function isReference(schema: JsonObject): boolean {
  return typeof schema["$ref"] === "string" && Object.keys(schema).length === 1;
}
