// The entry `animal-store/contract`: contracts of documents as values, without anything that only Node has.
import { contractOf } from "../contract/contract-of.ts";
import type { Contract } from "../contract/model.ts";
import type { JsonObject } from "../json/value.ts";
import { documentOfValue } from "../schema/load/value-document.ts";

export type { CompiledContract } from "../contract/compiled/model.ts";
export type { Contract } from "../contract/model.ts";

/**
 * Loads the contract of a document. Generates validators; on platforms that forbid code generation, compile the
 * document ahead of time.
 * @param document the OpenAPI document, such as a bundled JSON module, which refers to no other files
 * @throws DocumentError with the location of each problem
 */
export async function loadContract(document: object): Promise<Contract> {
  return contractOf(await documentOfValue(document as JsonObject, { lenient: "inside" }), { lenient: true });
}
