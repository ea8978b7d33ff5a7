// Searches a schema and everything it refers to, to find out whether a blind spot applies.
import { type Document, referenceOf } from "../../src/document/document.ts";
import { subschemas } from "../../src/schema/keywords.ts";
import { appendPointer, valueAt } from "../../src/json/pointer.ts";
import { type JsonObject, isObject } from "../../src/json/value.ts";

/** True if the schema at a pointer passes the test, or any schema that it contains or refers to. */
export function reaches(document: Document, pointer: string, test: (schema: JsonObject) => boolean): boolean {
  const pending = [pointer];
  const seen = new Set<string>();
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    if (seen.has(place)) continue;
    seen.add(place);
    const schema = valueAt(document.root, place);
    if (!isObject(schema)) continue;
    if (test(schema)) return true;
    const target = referenceOf(schema);
    if (target !== undefined) pending.push(target);
    for (const { steps } of subschemas(schema, document.dialect)) pending.push(appendPointer(place, ...steps));
  }
  return false;
}
