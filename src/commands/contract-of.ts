// The contract a command works on: a file's, or the embedded one.
import { resolve } from "node:path";
import { loadEmbeddedContract } from "../contract/embedded.ts";
import type { Contract } from "../contract/model.ts";

/**
 * Loads the contract of a file as the user named it, or the embedded one.
 * @throws DocumentError for a document that cannot be used
 */
export async function contractOf(file: string | undefined, cwd?: string): Promise<Contract> {
  if (file === undefined) return loadEmbeddedContract();
  // The readers of other people's documents are loaded only when there is one.
  const { loadContract } = await import("../contract/load.ts");
  return loadContract(cwd === undefined ? file : resolve(cwd, file));
}
