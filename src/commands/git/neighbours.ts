// Reads the files that a document in git refers to, at its revision, by the same rules as files in a folder.
import { posix } from "node:path";
import type { Neighbours } from "../../document/load.ts";
import { type ParsedText, parseText } from "../../document/read.ts";
import { LEADS_OUT, type Refused, referencedPath } from "../../document/references/path.ts";
import type { ReadReferenced } from "../../document/references/model.ts";
import { utf8Of } from "../../json/bytes.ts";
import type { Tracked } from "./git.ts";

/** The files next to a document at its revision. */
export function neighboursOf({ revision, path: document, snapshot }: Tracked): Neighbours {
  const texts = new Map<string, ParsedText>();
  const home = posix.dirname(document);
  const read: ReadReferenced = async (reference, from) => {
    const path = permitted(reference, from, home);
    if (typeof path !== "string") return path;
    const known = texts.get(path);
    if (known !== undefined) return { path, value: known.value };
    const found = await snapshot.read(path);
    if (!("bytes" in found)) return found.not === "inside" ? LEADS_OUT : missingAt(revision);
    if (!isBelow(found.path, home)) return LEADS_OUT;
    const text = utf8Of(found.bytes);
    if (text === undefined) return { refused: "is not valid UTF-8" };
    const parsed = parseText(text);
    if ("fault" in parsed) return { refused: `${parsed.fault.message} (line ${parsed.fault.line} of it)` };
    texts.set(path, parsed);
    return { path, value: parsed.value };
  };
  return { path: document, read, texts, nameOf: (path) => `${revision}:${path}` };
}

const missingAt = (revision: string): Refused => ({
  refused: `does not exist at ${revision === "" ? "the index" : revision}`,
});

function permitted(reference: string, from: string, home: string): string | Refused {
  const relative = referencedPath(reference);
  if (typeof relative !== "string") return relative;
  const path = posix.join(posix.dirname(from), relative);
  return isBelow(path, home) && !relative.startsWith("/") ? path : LEADS_OUT;
}

function isBelow(path: string, folder: string): boolean {
  return folder === "." ? path !== ".." && !path.startsWith("../") : path.startsWith(`${folder}/`);
}
