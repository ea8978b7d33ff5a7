// Run by the build: writes the embedded document, the place of its parts, and its validators as code.
import { readFile, writeFile } from "node:fs/promises";
import { buildContract, schemasOf } from "./build.ts";
import { SchemaCompiler } from "./compile.ts";
import type { Document } from "./document.ts";
import { EMBEDDED_NAME, embeddedSpecPath } from "./embedded.ts";
import type { JsonValue } from "./json.ts";
import { parseDocumentText } from "./load.ts";
import { appendPointer } from "./pointer.ts";
import { PREPARED_FILES, type Prepared, type PreparedPlaces, digestOf } from "./prepared.ts";
import { SchemaSet } from "./schema-set.ts";

/**
 * Prepares the embedded document in the folder of the built modules.
 * @throws DocumentError where the document is wrong: the build must not succeed then
 */
export async function prepareEmbedded(folder: URL): Promise<void> {
  const text = await readFile(embeddedSpecPath(), "utf8");
  const document = await parseDocumentText(text, EMBEDDED_NAME);
  const compiler = new SchemaCompiler(document, { keepSource: true });
  const contract = buildContract(document, new SchemaSet(document, compiler));
  for (const [{ definition, pointer }, direction] of schemasOf(contract)) {
    if (definition !== true) compiler.validator(pointer, direction);
  }
  const { code, names } = compiler.standalone();
  const prepared: Prepared = {
    digest: digestOf(text),
    length: text.length,
    dialect: document.dialect,
    root: document.root,
    names,
  };
  await write(folder, PREPARED_FILES.document, JSON.stringify(prepared));
  await write(folder, PREPARED_FILES.places, JSON.stringify(placesOf(document)));
  await write(folder, PREPARED_FILES.validators, code);
}

async function write(folder: URL, name: string, text: string): Promise<void> {
  await writeFile(new URL(name, folder), text);
}

function placesOf(document: Document): PreparedPlaces {
  const places: Record<string, readonly [number, number]> = {};
  const visit = (value: JsonValue, pointer: string): void => {
    const { line, column } = document.locate(pointer);
    places[pointer] = [line, column];
    if (typeof value !== "object" || value === null) return;
    for (const [key, item] of Object.entries(value)) visit(item, appendPointer(pointer, key));
  };
  visit(document.root, "");
  return places;
}
