// `Location` in the answer to a creation: only if the document declares it, and absolute if it requires a full URI.
import type { Header, Operation } from "../../contract/model.ts";
import { responseFor, headerNamed } from "../../contract/responses.ts";

/**
 * Writes the header lines that say where an item is; undefined if the document declares none.
 * @param path the item's path; called only if the header is declared
 * @param url the URL of the request, whose host an absolute URI repeats
 */
export type LocationWriter = (status: number, path: () => string, url: () => string) => readonly string[] | undefined;

/** Prepares `Location` for what one operation creates. @param basePath the path prefix under which the mock serves */
export function locationWriter({ responses }: Operation, basePath: string): LocationWriter {
  const declared = new Map<number, Header | undefined>();
  return (status, path, url) => {
    if (!declared.has(status)) {
      const headers = status >= 200 && status < 400 ? responseFor(responses, status)?.headers : undefined;
      declared.set(status, headers && headerNamed(headers, "Location"));
    }
    const header = declared.get(status);
    if (header === undefined) return undefined;
    const relative = escapedPath(basePath, path());
    const isAllowed = header.schema.validate(relative).length === 0;
    return ["Location", isAllowed ? relative : new URL(relative, url()).href];
  };
}

/** The path of an item on the mock. The document may write its paths unescaped, but a URL needs escapes. */
export function escapedPath(basePath: string, path: string): string {
  return `${basePath}${path}`.replaceAll(/[^!-~]+/g, encodeURIComponent);
}
