// What a reference may name, wherever files are read from: a relative path to a YAML or JSON file below the folder of
// the document, and nothing else.
import { posix } from "node:path";

/** Why a reference is not followed, as a phrase that goes on from it. */
export interface Refused {
  readonly refused: string;
  /** It asks for what no document may have: however leniently one is read, it is refused then. */
  readonly isForbidden?: true;
}

const EXTENSIONS = [".yaml", ".yml", ".json"];

export const LEADS_OUT: Refused = {
  refused: "leads out of the folder of the document, and nothing is read there",
  isForbidden: true,
};

/** The path that a reference names, decoded, relative to the file it stands in; not yet looked at where it leads. */
export function referencedPath(reference: string): string | Refused {
  if (/^[a-z][a-z0-9+.-]*:|^\/\/|^\\\\/i.test(reference)) {
    return {
      refused: "is a URL; only files beside the document are read, and nothing is ever fetched",
      isForbidden: true,
    };
  }
  let path: string;
  try {
    path = decodeURIComponent(reference);
  } catch {
    return { refused: "is not a readable path" };
  }
  if (/[\0\n]/.test(path)) return { refused: "is not a readable path" };
  if (EXTENSIONS.includes(posix.extname(path).toLowerCase())) return path;
  return { refused: `does not name a ${EXTENSIONS.join(", ")} file` };
}
