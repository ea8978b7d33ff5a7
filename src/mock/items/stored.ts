// Reads stored items.
import { type JsonObject, isObject } from "../../json/value.ts";
import { readJson } from "../../json/read.ts";

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
