// The files a document was made from.
import type { Document } from "./document.ts";
import { FILES_KEY, filePrefix } from "./references/model.ts";
import { isObject, ownValue } from "../json/value.ts";

/** The names of the files as findings show them, the main one first. */
export function filesOf(document: Document): string[] {
  const { file, root } = document;
  const others = ownValue(root, FILES_KEY);
  const count = isObject(others) ? Object.keys(others).map(Number) : [];
  return [file, ...count.map((index) => document.locate(filePrefix(index)).file)];
}
