// Examples in files beside the document. Nothing is fetched, and nothing outside of the document's folder is read.
import type { ExternalExample } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import { nodeModule } from "../../json/bytes.ts";

/** The largest file that is an example. */
const LARGEST = 10 * 1024 * 1024;

/** The bytes of an example; undefined if it is elsewhere, too large or not there. */
export function readExternal(document: Document, { uri, pointer }: ExternalExample): Uint8Array | undefined {
  const [fs, paths] = [nodeModule("node:fs"), nodeModule("node:path")];
  const { file } = document.locate(pointer);
  if (fs === undefined || paths === undefined || file.startsWith("(") || /^[a-z][a-z\d+.-]*:|^\/\//i.test(uri))
    return undefined;
  try {
    const folder = fs.realpathSync(paths.dirname(file));
    const path = fs.realpathSync(paths.resolve(folder, decodeURIComponent(uri)));
    const stats = fs.statSync(path);
    const isInside = path.startsWith(folder.endsWith(paths.sep) ? folder : `${folder}${paths.sep}`);
    return isInside && stats.isFile() && stats.size <= LARGEST ? fs.readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}
