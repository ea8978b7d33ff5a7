// What the server itself reads of a request's head. Taken from the raw header lines in one pass: the object that
// Node offers hides repeated lines, and building it costs more than all of this.
import type { IncomingMessage } from "node:http";

export interface Head {
  host: string | undefined;
  hosts: number;
  authorization: string | undefined;
  authorizations: number;
  contentType: string | undefined;
  contentTypes: number;
  /** As declared; Node's parser has already refused what is no number, or contradicts itself. */
  contentLength: number;
  chunked: boolean;
  /** A content coding other than `identity`. */
  encoded: boolean;
}

/** Reads the head of a request. */
export function readHead(req: IncomingMessage): Head {
  const head: Head = {
    host: undefined,
    hosts: 0,
    authorization: undefined,
    authorizations: 0,
    contentType: undefined,
    contentTypes: 0,
    contentLength: 0,
    chunked: false,
    encoded: false,
  };
  const raw = req.rawHeaders;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] as string;
    // The length tells most lines apart before any of them has to be put in lower case.
    const { length } = name;
    if (length === 4 || (length >= 12 && length <= 17)) take(head, inLowerCase(name), raw[at + 1] as string);
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
  } else if (name === "authorization") {
    head.authorization = value;
    head.authorizations++;
  } else if (name === "content-type") {
    head.contentType = value;
    head.contentTypes++;
  } else if (name === "content-length") {
    head.contentLength = Number(value);
  } else if (name === "transfer-encoding") {
    head.chunked = true;
  } else if (name === "content-encoding") {
    head.encoded = value.trim().toLowerCase() !== "identity";
  }
}

/** The values of all lines with a name, which must be in lower case. */
export function headerLines(req: IncomingMessage, name: string): string[] {
  const raw = req.rawHeaders;
  const values: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    if ((raw[at] as string).toLowerCase() === name) values.push(raw[at + 1] as string);
  }
  return values;
}

/** Name and value of each cookie. */
export function cookiePairs(req: IncomingMessage): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (const part of headerLines(req, "cookie").join(";").split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0) pairs.push([part.slice(0, equals).trim(), decode(part.slice(equals + 1).trim())]);
  }
  return pairs;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A cookie need not be percent-encoded at all.
    return text;
  }
}
