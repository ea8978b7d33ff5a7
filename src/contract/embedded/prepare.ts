// Run by the build: writes the embedded document, the locations of its parts, and its validators as code.
import { readFile, writeFile } from "node:fs/promises";
import { buildContract, refuseProblems, schemasOf } from "../build.ts";
import { SchemaCompiler } from "../../schema/compile/compile.ts";
import type { Document } from "../../document/document.ts";
import { validatorsFunction } from "../compiled/write.ts";
import { EMBEDDED_NAME, embeddedSpecPath } from "./embedded.ts";
import { parseDocumentText } from "../load.ts";
import { appendPointer } from "../../json/pointer.ts";
import { PREPARED_FILES, type Prepared, type PreparedPlaces, digestOf, preparedPath } from "../../document/prepared.ts";
import { SchemaSet } from "../../schema/schema-set.ts";
import type { JsonValue } from "../../json/value.ts";

/**
 * Prepares the embedded document and writes it where the built modules look for it.
 * @throws DocumentError for an invalid document, which must fail the build
 */
export async function prepareEmbedded(): Promise<void> {
  const text = await readFile(embeddedSpecPath(), "utf8");
  const document = await parseDocumentText(text, EMBEDDED_NAME);
  const compiler = new SchemaCompiler(document, { keepSource: true });
  const contract = refuseProblems(buildContract(document, new SchemaSet(document, compiler)));
  for (const [{ origin, pointer }, direction] of contract.operations.flatMap((one) => [...schemasOf(one)])) {
    if (origin === "document") compiler.validator(pointer, direction);
  }
  const { code, names } = compiler.standalone();
  const prepared: Prepared = {
    digest: digestOf(text),
    length: text.length,
    dialect: document.dialect,
    root: document.root,
    names,
  };
  await write(PREPARED_FILES.document, JSON.stringify(prepared));
  await write(PREPARED_FILES.places, JSON.stringify(placesOf(document)));
  await write(PREPARED_FILES.validators, `module.exports = ${validatorsFunction(code)};\n`);
}

async function write(name: string, text: string): Promise<void> {
  await writeFile(preparedPath(name), text);
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
