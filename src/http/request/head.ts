// What the server itself reads from a request's head. It makes one pass over the raw header lines: the object that Node
// offers hides repeated lines, and building it costs more than all of this.
import type { Pair, Pairs } from "../../contract/serialization/styles.ts";

/** The header lines of a request as sent: name, value, name, value. */
interface Lines {
  readonly rawHeaders: readonly string[];
}

export interface Head {
  host: string | undefined;
  hosts: number;
  /** The origin of the page that sends the request; several lines are joined, and then are not a valid origin. */
  origin: string | undefined;
  authorization: string | undefined;
  authorizations: number;
  contentType: string | undefined;
  contentTypes: number;
  /** As declared; Node's parser has already refused invalid or contradictory numbers. */
  contentLength: number;
  chunked: boolean;
  /** Another transfer coding was applied before chunked. Node's parser refuses a body that is not chunked at all. */
  transferCoded: boolean;
  /** A content coding other than `identity`. */
  encoded: boolean;
  /** The session that is named; several lines are joined, and then name none. */
  session: string | undefined;
  hasCookie: boolean;
  /** The client's preferences (RFC 7240); several lines are joined. */
  prefer: string | undefined;
  /** The site of the page that sends the request, according to its browser. */
  fetchSite: string | undefined;
}

/** Reads the head of a request. @param session the name of the session header, in lower case */
export function readHead(req: Lines, session: string): Head {
  const head: Head = {
    host: undefined,
    hosts: 0,
    origin: undefined,
    authorization: undefined,
    authorizations: 0,
    contentType: undefined,
    contentTypes: 0,
    contentLength: 0,
    chunked: false,
    transferCoded: false,
    encoded: false,
    session: undefined,
    hasCookie: false,
    prefer: undefined,
    fetchSite: undefined,
  };
  const raw = req.rawHeaders;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    const value = raw[at + 1] as string;
    take(head, name, value);
    if (name.length === session.length && name.toLowerCase() === session) head.session = joined(head.session, value);
  }
  return head;
}

/** Reads a line that the server uses. The length distinguishes most names before any comparison. */
function take(head: Head, name: string, value: string): void {
  switch (name.length) {
    case 4:
      if (!spells(name, "Host", "host")) return;
      head.host = value;
      head.hosts++;
      return;
    case 6:
      if (spells(name, "Origin", "origin")) head.origin = joined(head.origin, value);
      else if (spells(name, "Prefer", "prefer")) head.prefer = joined(head.prefer, value);
      else if (spells(name, "Cookie", "cookie")) head.hasCookie = true;
      return;
    case 12:
      if (!spells(name, "Content-Type", "content-type")) return;
      head.contentType = value;
      head.contentTypes++;
      return;
    case 13:
      if (!spells(name, "Authorization", "authorization")) return;
      head.authorization = value;
      head.authorizations++;
      return;
    case 14:
      if (spells(name, "Content-Length", "content-length")) head.contentLength = Number(value);
      else if (spells(name, "Sec-Fetch-Site", "sec-fetch-site")) head.fetchSite = value;
      return;
    case 16:
      // Codings are applied one after another (RFC 9110 section 8.4): a final `identity` does not undo the others.
      if (spells(name, "Content-Encoding", "content-encoding"))
        head.encoded ||= value.trim().toLowerCase() !== "identity";
      return;
    case 17:
      if (spells(name, "Transfer-Encoding", "transfer-encoding")) takeTransferCoding(head, value.trim().toLowerCase());
      return;
    default:
  }
}

function takeTransferCoding(head: Head, coding: string): void {
  head.transferCoded = coding.endsWith("chunked") && (head.chunked || coding !== "chunked");
  head.chunked = true;
}

/** Names are case-insensitive (RFC 9110, section 5.1). Clients use one of two spellings, which need no conversion. */
function spells(name: string, usual: string, lower: string): boolean {
  return name === usual || name === lower || name.toLowerCase() === lower;
}

/** Several lines with one name form a list (RFC 9110, section 5.3). */
function joined(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}, ${value}`;
}

/** The value of a header, whose name must be given in lower case; empty if there is none. */
export function headerOf(req: Lines, name: string): string {
  return headerLines(req, name).join(", ");
}

/** The values of all lines with a name, which must be given in lower case. */
export function headerLines(req: Lines, name: string): string[] {
  const raw = req.rawHeaders;
  const values: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    if ((raw[at] as string).toLowerCase() === name) values.push(raw[at + 1] as string);
  }
  return values;
}

/** The cookies of a request, as sent. */
export function cookiePairs(req: Lines): Pairs {
  const pairs: Pair[] = [];
  for (const part of headerLines(req, "cookie").join(";").split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0) pairs.push([part.slice(0, equals).trim(), part.slice(equals + 1).trim()]);
  }
  return pairs;
}
