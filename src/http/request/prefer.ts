// The client's preferences (RFC 7240): a status, an example, a generated answer, a delay. Other preferences are
// ignored, as the RFC says. One of ours that cannot be honored is refused with what is possible, because the client
// relies on it.
import { type Refusal, quote, refuse } from "../../mock/errors/refusal.ts";
import type { StreamPace, Wish } from "../../mock/situations/situation.ts";

/** The preferences in a request that the mock supports. */
export interface Preferences {
  readonly wish?: Wish;
  /** Milliseconds. */
  readonly delay?: number;
  readonly stream?: StreamPace;
  /** The same in the client's syntax: `code=404, delay=2`. */
  readonly applied: string;
}

/** The longest delay, in seconds. */
const LONGEST_DELAY = 60;

/** A preference: its name, and its value without the quotes. Parameters after a semicolon are for other servers. */
const PREFERENCE =
  /[ \t]*([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?(?:[ \t]*;(?:"(?:[^"\\]|\\.)*"|[^,"])*)?[ \t]*(?:,|$)/y;

/** Reads a Prefer header. @returns undefined if it contains no preference for us */
export function readPreferences(header: string): Preferences | Refusal | undefined {
  const found = preferencesIn(header);
  const wish: { -readonly [Key in keyof Wish]: Wish[Key] } = {};
  const applied: string[] = [];
  let delay: number | undefined;
  const stream: { -readonly [Key in keyof StreamPace]: StreamPace[Key] } = {};
  for (const [name, value] of found) {
    if (name === "code") {
      if (!/^(?:[2-5](?:\d\d|XX)|default)$/i.test(value))
        return impossible("code", value, "a status, a range or default");
      wish.status = value.toLowerCase() === "default" ? "default" : value.toUpperCase();
    } else if (name === "example") {
      if (value === "") return impossible("example", value, "the name of an example");
      wish.example = value;
    } else if (name === "dynamic") {
      if (!/^(?:true|false|)$/i.test(value)) return impossible("dynamic", value, "true or false");
      wish.dynamic = value.toLowerCase() !== "false";
    } else if (name === "delay") {
      const seconds = /^\d{1,6}(?:\.\d{1,6})?$/.test(value) ? Number(value) : Infinity;
      if (seconds > LONGEST_DELAY) return impossible("delay", value, `seconds from 0 to ${LONGEST_DELAY}`);
      delay = seconds * 1000;
    } else if (name === "stream") {
      if (!/^\d{1,4}$/.test(value)) return impossible(name, value, "a number of events up to 9999");
      stream.events = Number(value);
    } else if (name === "stream-interval") {
      const seconds = /^\d{1,6}(?:\.\d{1,6})?$/.test(value) ? Number(value) : Infinity;
      if (seconds > LONGEST_DELAY) return impossible(name, value, `seconds from 0 to ${LONGEST_DELAY}`);
      stream.interval = seconds * 1000;
    } else if (name === "stream-end") {
      if (value !== "complete" && value !== "cut" && value !== "open")
        return impossible(name, value, "complete, cut or open");
      stream.end = value;
    } else continue;
    applied.push(`${name}=${shown(value)}`);
  }
  if (applied.length === 0) return undefined;
  // `dynamic=false` asks for nothing unusual.
  const isWish = wish.status !== undefined || wish.example !== undefined || wish.dynamic === true;
  const isPaced = Object.keys(stream).length > 0;
  const told = { applied: applied.join(", "), ...(isPaced ? { stream } : {}) };
  return { ...(isWish ? { wish } : {}), ...(delay === undefined ? {} : { delay }), ...told };
}

/** Names in lower case with their values; the first of duplicates counts (RFC 7240, section 2). */
function preferencesIn(header: string): Map<string, string> {
  const found = new Map<string, string>();
  PREFERENCE.lastIndex = 0;
  while (PREFERENCE.lastIndex < header.length) {
    const start = PREFERENCE.lastIndex;
    const match = PREFERENCE.exec(header);
    if (match === null) {
      // Invalid syntax: continue after the next comma.
      const comma = header.indexOf(",", start);
      if (comma === -1) break;
      PREFERENCE.lastIndex = comma + 1;
      continue;
    }
    const name = (match[1] as string).toLowerCase();
    if (!found.has(name)) found.set(name, match[2]?.replaceAll(/\\(.)/g, "$1") ?? match[3] ?? "");
  }
  return found;
}

function shown(value: string): string {
  const text = value.replaceAll(/[^\x20-\x7e]/g, "?");
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(text) ? text : `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

function impossible(name: string, value: string, allowed: string): Refusal {
  return refuse("impossible_wish", `header Prefer ${name}`, `${name} is ${quote(value)}; it must be ${allowed}`);
}
