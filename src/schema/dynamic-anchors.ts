// The names that schemas of a document give themselves for `$dynamicRef`.
import { type JsonObject, type JsonValue, isObject } from "../json/value.ts";
import { once } from "../memo.ts";

/** True if a schema of the document has the name that a `$dynamicRef` such as "#node" asks for. */
export function isDynamicAnchor(root: JsonObject, reference: string): boolean {
  return anchorsOf(root).has(reference.slice(reference.indexOf("#") + 1));
}

const anchorsOf = once((root: JsonObject): ReadonlySet<string> => {
  const found = new Set<string>();
  const pending: JsonValue[] = [root];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (isObject(one) && typeof one["$dynamicAnchor"] === "string") found.add(one["$dynamicAnchor"]);
    if (typeof one === "object" && one !== null) pending.push(...Object.values(one as JsonObject));
  }
  return found;
});
