// Header lines of an answer: those that are computed, and those that depend on whether there is a body.
import type { HeaderLines } from "../exchange.ts";
import { byteLength } from "../../json/bytes.ts";

/** Declared headers that depend on the request or the body: they are never sent with the document's example value. */
export const COMPUTED = new Set([
  "www-authenticate",
  "allow",
  "content-type",
  "content-length",
  "location",
  "date",
  "connection",
  "transfer-encoding",
]);

/** True for a valid header name (RFC 9110, section 5.1); a document may use anything. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
}

/** Header lines with a media type and room for a length, which `withLength` fills in. */
export function typed(lines: readonly string[], mediaType: string): string[] {
  return [...lines, "Content-Type", mediaType, "Content-Length", ""];
}

/** Header lines whose last value is the length of a text, and more lines after them. */
export function withLength(lines: readonly string[], text: string, more?: HeaderLines): string[] {
  const all = more ? lines.concat(more) : lines.slice();
  all[lines.length - 1] = String(byteLength(text));
  return all;
}

/** The lines of an answer that has no body. */
export function endWithoutBody(lines: string[], status: number): HeaderLines {
  return isBare(status) ? lines : [...lines, "Content-Length", "0"];
}

/** 204 and 304 have no content, and so no length to announce (RFC 9110, section 8.6). */
export function isBare(status: number): boolean {
  return status === 204 || status === 304;
}
