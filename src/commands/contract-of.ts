// The document or contract a command works on: a file's, or the embedded one.
import { resolve } from "node:path";
import { type Document, refuseAddress } from "../document/document.ts";
import { EMBEDDED_NAME, embeddedSpecPath, loadEmbeddedContract } from "../contract/embedded/embedded.ts";
import type { Overlays } from "../document/overlay/overlay.ts";
import type { Contract } from "../contract/model.ts";

interface Reading {
  /** Where a relative path starts. */
  readonly cwd: string;
  /** Refuses a document if a part that could be served cannot be understood; otherwise that part is left out. */
  readonly strict?: boolean;
  readonly overlays?: Overlays | undefined;
}

/**
 * Loads the document of a file as the user named it, or the embedded one.
 * @throws DocumentError for a document that cannot be used
 */
export async function documentOf(file: string | undefined, { cwd, strict, overlays }: Reading): Promise<Document> {
  if (file !== undefined) refuseAddress(file);
  const { loadDocument } = await import("../contract/load.ts");
  const [path, name] = file === undefined ? [embeddedSpecPath(), EMBEDDED_NAME] : [resolve(cwd, file), file];
  return loadDocument(path, { name, overlays, lenient: strict === true ? false : "inside" });
}

/** The same as a contract. The readers of other people's documents are loaded only when there is one. */
export async function contractOf(file: string | undefined, reading: Reading): Promise<Contract> {
  if (file === undefined && reading.overlays === undefined) return loadEmbeddedContract();
  const document = await documentOf(file, reading);
  const { contractOf: understand } = await import("../contract/load.ts");
  return understand(document, { lenient: reading.strict !== true });
}
