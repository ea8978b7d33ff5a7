// Makes documents from values, as in a browser. Reads nothing.
import { type Surroundings, documentOfTree } from "../../document/assemble.ts";
import type { Document } from "../../document/document.ts";
import type { JsonObject } from "../../json/value.ts";
import { subschemas } from "../keywords.ts";

/** How a value becomes a document: see `Surroundings`. */
export type ValueAdditions = Pick<Surroundings, "before" | "lenient">;

/**
 * Makes a document from a value. References to other files are refused.
 * @throws DocumentError if it cannot be read as a document
 */
export function documentOfObject(value: JsonObject, additions: ValueAdditions = {}): Document {
  return documentOfTree(value, { subschemas, ...additions });
}

/** The same as a promise, for callers that may have a file to read instead. */
export async function documentOfValue(value: JsonObject, additions?: ValueAdditions): Promise<Document> {
  return documentOfObject(value, additions);
}
