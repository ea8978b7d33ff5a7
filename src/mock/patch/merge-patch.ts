// JSON merge patch (RFC 7396).
import type { Operation } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { sentNode } from "../../resource/items/bodies.ts";
import type { Resource } from "../../resource/model.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";

/** Merges patches into items. What would have its default again if it were left out is null, where it may be. */
export function patching(
  document: Document,
  operation: Operation,
  { properties, shapes }: Pick<Resource, "properties" | "shapes">,
): (old: JsonObject, patch: JsonObject) => JsonObject {
  const sent = sentNode(document, operation, shapes.get(operation));
  return (old, patch) => {
    const emptied = properties.filter(({ name, schema }) => {
      if (ownValue(patch, name) !== null || schema.validate(null).length > 0) return false;
      const nodes = [schemaAt(document, schema.pointer, "response"), sent?.properties.get(name)];
      return nodes.some((one) => one?.annotations.default !== undefined);
    });
    const nulls = Object.fromEntries(emptied.map(({ name }) => [name, null]));
    return { ...(mergePatch(old, patch) as JsonObject), ...nulls };
  };
}

/** Applies a patch to a value: null removes a property, an object is merged, anything else replaces. */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries<JsonValue>(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries<JsonValue>(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
