// Loads the document or contract that a command works on: from a file, or the embedded one.
import { resolve } from "node:path";
import { refuseAddress } from "../document/address.ts";
import { type Document } from "../document/document.ts";
import { EMBEDDED_NAME, embeddedSpecPath, loadEmbeddedContract } from "../contract/embedded/embedded.ts";
import type { Overlays } from "../document/overlay/overlay.ts";
import type { Contract } from "../contract/model.ts";

interface Reading {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** Refuses the document if something that could be served cannot be understood. Otherwise that part is left out. */
  readonly strict?: boolean;
  readonly overlays?: Overlays | undefined;
}

/**
 * Loads the document from a file, or the embedded one.
 * @throws DocumentError for a document that cannot be used
 */
export async function documentOf(file: string | undefined, { cwd, strict, overlays }: Reading): Promise<Document> {
  if (file !== undefined) refuseAddress(file);
  const { loadDocument } = await import("../contract/load.ts");
  const [path, name] = file === undefined ? [embeddedSpecPath(), EMBEDDED_NAME] : [resolve(cwd, file), file];
  return loadDocument(path, { name, overlays, lenient: strict === true ? false : "inside" });
}

/** Does the same and makes a contract of it. The code that reads user documents is loaded only if there is one. */
export async function contractOf(file: string | undefined, reading: Reading): Promise<Contract> {
  if (file === undefined && reading.overlays === undefined) return loadEmbeddedContract();
  const document = await documentOf(file, reading);
  const { contractOf: understand } = await import("../contract/load.ts");
  return understand(document, { lenient: reading.strict !== true });
}
