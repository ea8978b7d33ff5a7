// JSON merge patch (RFC 7396).
import { type JsonValue, isObject } from "../json/value.ts";

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
