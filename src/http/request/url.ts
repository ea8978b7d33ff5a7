// The URL of a request, without its credential.
import type { Operation } from "../../contract/model.ts";
import type { Incoming } from "../exchange.ts";
import { withoutPairs } from "./target.ts";

/** The URL that a client requested, as far as it is known. */
export function urlOf(req: Incoming, { security }: Operation): string {
  // Hosts other than Node's supply only the raw headers in full.
  const at = req.rawHeaders.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === "host");
  const host = at === -1 ? "localhost" : (req.rawHeaders[at + 1] ?? "localhost");
  const keys = security.flat().flatMap(({ in: place, key }) => (place === "query" && key !== undefined ? [key] : []));
  const target = withoutPairs(req.url ?? "/", keys);
  return /^https?:/.test(target) ? target : `http://${host}${target}`;
}
