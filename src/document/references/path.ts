// What a reference may name, wherever files come from: only a relative path to a YAML or JSON file below the folder of
// the document. Browsers know these names too.

/** Why a reference is not followed, as a phrase that continues a sentence about it. */
export interface Refused {
  readonly refused: string;
  /** True if no document may have such a reference. It is refused even in a lenient read. */
  readonly isForbidden?: true;
}

export const LEADS_OUT: Refused = {
  refused: "leads out of the folder of the document, and nothing is read there",
  isForbidden: true,
};

/**
 * The decoded path that a reference names, relative to the file that contains it. Does not check yet where it leads.
 */
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
  const [, extension = ""] = /[^/](\.[^./]*)$/.exec(path) ?? [];
  if (EXTENSIONS.includes(extension.toLowerCase())) return path;
  return { refused: `does not name a ${EXTENSIONS.join(", ")} file` };
}

/** What the name of a file ends with; what a file calls itself often has no such end. */
export const EXTENSIONS = [".yaml", ".yml", ".json"];
