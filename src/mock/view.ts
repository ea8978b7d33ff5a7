// An item as one operation shows it. Nearly always that is the item as it is stored; a response that lists fewer
// properties, or other ones, gets its own selection.
import { type Document, resolve } from "../contract/document.ts";
import { type JsonObject, type JsonValue, equalJson, isObject, readJson, writeJson } from "../contract/json.ts";
import type { Schema } from "../contract/model.ts";
import { shapeOf } from "../contract/shape.ts";
import { Generator } from "../store/seed/generate.ts";
import { Random } from "../store/seed/random.ts";

/** From a stored item to the text that is sent. */
export type View = (item: JsonObject) => string;

/** The view of items through a response schema; undefined where they are sent as they are stored. */
export function viewOf(document: Document, item: Schema, pointer: string): View | undefined {
  const shown = resolve(document, pointer);
  const stored = resolve(document, item.pointer);
  if (shown.pointer === stored.pointer || equalJson(shown.value, stored.value)) return undefined;
  const shape = shapeOf(document, pointer);
  const generator = new Generator(document);
  const parts = [...shape.properties].map(([name, at]) => ({
    name,
    made: shape.required.has(name) ? generator.value(at, new Random(1)) : undefined,
  }));
  return (value) => {
    const selected: Record<string, JsonValue> = {};
    for (const { name, made } of parts) {
      const part = Object.hasOwn(value, name) ? value[name] : made;
      if (part !== undefined) selected[name] = part;
    }
    return writeJson(selected);
  };
}

/** Reads back the text of an item that was stored. */
export function parseStored(text: string): JsonObject {
  const reading = readJson(text, Infinity);
  if ("fault" in reading || !isObject(reading.value)) throw new Error("a stored item cannot be read back");
  return reading.value;
}

/** Reads back the items in the text of a list. */
export function parseStoredList(text: string): readonly JsonObject[] {
  const reading = readJson(text, Infinity);
  if ("fault" in reading || !Array.isArray(reading.value)) throw new Error("a stored list cannot be read back");
  return reading.value as readonly JsonObject[];
}
