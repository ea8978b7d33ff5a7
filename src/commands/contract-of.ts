// The contract a command works on: a file's, or the embedded one.
import { resolve } from "node:path";
import { refuseAddress } from "../document/document.ts";
import { EMBEDDED_NAME, embeddedSpecPath, loadEmbeddedContract } from "../contract/embedded/embedded.ts";
import type { Overlays } from "../document/overlay/overlay.ts";
import type { Contract } from "../contract/model.ts";

export interface ContractWishes {
  /** Where a relative path starts. */
  readonly cwd?: string;
  /** Refuses a document of which a part cannot be understood that could be served; else the part is left out. */
  readonly strict?: boolean;
  readonly overlays?: Overlays | undefined;
}

/**
 * Loads the contract of a file as the user named it, or the embedded one.
 * @throws DocumentError for a document that cannot be used
 */
export async function contractOf(
  file: string | undefined,
  { cwd, strict, overlays }: ContractWishes = {},
): Promise<Contract> {
  if (file === undefined && overlays === undefined) return loadEmbeddedContract();
  if (file !== undefined) refuseAddress(file);
  // The readers of other people's documents are loaded only when there is one.
  const { contractOf: understand, loadDocument } = await import("../contract/load.ts");
  const [path, named] = file === undefined ? [embeddedSpecPath(), { name: EMBEDDED_NAME }] : [file, {}];
  const document = await loadDocument(cwd === undefined ? path : resolve(cwd, path), {
    ...named,
    overlays,
    lenient: strict === true ? false : "inside",
  });
  return understand(document, { lenient: strict !== true });
}
