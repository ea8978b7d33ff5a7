// CORS: which pages may read an answer, and which of its headers.
import { lineValue, linesWith, linesWithout, type HeaderLines } from "../../contract/header-lines.ts";
import type { Response } from "../../contract/model.ts";
import type { Refusal } from "../../mock/errors/refusal.ts";
import { isHeaderName } from "./lines.ts";

/** Headers that any answer may have, but that a page can read only if they are exposed to it. */
const EXPOSED = ["Deprecation", "Sunset", "Link", "WWW-Authenticate", "Allow", "Location"];

/**
 * CORS headers: they let a page read the answer and the headers that the document describes for it. If the request
 * names its origin, that origin replaces the asterisk: see `linesFor`.
 */
export function corsLines(response: Response | undefined): string[] {
  const others = (response?.headers ?? []).map(({ name }) => name).filter((name) => isHeaderName(name));
  const known = new Set(EXPOSED.map((name) => name.toLowerCase()));
  const exposed = [...EXPOSED, ...others.filter((name) => !known.has(name.toLowerCase()))];
  return [ALLOW_ORIGIN, "*", EXPOSE, exposed.join(", ")];
}

const ALLOW_ORIGIN = "Access-Control-Allow-Origin";

/** The header lines for a page. An allowed origin may also send cookies (Fetch standard, section 3.3). */
export function linesFor(origin: string | null, lines: HeaderLines): HeaderLines {
  if (origin === null) return [...linesWithout(lines, (name) => name === ALLOW_ORIGIN.toLowerCase()), "Vary", "Origin"];
  const isNamed = lineValue(lines, ALLOW_ORIGIN) !== undefined;
  const named = isNamed ? linesWith(lines, ALLOW_ORIGIN, () => origin) : [...lines, ALLOW_ORIGIN, origin];
  return [...named, "Access-Control-Allow-Credentials", "true", "Vary", "Origin"];
}

const VIOLATION = "X-Contract-Violation";
const EXPOSE = "Access-Control-Expose-Headers";

/** The lines with a header that says how the request breaks the document. */
export function withViolation(lines: HeaderLines, { where, why }: Refusal): HeaderLines {
  const text = `${where}: ${why}`.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, LONGEST_VIOLATION);
  return [...exposing(lines, [VIOLATION]), VIOLATION, text];
}

const LONGEST_VIOLATION = 500;

/** The lines, with more headers that a page may read. */
export function exposing(lines: HeaderLines, names: readonly string[]): string[] {
  return linesWith(lines, EXPOSE, (known) => [known, ...names].join(", "));
}
