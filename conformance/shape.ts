// Shapes of schemas, each worked out once: a run asks for the same few very often.
import type { Document } from "../src/contract/document.ts";
import { type Shape, shapeOf as readShape } from "../src/contract/shape.ts";

export { type Shape, type TypeName, isType, mayBe } from "../src/contract/shape.ts";

const known = new WeakMap<Document, Map<string, Shape>>();

/** The shape of the schema at a pointer; see src/contract/shape.ts. */
export function shapeOf(document: Document, pointer: string): Shape {
  const own = known.get(document) ?? new Map<string, Shape>();
  known.set(document, own);
  const shape = own.get(pointer) ?? readShape(document, pointer);
  own.set(pointer, shape);
  return shape;
}
