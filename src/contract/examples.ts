// The examples of a part: its own, those it refers to, and those of its schema.
import { type Document, refuseDocument, resolve } from "./document.ts";
import { type JsonObject, type JsonValue, isObject } from "./json.ts";
import type { Example } from "./model.ts";
import { appendPointer } from "./pointer.ts";

/** Those of the part itself first, then those of its schema. @throws DocumentError for one that is no object */
export function readExamples(document: Document, at: string, holder: JsonObject): Example[] {
  const found: Example[] = [];
  if (holder["example"] !== undefined) found.push({ pointer: appendPointer(at, "example"), value: holder["example"] });
  if (isObject(holder["examples"])) {
    for (const name of Object.keys(holder["examples"])) {
      const place = appendPointer(at, "examples", name);
      const { value, pointer } = resolve(document, place);
      if (!isObject(value)) refuseDocument(document, place, "an example must be an object here");
      if (value["value"] === undefined) continue;
      found.push({ pointer: appendPointer(pointer, "value"), value: value["value"] });
    }
  }
  if (isObject(holder["schema"])) found.push(...schemaExamples(document, appendPointer(at, "schema")));
  return found;
}

function schemaExamples(document: Document, at: string): Example[] {
  const { value, pointer } = resolve(document, at);
  if (!isObject(value)) return [];
  const list = Array.isArray(value["examples"]) ? value["examples"] : [];
  const found = list.map((item, index) => ({
    pointer: appendPointer(pointer, "examples", index),
    value: item as JsonValue,
  }));
  if (value["example"] !== undefined)
    found.unshift({ pointer: appendPointer(pointer, "example"), value: value["example"] });
  return found;
}
