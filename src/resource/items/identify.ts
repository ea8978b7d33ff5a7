// Reads the identifier of an item and assigns one. It may be nested: metadata.name.
import type { Document } from "../../document/document.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import type { Identifier } from "../model.ts";

/** The identifier of an item; undefined if it has none or does not show it. */
export function idOf({ steps }: Pick<Identifier, "steps">, item: JsonValue | undefined): JsonValue | undefined {
  let value = steps.length === 0 ? undefined : item;
  for (const step of steps) value = isObject(value) ? ownValue(value, step) : undefined;
  return value;
}

/** An item with an identifier; everything else stays the same. */
export function withId({ steps }: Pick<Identifier, "steps">, item: JsonObject, id: JsonValue): JsonObject {
  const [step, ...rest] = steps;
  if (step === undefined) return item;
  const inner = ownValue(item, step);
  if (rest.length === 0) return inner === id ? item : { ...item, [step]: id };
  return { ...item, [step]: withId({ steps: rest }, isObject(inner) ? inner : {}, id) };
}

/** True if items show their identifier. */
export function isShown({ steps }: Pick<Identifier, "steps">): boolean {
  return steps.length > 0;
}

/** True if the document lists all identifiers that items may have. */
export function isListed(document: Document, { schema }: Pick<Identifier, "schema">): boolean {
  return schema.origin !== "absent" && schemaAt(document, schema.pointer, "request").form.values !== undefined;
}
