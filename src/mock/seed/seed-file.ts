// Reads a seed file: JSON, either an array of items, or an object with such an array for each resource.
import { locateInJson } from "../../document/location.ts";
import { type JsonArray, isObject } from "../../json/value.ts";
import { appendPointer } from "../../json/pointer.ts";
import { readJsonBytes } from "../../json/read.ts";

/** The lists in a file: one for the first resource, or one for each resource by name. */
export type SeedFile = { readonly list: JsonArray } | { readonly lists: Readonly<Record<string, JsonArray>> };

/** Deeper than a request body may nest, and well within what a parser can handle. */
const MAX_DEPTH = 200;

/** Reads the bytes of a seed file. @returns its lists, or what is wrong with it */
export function readSeedFile(bytes: Uint8Array): SeedFile | { readonly problem: string } {
  const reading = readJsonBytes(bytes, MAX_DEPTH);
  if ("fault" in reading) return { problem: reading.fault.message };
  const { value } = reading;
  if (Array.isArray(value)) return { list: value as JsonArray };
  if (isObject(value) && Object.values(value).every((list) => Array.isArray(list))) {
    return { lists: value as Readonly<Record<string, JsonArray>> };
  }
  return { problem: "must be an array of items, or an object with an array for each resource" };
}

/**
 * The line, counted from 1, on which an item of an array begins.
 * @param text a valid JSON text
 * @param name the property with the array, for a text that is an object
 */
export function lineOfItem(text: string, index: number, name?: string): number {
  return locateInJson(text)(appendPointer("", ...(name === undefined ? [] : [name]), index)).line;
}
