// A file of items for a store: JSON, an array of items, or an object that has such an array for each resource.
import { type JsonArray, isObject } from "../../json/value.ts";
import { readJsonBytes } from "../../json/read.ts";

/** The lists in a file: one for whichever resource comes first, or one for each resource by its name. */
export type SeedFile = { readonly list: JsonArray } | { readonly lists: Readonly<Record<string, JsonArray>> };

/** Deeper than a request body may nest, and still far from what a parser cannot hold. */
const MAX_DEPTH = 200;

/** Reads the bytes of a seed file. @returns what it holds, or what is wrong with it */
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
 * @param text a JSON text that was read without fault
 * @param name the property whose array is meant, for a text that is an object
 */
export function lineOfItem(text: string, index: number, name?: string): number {
  const start = name === undefined ? 0 : startOfArray(text, name);
  let item = -1;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at] as string;
    if (/\s/.test(char)) continue;
    if (depth === 1 && char !== "," && char !== "]" && ++item === index) return lineAt(text, at);
    if (char === '"') at = endOfString(text, at);
    else if (depth === 1 && !/[[{,\]]/.test(char)) at = endOfWord(text, at);
    if (char === "[" || char === "{") depth++;
    if (char === "]" || char === "}") depth--;
  }
  return lineAt(text, start);
}

function startOfArray(text: string, name: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "[" || char === "{") depth++;
    if (char === "]" || char === "}") depth--;
    if (char !== '"') continue;
    const end = endOfString(text, at);
    const isKey = depth === 1 && /^\s*:/.test(text.slice(end + 1, end + 64));
    if (isKey && JSON.parse(text.slice(at, end + 1)) === name) return text.indexOf("[", end);
    at = end;
  }
  return 0;
}

function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

function endOfWord(text: string, start: number): number {
  let at = start;
  while (at + 1 < text.length && !/[\s,\]}]/.test(text[at + 1] as string)) at++;
  return at;
}

function lineAt(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf("\n"); next !== -1 && next < at; next = text.indexOf("\n", next + 1)) line++;
  return line;
}
