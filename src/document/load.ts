// From a file or a text to a document: read, located and with references resolved. No schema is compiled yet.
import { relative } from "node:path";
import { type Leniency, type Neighbours, assemble } from "./assemble.ts";
import { refuseAddress } from "./address.ts";
import { type Document, problemAtStart } from "./document.ts";
import { applyOverlays } from "./overlay/apply.ts";
import type { Overlays } from "./overlay/overlay.ts";
import { preparedDocument } from "./prepared.ts";
import { ReferencedFiles, parseText, readText } from "./read.ts";
import type { Subschemas } from "./walk.ts";

export type { Leniency, Neighbours } from "./assemble.ts";

/** The text of a document file. @param name what findings call it */
export async function readDocumentText(path: string, name: string = path): Promise<string> {
  refuseAddress(path);
  const text = readText(path);
  if (typeof text !== "string") throw problemAtStart(name, `the document ${text.refused}`);
  return text;
}

/** What a document needs besides its own text. */
export interface TextSurroundings {
  readonly subschemas: Subschemas;
  /**
   * The path of the document, which relative references start from, or its other files. If absent, no other file is
   * read.
   */
  readonly beside?: string | Neighbours | undefined;
  /** The overlays to apply to it. */
  readonly overlays?: Overlays | undefined;
  /** An earlier version of the document; see `bundle`. */
  readonly before?: Document | undefined;
  /** See `Surroundings`. */
  readonly lenient?: Leniency | undefined;
}

/**
 * Makes a document from text that was read elsewhere (standard input, a git revision).
 * @param name what findings call the file
 */
export async function documentOfText(
  text: string,
  name: string,
  { beside, overlays, ...others }: TextSurroundings,
): Promise<Document> {
  const prepared = overlays === undefined ? preparedDocument(text, name) : undefined;
  if (prepared !== undefined) return prepared;
  const parsed = parseText(text, others.lenient === true || others.lenient === "all");
  if ("fault" in parsed) {
    throw problemAtStart(name, `the document ${parsed.fault.message}`, parsed.fault);
  }
  const whole = overlays === undefined ? parsed : applyOverlays(parsed, overlays);
  return assemble(whole, name, { ...others, beside: typeof beside === "string" ? inFolder(beside) : beside });
}

/** The other files in the folder of a document. */
function inFolder(path: string): Neighbours {
  const files = new ReferencedFiles(path);
  return {
    path,
    read: async (reference, from) => files.read(reference, from),
    texts: files.texts,
    nameOf: (other) => relative(process.cwd(), other) || other,
  };
}
