// Header lines of an answer: those that are computed, and those that depend on whether there is a body.
import { linesWithout, type HeaderLines } from "../../contract/header-lines.ts";
import { byteLength } from "../../json/bytes.ts";

/** Declared headers that depend on the request or the body: they are never sent with the document's example value. */
export const COMPUTED = new Set([
  "www-authenticate",
  "allow",
  "content-type",
  "content-length",
  // Bodies are sent plain.
  "content-encoding",
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
  const guards = sandboxOf(mediaType);
  // What the document says of sniffing would come first, and be the one that counts.
  const others = guards.length === 0 ? lines : linesWithout(lines, (name) => name === "x-content-type-options");
  return [...others, ...guards, "Content-Type", mediaType, "Content-Length", ""];
}

/** Media types that a browser shows, plays or saves without running anything in them, and takes for nothing else. */
const INERT =
  /^(?:text\/(?:plain|csv|event-stream|markdown)|(?:image\/(?!svg)|audio\/|video\/|font\/)[\w.+-]+|[\w.-]+\/(?:[\w.-]+\+)?json|application\/(?:json-seq|jsonl|x-ndjson|octet-stream|pdf|zip|gzip|yaml|x-www-form-urlencoded))(?:;|$)/;

/**
 * Header lines that make of an answer a page without scripts and with an origin of its own. The document decides what
 * is sent on the origin of the mock, and so of its console: what a browser could run must not act as the console. That is any
 * type not known to be harmless: HTML, SVG, XML with a stylesheet, and what a browser would have to guess.
 */
export function sandboxOf(mediaType: string): readonly string[] {
  // A browser reads the last type of a list (Fetch standard, section 2.2.2).
  const isInert = INERT.test(mediaType.trim().toLowerCase()) && !mediaType.includes(",");
  return isInert ? [] : ["Content-Security-Policy", "sandbox", "X-Content-Type-Options", "nosniff"];
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
