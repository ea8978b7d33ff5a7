// Header lines on their way to a service and back: without what belongs to one connection, and without what would lead
// the client past this program.
import { type HeaderLines, linePairs } from "../../contract/header-lines.ts";
import { linesFor } from "../../http/answer/cors.ts";
import type { Visit } from "../../http/routing/visit.ts";

/** Headers that concern one connection (RFC 9110, section 7.6.1). */
const HOP = new Set(
  "connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade expect".split(
    " ",
  ),
);

/** Headers of an answer that name other places, grant pages something, or are this program's own. */
const OWN = /^(?:alt-svc|x-contract-violation|access-control-(?:allow-(?:origin|credentials)|expose-headers))$/i;

/** What proxies add (RFC 9110, section 7.6.3). */
const VIA = ["Via", "1.1 animal-store"];
/** A chain of more of these leads to itself. */
const MOST_VIA = 8;

/** True for a request that keeps coming back. */
export function isLoop(lines: HeaderLines): boolean {
  const via = linePairs(lines).filter(([name, value]) => /^via$/i.test(name) && value.includes("animal-store"));
  return via.length >= MOST_VIA;
}

/** True for a header that is not for the next connection. */
function hopTest(lines: HeaderLines): (name: string) => boolean {
  const named = linePairs(lines)
    .filter(([name]) => /^connection$/i.test(name))
    .flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/));
  return (name) => HOP.has(name.toLowerCase()) || named.includes(name.toLowerCase());
}

/** The lines of a request for the service. @param length of a body that is known as a whole */
export function requestLines(
  lines: HeaderLines,
  { host, length, without }: { readonly host: string; readonly length: number | undefined; readonly without: string },
): string[] {
  const isHop = hopTest(lines);
  const kept = linePairs(lines).filter(
    ([name]) => !isHop(name) && !/^host$/i.test(name) && name.toLowerCase() !== without,
  );
  // A body that arrived in chunks has a length now.
  const isLong = length !== undefined && length > 0 && !kept.some(([name]) => /^content-length$/i.test(name));
  return ["Host", host, ...kept.flat(), ...VIA, ...(isLong ? ["Content-Length", String(length)] : [])];
}

/** The lines of an answer for the client. */
export function answerLines(lines: HeaderLines, visit: Visit, { origin, hostname }: URL): string[] {
  const isHop = hopTest(lines);
  const own = `${visit.req.socket.encrypted === true ? "https" : "http"}://${visit.head.host ?? ""}`;
  const kept = linePairs(lines)
    .filter(([name]) => !isHop(name) && !OWN.test(name))
    .map(([name, value]): [string, string] => {
      if (/^(?:content-)?location$/i.test(name)) return [name, movedTo(own, origin, value)];
      return [name, /^set-cookie$/i.test(name) ? withoutDomain(value, hostname) : value];
    });
  if (visit.origin === undefined) return kept.flat();
  const exposed = ["Access-Control-Expose-Headers", kept.map(([name]) => name).join(", ")];
  return [...linesFor(visit.origin, [...kept.flat(), ...exposed])];
}

/** What the service names as its own is here. Another host stays: nobody is led there without seeing it. */
function movedTo(own: string, origin: string, value: string): string {
  const rest = value.slice(origin.length);
  return value.toLowerCase().startsWith(origin) && /^(?:[/?#]|$)/.test(rest) ? own + rest : value;
}

/** A cookie of the service's host is one of this host. */
function withoutDomain(cookie: string, hostname: string): string {
  return cookie.replace(/;\s*domain=\.?([^;]*)/i, (part, domain: string) =>
    hostname === domain.toLowerCase() || hostname.endsWith(`.${domain.toLowerCase()}`) ? "" : part,
  );
}
