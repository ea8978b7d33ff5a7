// The URL of a request, without what lets the client in.
import type { Operation } from "../../contract/model.ts";
import type { Incoming } from "../exchange.ts";
import { withoutPairs } from "./target.ts";

/** The URL that a client asked for, as far as it can be told. */
export function urlOf(req: Incoming, { security }: Operation): string {
  // Of headers, a host other than Node's has the raw ones whole.
  const at = req.rawHeaders.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === "host");
  const host = at === -1 ? "localhost" : (req.rawHeaders[at + 1] ?? "localhost");
  const keys = security.flat().flatMap(({ in: place, key }) => (place === "query" && key !== undefined ? [key] : []));
  const target = withoutPairs(req.url ?? "/", keys);
  return /^https?:/.test(target) ? target : `http://${host}${target}`;
}
