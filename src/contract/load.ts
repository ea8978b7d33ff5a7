// The way in: a file, or a value that is already in memory, becomes a contract.
import { loadDocument } from "./assemble.ts";
import { buildContract, schemasOf } from "./build.ts";
import { SchemaCompiler } from "./compile.ts";
import type { Document } from "./document.ts";
import type { JsonObject } from "./json.ts";
import type { Contract } from "./model.ts";
import { SchemaSet } from "./schema-set.ts";

export { documentOfValue, loadDocument, parseDocumentText } from "./assemble.ts";

export interface LoadOptions {
  /** Leaves the compilation of schemas to their first use. For readers that judge few of them, such as the gate. */
  readonly lazy?: boolean;
}

/**
 * Loads a contract: reads, resolves, builds and compiles.
 * @param source the path of a YAML or JSON file, or the document as a value (then no file is read at all)
 * @returns the contract, complete and frozen
 * @throws DocumentError with the file, line and column of each thing that is wrong
 */
export async function loadContract(source: string | JsonObject, options: LoadOptions = {}): Promise<Contract> {
  return contractOf(await loadDocument(source), options);
}

/** Builds the contract of a document that is already loaded. */
export function contractOf(document: Document, options: LoadOptions = {}): Contract {
  const compiler = new SchemaCompiler(document);
  const contract = buildContract(document, new SchemaSet(document, compiler), compiler.warnings);
  if (options.lazy === true) return contract;
  for (const [{ definition, pointer }, direction] of schemasOf(contract)) {
    if (definition !== true) compiler.validator(pointer, direction);
  }
  return Object.freeze({ ...contract, warnings: Object.freeze([...compiler.warnings]) });
}
