// Decides which web pages may use the mock. A browser lets any page send requests to localhost, so a foreign page could
// read and change a developer's data; the Origin header (RFC 6454) says whose page it is.
import { isLoopbackAddress, isPrivateAddress } from "./address.ts";

export type OriginVerdict = "none" | "allowed" | "foreign";

/** How the server is reached, and which other origins may use it. */
export interface OriginRules {
  /** Origins that are allowed by name: "https://app.example.com". */
  readonly allowed: readonly string[];
  /** True if the server listens on more than loopback: then pages on private addresses count as neighbors. */
  readonly isOnNetwork: boolean;
}

/** An origin as browsers write it: a scheme, a host and an optional port, and nothing after them. */
const ORIGIN = /^([a-z][a-z0-9+.-]*):\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+)(?::\d{1,5})?$/i;

const SCHEMES = ["http", "https"] as const;

/** Checks the Origin header of requests. */
export class OriginGuard {
  readonly #allowed: ReadonlySet<string>;
  readonly #isOnNetwork: boolean;

  constructor({ allowed, isOnNetwork }: OriginRules) {
    this.#allowed = new Set(allowed.map((origin) => origin.toLowerCase()));
    this.#isOnNetwork = isOnNetwork;
  }

  /**
   * @param origin the value of the header; undefined if the request has none
   * @param host the value of the Host header, which was already checked
   */
  judge(origin: string | undefined, host: string | undefined): OriginVerdict {
    if (origin === undefined) return "none";
    // A page that the mock itself serves.
    if (host !== undefined && SCHEMES.some((scheme) => origin.toLowerCase() === `${scheme}://${host.toLowerCase()}`)) {
      return "allowed";
    }
    return this.#isAllowed(origin.toLowerCase()) ? "allowed" : "foreign";
  }

  #isAllowed(origin: string): boolean {
    if (this.#allowed.has(origin)) return true;
    const match = ORIGIN.exec(origin);
    if (match === null || (match[1] !== "http" && match[1] !== "https")) return false;
    const host = (match[2] as string).replace(/^\[(.*)\]$/, "$1");
    if (host === "localhost" || host.endsWith(".localhost")) return true;
    return isLoopbackAddress(host) || (this.#isOnNetwork && isPrivateAddress(host));
  }
}

/** True for what `--origin` accepts. `null` is the origin of any sandboxed page, so it can never be allowed by name. */
export function isOrigin(text: string): boolean {
  return ORIGIN.test(text);
}

/** True for an address or name under which only this machine can reach a server. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || isLoopbackAddress(host);
}
