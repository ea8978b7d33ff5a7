// Loads documents together with the keywords of JSON Schema, which say where a schema may contain references.
import { realpath } from "node:fs/promises";
import type { Document } from "../../document/document.ts";
import { type TextSurroundings, documentOfText, readDocumentText } from "../../document/load.ts";
import { documentOfValue } from "./value-document.ts";
import type { JsonObject } from "../../json/value.ts";
import { subschemas } from "../keywords.ts";

export { documentOfValue } from "./value-document.ts";

/**
 * Loads a document.
 * @param source the path of a YAML or JSON file, or the document as a value
 * @param options `name`: the file's name in findings, instead of its path
 * @throws DocumentError if it cannot be read as a document
 */
export async function loadDocument(
  source: string | JsonObject,
  { name, ...additions }: Omit<Additions, "beside"> & { readonly name?: string } = {},
): Promise<Document> {
  if (typeof source !== "string") return documentOfValue(source, additions);
  const called = name ?? source;
  const text = await readDocumentText(source, called);
  return documentOfText(text, called, { subschemas, ...additions, beside: await realpath(source) });
}

/** What a document needs besides its own text. */
export type Additions = Omit<TextSurroundings, "subschemas">;

/**
 * Makes a document from text that was read elsewhere.
 * @param name what findings call the file
 * @throws DocumentError if it cannot be read as a document
 */
export async function parseDocumentText(text: string, name: string, additions: Additions = {}): Promise<Document> {
  return documentOfText(text, name, { subschemas, ...additions });
}
