// The files that a document of git refers to, as they were at its revision: by the rules for files of a folder.
import { posix } from "node:path";
import type { Neighbours } from "../contract/assemble.ts";
import { type ParsedText, parseText } from "../contract/read.ts";
import { LEADS_OUT, type Refused, referencedPath } from "../contract/reference-path.ts";
import type { ReadReferenced } from "../contract/references.ts";
import { decodeText } from "./decode.ts";
import { type Tracked, readBlob } from "./git.ts";

/** What stands beside a document at its revision. */
export function neighboursOf({ revision, path: document, folder }: Tracked): Neighbours {
  const texts = new Map<string, ParsedText>();
  const home = posix.dirname(document);
  const read: ReadReferenced = async (reference, from) => {
    const path = permitted(reference, from, home);
    if (typeof path !== "string") return path;
    const known = texts.get(path);
    if (known !== undefined) return { path, value: known.value };
    const bytes = await readBlob(`${revision}:${path}`, folder);
    if (bytes === undefined) return { refused: `does not exist at ${revision === "" ? "the index" : revision}` };
    const text = decodeText(bytes);
    if (text === undefined) return { refused: "is not valid UTF-8" };
    const parsed = parseText(text);
    if ("fault" in parsed) return { refused: `${parsed.fault.message} (line ${parsed.fault.line} of it)` };
    texts.set(path, parsed);
    return { path, value: parsed.value };
  };
  return { path: document, read, texts, nameOf: (path) => `${revision}:${path}` };
}

function permitted(reference: string, from: string, home: string): string | Refused {
  const relative = referencedPath(reference);
  if (typeof relative !== "string") return relative;
  const path = posix.join(posix.dirname(from), relative);
  const isInside = home === "." ? !path.startsWith("../") : path.startsWith(`${home}/`);
  return isInside && !relative.startsWith("/") ? path : LEADS_OUT;
}
