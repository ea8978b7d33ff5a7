// The document as Prism can take it.
import type { JsonObject, JsonValue } from "../contract/json.ts";

/** A copy without bigint, which Prism does not know, and free to be changed, which Prism does. */
export function plainCopy(value: JsonObject): object {
  const copy = (part: JsonValue): unknown => {
    if (typeof part === "bigint") return Number(part);
    if (Array.isArray(part)) return (part as readonly JsonValue[]).map(copy);
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries<JsonValue>(part as JsonObject).map(([key, item]) => [key, copy(item)]));
  };
  return copy(value) as object;
}
