// A document that is a value already, as in a browser: nothing is read.
import { documentOfTree } from "../document/assemble.ts";
import type { Document } from "../document/document.ts";
import type { JsonObject } from "../json/value.ts";
import { subschemas } from "./keywords.ts";

/**
 * Makes a document of a value. References to other files are refused.
 * @param before an earlier version of the document; see `bundle`
 * @throws DocumentError for what cannot be read as a document
 */
export function documentOfObject(value: JsonObject, before?: Document): Document {
  return documentOfTree(value, { subschemas, before });
}

/** The same as a promise, for whoever may have a file to read instead. */
export async function documentOfValue(value: JsonObject, before?: Document): Promise<Document> {
  return documentOfObject(value, before);
}
