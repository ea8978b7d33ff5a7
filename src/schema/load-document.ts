// The ways to load a document, with the keywords of JSON Schema: those tell where references may stand in a schema.
import { realpath } from "node:fs/promises";
import type { Document } from "../document/document.ts";
import { type Neighbours, documentOfText, readDocumentText } from "../document/load.ts";
import { documentOfValue } from "./value-document.ts";
import type { JsonObject } from "../json/value.ts";
import { subschemas } from "./keywords.ts";

export { documentOfValue } from "./value-document.ts";

/**
 * Loads a document.
 * @param source the path of a YAML or JSON file, or the document as a value
 * @param name what findings call a file, in place of its path
 * @throws DocumentError for what cannot be read as a document
 */
export async function loadDocument(source: string | JsonObject, name?: string): Promise<Document> {
  if (typeof source !== "string") return documentOfValue(source);
  const called = name ?? source;
  return parseDocumentText(await readDocumentText(source, called), called, await realpath(source));
}

/**
 * Makes a document of a text that was read elsewhere.
 * @param name what findings call the file
 * @param beside where it stands, or the files that stand beside it; see `Surroundings`
 * @param before an earlier version of the document; see `bundle`
 * @throws DocumentError for what cannot be read as a document
 */
export async function parseDocumentText(
  text: string,
  name: string,
  beside?: string | Neighbours,
  before?: Document,
): Promise<Document> {
  return documentOfText(text, name, { subschemas, beside, before });
}
