// Schemas that have no value in common, as far as types, values and tags tell.
import { mergeShapes, propertyConstraint } from "./merge.ts";
import type { SchemaSpace } from "./space.ts";
import type { Shape } from "./shape.ts";

export interface Spaces {
  readonly producer: SchemaSpace;
  readonly consumer: SchemaSpace;
}

/** True when no value of the producer's shape is one of the consumer's: by type, by value, or by a property that both need. */
export function areApart({ producer, consumer }: Spaces, given: Shape, wanted: Shape): boolean {
  const met = mergeShapes(given, wanted);
  if (met.never) return true;
  if (met.types === undefined || met.types.size !== 1 || !met.types.has("object")) return false;
  return [...given.required].some((name) => {
    if (!wanted.required.has(name)) return false;
    const own = producer.shape(propertyConstraint(given, name));
    return mergeShapes(own, consumer.shape(propertyConstraint(wanted, name))).never;
  });
}
