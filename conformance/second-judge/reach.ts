// Whether a schema, or anything it refers to, has a trait: what blind spots ask of a document.
import type { Document } from "../../src/contract/document.ts";
import { type JsonObject, type JsonValue, isObject } from "../../src/contract/json.ts";
import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS } from "../../src/contract/keywords.ts";
import { appendPointer, fragmentPointer, valueAt } from "../../src/contract/pointer.ts";

/** True where the schema at a pointer, one inside it, or one it refers to, passes the test. */
export function reaches(document: Document, pointer: string, test: (schema: JsonObject) => boolean): boolean {
  const pending = [pointer];
  const seen = new Set<string>();
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    const schema = valueAt(document.root, place);
    if (!isObject(schema)) continue;
    if (test(schema)) return true;
    pending.push(...innerSchemas(schema, place));
  }
  return false;
}

/** The pointers of the schemas that stand directly in a schema, and of the one it refers to. */
export function innerSchemas(schema: JsonObject, at: string): string[] {
  const target = typeof schema["$ref"] === "string" ? fragmentPointer(schema["$ref"]) : undefined;
  return Object.entries(schema).reduce<string[]>(
    (found, [key, value]) => {
      const place = appendPointer(at, key);
      if (SCHEMA_KEYWORDS.includes(key) && isObject(value)) found.push(place);
      else if (SCHEMA_LIST_KEYWORDS.includes(key) && Array.isArray(value)) {
        found.push(...value.map((_: JsonValue, index: number) => appendPointer(place, index)));
      } else if (SCHEMA_MAP_KEYWORDS.includes(key) && isObject(value)) {
        found.push(...Object.keys(value).map((name) => appendPointer(place, name)));
      }
      return found;
    },
    target === undefined ? [] : [target],
  );
}
