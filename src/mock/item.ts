// From a request body to the item that is stored: the properties that items have, in the order of the document.
import type { Document } from "../contract/document.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { Schema } from "../contract/model.ts";
import { shapeOf } from "../contract/shape.ts";
import type { Resource } from "../resource/model.ts";
import { Generator } from "../store/seed/generate.ts";
import { Random } from "../store/seed/random.ts";
import type { Key } from "../store/store.ts";

/** How one property of an item comes about. */
interface Part {
  readonly name: string;
  readonly isIdentifier: boolean;
  /** The client has no say in it: readOnly. */
  readonly own: boolean;
  /** Every object has something of that name, such as `constructor`, whether the client sent it or not. */
  readonly isInherited: boolean;
  /** What it is when the client does not send it. */
  readonly fallback: JsonValue | undefined;
}

/** Composes the items of a resource from the bodies of one operation. */
export class ItemComposer {
  readonly #parts: readonly Part[];

  /** @param body the schema of the operation's body, whose defaults come before those of the item */
  constructor(document: Document, resource: Resource, body: Schema | undefined) {
    const sent = body === undefined ? undefined : shapeOf(document, body.pointer).properties;
    this.#parts = resource.properties.flatMap(({ name, required, schema }) => {
      const shape = shapeOf(document, schema.pointer);
      // What is writeOnly never appears in a response, and a store that only answers need not keep it.
      if (shape.writeOnly) return [];
      const pointer = sent?.get(name);
      const sentShape = pointer === undefined ? undefined : shapeOf(document, pointer);
      const standard = sentShape?.default ?? shape.default;
      const isIdentifier = name === resource.identifier.property;
      const own = shape.readOnly || sentShape?.readOnly === true;
      // Something must make what items need and no client can send.
      const made = required && standard === undefined && !isIdentifier && (own || sentShape === undefined);
      return {
        name,
        isIdentifier,
        own,
        isInherited: name in Object.prototype,
        fallback: made ? new Generator(document).value(schema.pointer, new Random(1)) : standard,
      };
    });
  }

  /**
   * @param kept the item as it was, whose readOnly properties stay
   * @returns the item: only properties that the contract lists, the identifier always the given one
   */
  compose(body: JsonObject, key: Key, kept?: JsonObject): JsonObject {
    const item: Record<string, JsonValue> = {};
    for (const part of this.#parts) {
      const value = part.isIdentifier ? key : valueOf(part, part.own ? kept : body);
      if (value !== undefined) item[part.name] = value;
    }
    return item;
  }
}

function valueOf(part: Part, source: JsonObject | undefined): JsonValue | undefined {
  if (source === undefined) return part.fallback;
  if (part.isInherited && !Object.hasOwn(source, part.name)) return part.fallback;
  const value: JsonValue | undefined = source[part.name];
  return value === undefined ? part.fallback : value;
}
