// An item as one operation shows it. Usually that is the stored item; a response with fewer or other properties gets
// its own selection.
import { type Document, resolve } from "../../document/document.ts";
import { propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { seededValue } from "../../schema/generate/seeded-values.ts";
import type { Schema } from "../../schema/model.ts";
import { type JsonObject, type JsonValue, equalJson, isObject } from "../../json/value.ts";
import { readJson } from "../../json/read.ts";
import { Fitter, once } from "./fitting.ts";

/** Turns an item into what is sent of it. */
export type View = (item: JsonObject) => JsonObject;

/** The view of items through the schema of a response; undefined if they are sent as stored. */
export function viewOf(document: Document, item: Schema, shownAs: Schema): View | undefined {
  const shown = resolve(document, shownAs.pointer);
  const stored = resolve(document, item.pointer);
  if (shown.pointer === stored.pointer || equalJson(shown.value, stored.value)) return undefined;
  const schema = schemaAt(document, shownAs.pointer, "response");
  const described = propertiesIn(schema);
  const parts = [...described].map(([name, property]) => ({
    name,
    made: schema.form.required.has(name) ? once(() => seededValue(document, property.pointer)) : undefined,
  }));
  // A required property that is described elsewhere is copied from the item.
  for (const name of schema.form.required) if (!described.has(name)) parts.push({ name, made: undefined });
  const fitter = new Fitter(document, shownAs);
  return (value) => {
    const selected: [string, JsonValue][] = [];
    for (const { name, made } of parts) {
      const part = Object.hasOwn(value, name) ? value[name] : made?.();
      if (part !== undefined) selected.push([name, part]);
    }
    return fitter.fit(Object.fromEntries(selected));
  };
}

/** Parses the text of a stored item. */
export function parseStored(text: string): JsonObject {
  const reading = readJson(text, Infinity);
  if ("fault" in reading || !isObject(reading.value)) throw new Error("a stored item cannot be read back");
  return reading.value;
}

/** Parses the items in the text of a list. */
export function parseStoredList(text: string): readonly JsonObject[] {
  const reading = readJson(text, Infinity);
  if ("fault" in reading || !Array.isArray(reading.value)) throw new Error("a stored list cannot be read back");
  return reading.value as readonly JsonObject[];
}
