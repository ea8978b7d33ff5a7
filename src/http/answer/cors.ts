// CORS: which pages may read an answer, and which of its headers.
import type { Response } from "../../contract/model.ts";
import type { HeaderLines } from "../exchange.ts";
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
  if (origin === null) return [...lines.filter((_, at) => lines[at - (at % 2)] !== ALLOW_ORIGIN), "Vary", "Origin"];
  const all = lines.slice();
  const at = all.findIndex((name, index) => index % 2 === 0 && name === ALLOW_ORIGIN);
  if (at === -1) all.push(ALLOW_ORIGIN, origin);
  else all[at + 1] = origin;
  all.push("Access-Control-Allow-Credentials", "true", "Vary", "Origin");
  return all;
}

const VIOLATION = "X-Contract-Violation";
const EXPOSE = "Access-Control-Expose-Headers";

/** The lines with a header that says how the request breaks the document. */
export function withViolation(lines: HeaderLines, { where, why }: Refusal): HeaderLines {
  const all = lines.slice();
  const at = all.findIndex((name, index) => index % 2 === 0 && name === EXPOSE);
  if (at !== -1) all[at + 1] += `, ${VIOLATION}`;
  all.push(VIOLATION, `${where}: ${why}`.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, LONGEST_VIOLATION));
  return all;
}

const LONGEST_VIOLATION = 500;
