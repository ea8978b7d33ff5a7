// The entry point: makes a contract from a file or a value in memory.
import { contractOf } from "./contract-of.ts";
import type { LoadOptions } from "./contract-by.ts";
import type { Contract } from "./model.ts";
import { type JsonObject, isObject } from "../json/value.ts";
import type { OpenAPIV3, OpenAPIV3_1 } from "openapi-types";
import { loadDocument } from "../schema/load/load-document.ts";

export { contractOf } from "./contract-of.ts";
export type { LoadOptions } from "./contract-by.ts";
export { documentOfValue, loadDocument, parseDocumentText } from "../schema/load/load-document.ts";

/**
 * Loads a contract: reads, resolves, builds and compiles.
 * @param source the path of a YAML or JSON file, or the document as a value (then no file is read)
 * @returns the contract, complete and frozen
 * @throws DocumentError with the file, line and column of each problem
 */
export async function loadContract(
  source: string | OpenAPIV3.Document | OpenAPIV3_1.Document | JsonObject,
  options: LoadOptions = {},
): Promise<Contract> {
  const isUsable = typeof source === "string" || isObject(source);
  if (!isUsable) {
    const seen = source === null ? "null" : Array.isArray(source) ? "a list" : typeof source;
    throw new TypeError(
      `loadContract takes the path of an OpenAPI document, or the document as an object; it got ${seen}`,
    );
  }
  return contractOf(await loadDocument(source, { lenient: options.lenient === true && "inside" }), options);
}
