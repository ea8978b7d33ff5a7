// The files that a document refers to, each read once: which of them a reference names, by its path or by what a file calls
// itself.
import { EXTENSIONS } from "./path.ts";
import type { Following, Referenced, SourceFile } from "./model.ts";
import { type OpenFile, open } from "./open-file.ts";
import { selfOf, urlOf } from "./resources.ts";

export class OpenFiles {
  /** The document itself first. */
  readonly all: OpenFile[];
  /** A file was refused that no document may refer to. */
  isForbidden = false;
  /** A file was not read. */
  isUnread = false;
  /** The number of each file, by path. */
  readonly #numbers: Map<string, number>;
  readonly #onOpened: (index: number, file: SourceFile) => void;

  /** @param onOpened called with each further file once it was read */
  constructor(main: SourceFile, onOpened: (index: number, file: SourceFile) => void) {
    this.all = [open(main)];
    this.#numbers = new Map([[main.path, 0]]);
    this.#onOpened = onOpened;
  }

  /** The number of the file that a reference names, or why it was not read. */
  *numberOf(path: string, from: number): Following<number | string> {
    const asked = this.#meant(path, from);
    if (typeof asked === "number") return asked;
    let found = yield asked;
    // A file calls itself `…/shared/foo`, and is in foo.yaml.
    if ("refused" in found && found.isForbidden !== true && !/\.[^/]*$/.test(asked.reference))
      for (const end of EXTENSIONS) {
        const other: Referenced = yield { ...asked, reference: asked.reference + end };
        if ("refused" in other) continue;
        found = other;
        break;
      }
    if ("refused" in found) {
      this.isForbidden ||= found.isForbidden === true;
      this.isUnread = true;
      return found.refused;
    }
    let known = this.#numbers.get(found.path);
    if (known === undefined) {
      this.#numbers.set(found.path, (known = this.all.push(open(found)) - 1));
      this.#onOpened(known, found);
    }
    return known;
  }

  /** The file that calls itself like that (OpenAPI 3.2 section 4.6, `$self`), or where to read it. */
  #meant(path: string, from: number): number | { readonly reference: string; readonly from: string } {
    const plain = { reference: path, from: this.all[from]?.path ?? "" };
    const base = selfOf(this.all[from]);
    const url = base === undefined && !URL.canParse(path) ? undefined : urlOf(path, base);
    if (url === undefined) return plain;
    const own = this.all.findIndex((file) => selfOf(file) === url);
    if (own !== -1) return own;
    // What lies beside a file by its own name lies beside it.
    for (const file of this.all) {
      const folder = selfOf(file)?.replace(/[^/]*$/, "");
      if (folder !== undefined && url.startsWith(folder))
        return { reference: url.slice(folder.length), from: file.path };
    }
    return plain;
  }
}
