// Nothing is ever fetched, also if somebody gives an address in place of a file.
import { problemAtStart } from "./document.ts";

/**
 * Refuses a URL in place of a document: nothing is ever fetched.
 * @throws DocumentError that says how to download it
 */
export function refuseAddress(source: string): void {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) return;
  const quoted = `'${source.replaceAll("'", "%27")}'`;
  const message = `documents are read from files, never fetched; download it first: curl -fsSLo openapi.yaml ${quoted}`;
  throw problemAtStart(source, message);
}
