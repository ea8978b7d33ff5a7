// How webhooks and callbacks are sent.
import type { Contract } from "../../../contract/model.ts";
import { quoted } from "../../../json/quote.ts";
import { allowedAddress } from "./allowed.ts";

/** The operator's choices. */
export interface WebhookOptions {
  /** Where webhooks are sent, by their names in the document; `*` stands for all of them. */
  readonly to?: Readonly<Record<string, string | readonly string[]>>;
  /** The secret that signs; by default a public one. */
  readonly secret?: string;
  /** A header that has a signature of the body, besides those of Standard Webhooks: "X-Hub-Signature-256". */
  readonly header?: string;
  /** The hosts to which something may be sent besides this machine. */
  readonly hosts?: readonly string[];
}

/** The public secret for trying things out; receivers that anybody relies on have one of their own. */
export const DEFAULT_SECRET = "whsec_YW5pbWFsLXN0b3JlLWRlbW8tc2VjcmV0";

/** The hosts as they are compared. */
export function hostsOf({ hosts = [] }: WebhookOptions): ReadonlySet<string> {
  return new Set(hosts.map((host) => host.toLowerCase()));
}

/** Why webhooks cannot be sent as the operator wants; undefined if they can. */
export function objectionTo(options: WebhookOptions, { unserved }: Contract): string | undefined {
  const known = unserved.filter(({ kind }) => kind === "webhook").map(({ path }) => path);
  for (const [name, urls] of Object.entries(options.to ?? {})) {
    if (name !== "*" && !known.includes(name)) {
      const has = known.length === 0 ? "none" : known.slice(0, SHOWN).join(", ");
      return `the document has no webhook ${quoted(name)}; it has ${has}`;
    }
    for (const url of [urls].flat()) {
      const allowed = allowedAddress(url, hostsOf(options));
      if ("why" in allowed) return `webhook ${quoted(name)} cannot be sent: ${allowed.why}`;
    }
  }
  return undefined;
}

/** Names that a message lists. */
const SHOWN = 20;
