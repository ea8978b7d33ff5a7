// The request target (RFC 9112, section 3.2). It is split by hand, because `new URL` throws on targets that a client
// may send, and repairs targets that should be refused.
import { type Pair, type Pairs, decodeFor } from "../../contract/serialization/styles.ts";

export interface Target {
  readonly path: string;
  /** The text after the question mark; empty without one. */
  readonly query: string;
  /** The host and port of a target in absolute form. */
  readonly authority?: string;
}

const ABSOLUTE = /^https?:\/\/([^/?]*)(.*)$/i;

/** Splits a target; undefined if it is invalid. */
export function readTarget(url: string): Target | undefined {
  if (!isFit(url)) return undefined;
  if (url.charCodeAt(0) === 0x2f) return split(url);
  if (url === "*") return { path: "*", query: "" };
  const absolute = ABSOLUTE.exec(url);
  // A URI of HTTP without a host is invalid (RFC 9110, section 4.2.1).
  if (absolute === null || absolute[1] === "") return undefined;
  const rest = absolute[2] as string;
  return { ...split(rest.startsWith("/") ? rest : `/${rest}`), authority: absolute[1] as string };
}

/** Printable ASCII without a fragment, which is not allowed in a request. */
function isFit(url: string): boolean {
  for (let at = 0; at < url.length; at++) {
    const code = url.charCodeAt(at);
    if (code < 0x21 || code > 0x7e || code === 0x23) return false;
  }
  return true;
}

function split(url: string): Target {
  const mark = url.indexOf("?");
  return mark === -1 ? { path: url, query: "" } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}

const NO_PAIRS: Pairs = [];

/** The pairs of a query, in the order sent. A pair whose name cannot be decoded is dropped. */
export function queryPairs(query: string): Pairs {
  if (query === "") return NO_PAIRS;
  const pairs: Pair[] = [];
  for (const part of query.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = decodeFor("query", equals === -1 ? part : part.slice(0, equals));
    if (name !== undefined) pairs.push([name, equals === -1 ? "" : part.slice(equals + 1)]);
  }
  return pairs;
}

/** A target without the query pairs of these names: links that repeat a request must not contain its key. */
export function withoutPairs(target: string, names: readonly string[]): string {
  const [path = "", ...rest] = target.split("?");
  if (names.length === 0 || rest.length === 0) return target;
  const isNamed = (pair: string): boolean => names.includes(decodeFor("query", pair.split("=", 1)[0] ?? "") ?? "");
  const kept = rest
    .join("?")
    .split("&")
    .filter((pair) => !isNamed(pair));
  return kept.length === 0 ? path : `${path}?${kept.join("&")}`;
}
