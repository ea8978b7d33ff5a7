// The files that a document of git refers to, as they were at its revision: by the rules for files of a folder.
import { posix } from "node:path";
import type { Neighbours } from "../contract/assemble.ts";
import { type ParsedText, parseText } from "../contract/read.ts";
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

function permitted(reference: string, from: string, home: string): string | { readonly refused: string } {
  if (/^[a-z][a-z0-9+.-]*:|^\/\/|^\\\\/i.test(reference)) {
    return { refused: "is a URL; only files beside the document are read, and nothing is ever fetched" };
  }
  let relative: string;
  try {
    relative = decodeURIComponent(reference);
  } catch {
    return { refused: "is not a readable path" };
  }
  if (/[\0\n]/.test(relative)) return { refused: "is not a readable path" };
  if (!/\.(ya?ml|json)$/i.test(relative)) return { refused: "does not name a .yaml, .yml, .json file" };
  const path = posix.join(posix.dirname(from), relative);
  const inside = home === "." ? !path.startsWith("../") : path.startsWith(`${home}/`);
  return inside && !relative.startsWith("/")
    ? path
    : { refused: "leads out of the folder of the document, and nothing is read there" };
}
