// What the server itself reads of a request's head. Taken from the raw header lines in one pass: the object that
// Node offers hides repeated lines, and building it costs more than all of this.
import type { Pair, Pairs } from "../../contract/serialization/styles.ts";

/** The header lines of a request as they were sent: name, value, name, value. */
interface Lines {
  readonly rawHeaders: readonly string[];
}

export interface Head {
  host: string | undefined;
  hosts: number;
  /** The page that sends the request; several lines are joined, and then are no origin at all. */
  origin: string | undefined;
  authorization: string | undefined;
  authorizations: number;
  contentType: string | undefined;
  contentTypes: number;
  /** As declared; Node's parser has already refused what is no number, or contradicts itself. */
  contentLength: number;
  chunked: boolean;
  /** Coded in another way before it was chunked. What is not chunked at all is refused by Node's parser. */
  transferCoded: boolean;
  /** A content coding other than `identity`. */
  encoded: boolean;
  /** The session that is named; several lines are joined, and then name none. */
  session: string | undefined;
  hasCookie: boolean;
  /** What the client would like (RFC 7240); several lines are joined. */
  prefer: string | undefined;
  /** Where a page stands that sends the request, as its browser says. */
  fetchSite: string | undefined;
}

/** Reads the head of a request. @param session the name of the header that names one, in lower case */
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

/** Takes from a line what the server reads. The length tells most lines apart before any of them is compared. */
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
      // Codings are applied one after another (RFC 9110 section 8.4): that the last is none undoes nothing.
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

/** Names have no case (RFC 9110, section 5.1). Clients send them in one of two spellings, which need no conversion. */
function spells(name: string, usual: string, lower: string): boolean {
  return name === usual || name === lower || name.toLowerCase() === lower;
}

/** Several lines of one name mean a list (RFC 9110, section 5.3). */
function joined(before: string | undefined, value: string): string {
  return before === undefined ? value : `${before}, ${value}`;
}

/** The values of all lines with a name, which must be in lower case. */
export function headerLines(req: Lines, name: string): string[] {
  const raw = req.rawHeaders;
  const values: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    if ((raw[at] as string).toLowerCase() === name) values.push(raw[at + 1] as string);
  }
  return values;
}

/** The cookies of a request, as they were sent. */
export function cookiePairs(req: Lines): Pairs {
  const pairs: Pair[] = [];
  for (const part of headerLines(req, "cookie").join(";").split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0) pairs.push([part.slice(0, equals).trim(), part.slice(equals + 1).trim()]);
  }
  return pairs;
}
