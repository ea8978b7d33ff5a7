// Decides to which addresses the mock may send. A document, a client and an item of the store may all name an address, so
// nothing of it is trusted: only this machine is reached, and the hosts that the operator names.
import { isIP } from "node:net";
import { isLoopbackAddress } from "../../request/admission/address.ts";

const LONGEST = 2_000;

/** Where a message may go. */
export interface Allowed {
  readonly url: URL;
  /** True if it must not leave this machine, whatever its name resolves to. */
  readonly isLocal: boolean;
}

/**
 * The address of a message; or why nothing is sent there.
 * @param hosts the hosts that the operator allows, in lower case
 */
export function allowedAddress(text: string, hosts: ReadonlySet<string>): Allowed | { readonly why: string } {
  if (text.length > LONGEST) return { why: `the address has more than ${LONGEST} characters` };
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) return { why: "the address is not an absolute URL" };
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return { why: `the scheme ${url.protocol} is not allowed; http: and https: are` };
  }
  if (url.username !== "" || url.password !== "") return { why: "the address contains a user name or a password" };
  const host = hostIn(url);
  if (isLocalName(host) || isLoopbackAddress(host)) return { url, isLocal: true };
  if (hosts.has(host)) return { url, isLocal: false };
  return { why: `${host} is another host; to allow it, start with --webhook-host ${host}` };
}

/** The host without brackets and without a dot at the end. */
function hostIn({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function isLocalName(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost");
}

/** Addresses that a name for this machine may have: names are resolved once, and the connection goes to the result. */
export function isLocalAddress(address: string): boolean {
  return isIP(address) !== 0 && isLoopbackAddress(address);
}
