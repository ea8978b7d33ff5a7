// Shapes of schemas, each worked out once: a run asks for the same few very often.
import type { Document } from "../src/contract/document.ts";
import type { JsonValue } from "../src/contract/json.ts";
import { type Shape, type TypeName, shapeOf as readShape } from "../src/contract/shape.ts";

export { type Shape, type TypeName, isType, mayBe } from "../src/contract/shape.ts";

const known = new WeakMap<Document, Map<string, Shape>>();

/** The shape of the schema at a pointer; see src/contract/shape.ts. */
export function shapeOf(document: Document, pointer: string): Shape {
  const own = known.get(document) ?? new Map<string, Shape>();
  known.set(document, own);
  const shape = own.get(pointer) ?? withTypes(readShape(document, pointer));
  own.set(pointer, shape);
  return shape;
}

/** A schema that lists its values need not name their types; they are those of the values. */
function withTypes(shape: Shape): Shape {
  if (shape.types !== undefined || shape.values === undefined) return shape;
  return { ...shape, types: [...new Set(shape.values.map(typeOf))] };
}

function typeOf(value: JsonValue): TypeName {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value))) return "integer";
  return typeof value as "boolean" | "number" | "string" | "object";
}
