// The Host check. A web page can resolve its own domain name to 127.0.0.1 and so reach a server on this machine (DNS
// rebinding). Such a request still carries that name in Host, not localhost.
import { isIPv4, isIPv6 } from "./address.ts";

export type HostVerdict = "allowed" | "malformed" | "foreign";

const AUTHORITY = /^(\[[0-9a-f:.]+\]|[a-z0-9._~!$&'()*+,;=%-]+)(?::(\d{0,5}))?$/i;

/** Checks hosts: allows `localhost` and names below it, IP literals, and the configured names. */
export class HostGuard {
  readonly #allowed: ReadonlySet<string>;
  /** Clients name the same host with each request. */
  #last: readonly [authority: string, verdict: HostVerdict] | undefined;

  constructor(allowed: readonly string[]) {
    this.#allowed = new Set(allowed.map(plainName));
  }

  /** Checks the value of a Host header, or the authority of a target. */
  judge(authority: string): HostVerdict {
    if (this.#last?.[0] !== authority) this.#last = [authority, this.#verdictOf(authority)];
    return this.#last[1];
  }

  #verdictOf(authority: string): HostVerdict {
    const match = AUTHORITY.exec(authority);
    if (match === null || !URL.canParse(`http://${authority}`)) return "malformed";
    const host = match[1] as string;
    if (host.startsWith("[")) return isIPv6(host.slice(1, -1)) ? "allowed" : "malformed";
    const name = plainName(host);
    const local = name === "localhost" || name.endsWith(".localhost");
    return local || isIPv4(name) || this.#allowed.has(name) ? "allowed" : "foreign";
  }
}

/** Names compare case-insensitively, with or without the trailing dot of the root. */
function plainName(name: string): string {
  const lower = name.toLowerCase();
  return lower.endsWith(".") ? lower.slice(0, -1) : lower;
}
