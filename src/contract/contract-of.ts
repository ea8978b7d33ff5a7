// Makes the contract of a document, compiling its validators now.
import { type LoadOptions, contractBy } from "./contract-by.ts";
import type { Contract } from "./model.ts";
import type { Document } from "../document/document.ts";
import { misspeltNames } from "../schema/load/misspelt.ts";
import { SchemaCompiler } from "../schema/compile/compile.ts";

/**
 * Builds the contract of a loaded document.
 * @throws the same errors as `loadContract`
 */
export function contractOf(document: Document, options: LoadOptions = {}): Contract {
  const compiler = new SchemaCompiler(document, { deferred: true });
  return contractBy(compiler, document, options, () => misspeltNames(document));
}
