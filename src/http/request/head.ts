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
    // The length tells most lines apart before any of them has to be put in lower case.
    const { length } = name;
    if (length === 4 || length === 6 || (length >= 12 && length <= 17))
      take(head, inLowerCase(name), raw[at + 1] as string);
    if (length === session.length && name.toLowerCase() === session) {
      head.session = head.session === undefined ? (raw[at + 1] as string) : `${head.session}, ${raw[at + 1]}`;
    }
  }
  return head;
}

/** The usual spellings, as clients send them with each request. */
const SPELLINGS = new Map(
  ["Host", "Authorization", "Content-Type", "Content-Length"].map((name) => [name, name.toLowerCase()] as const),
);

function inLowerCase(name: string): string {
  return SPELLINGS.get(name) ?? name.toLowerCase();
}

function take(head: Head, name: string, value: string): void {
  if (name === "host") {
    head.host = value;
    head.hosts++;
  } else if (name === "origin") {
    head.origin = head.origin === undefined ? value : `${head.origin}, ${value}`;
  } else if (name === "authorization") {
    head.authorization = value;
    head.authorizations++;
  } else if (name === "content-type") {
    head.contentType = value;
    head.contentTypes++;
  } else if (name === "content-length") {
    head.contentLength = Number(value);
  } else if (name === "transfer-encoding") {
    const coding = value.trim().toLowerCase();
    head.transferCoded = coding.endsWith("chunked") && (head.chunked || coding !== "chunked");
    head.chunked = true;
  } else if (name === "content-encoding") {
    // Codings are applied one after another (RFC 9110 section 8.4): that the last is none undoes nothing.
    head.encoded ||= value.trim().toLowerCase() !== "identity";
  } else if (name === "cookie") {
    head.hasCookie = true;
  } else if (name === "prefer") {
    head.prefer = head.prefer === undefined ? value : `${head.prefer}, ${value}`;
  } else if (name === "sec-fetch-site") {
    head.fetchSite = value;
  }
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
