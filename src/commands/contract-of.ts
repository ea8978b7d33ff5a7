// The contract a command works on: a file's, or the embedded one.
import { resolve } from "node:path";
import { refuseAddress } from "../document/document.ts";
import { loadEmbeddedContract } from "../contract/embedded/embedded.ts";
import type { Contract } from "../contract/model.ts";

export interface ContractWishes {
  /** Where a relative path starts. */
  readonly cwd?: string;
  /** Refuses a document of which a part cannot be understood that could be served; else the part is left out. */
  readonly strict?: boolean;
}

/**
 * Loads the contract of a file as the user named it, or the embedded one.
 * @throws DocumentError for a document that cannot be used
 */
export async function contractOf(file: string | undefined, { cwd, strict }: ContractWishes = {}): Promise<Contract> {
  if (file === undefined) return loadEmbeddedContract();
  refuseAddress(file);
  // The readers of other people's documents are loaded only when there is one.
  const { loadContract } = await import("../contract/load.ts");
  return loadContract(cwd === undefined ? file : resolve(cwd, file), { lenient: strict !== true });
}
