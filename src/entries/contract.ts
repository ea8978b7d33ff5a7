// The entry `animal-store/contract`: contracts of documents that are values already, without anything that only Node has.
import { contractOf } from "../contract/contract-of.ts";
import type { Contract } from "../contract/model.ts";
import type { JsonObject } from "../json/value.ts";
import { documentOfValue } from "../schema/load/value-document.ts";

export type { CompiledContract } from "../contract/compiled/model.ts";
export type { Contract } from "../contract/model.ts";

/**
 * Loads the contract of a document. Validators are generated: where that is not allowed, compile the document ahead.
 * @param document the OpenAPI document, such as a JSON module that a bundler brought; it refers to no other files
 * @throws DocumentError with the place of each thing that is wrong
 */
export async function loadContract(document: object): Promise<Contract> {
  return contractOf(await documentOfValue(document as JsonObject, { lenient: "inside" }), { lenient: true });
}
