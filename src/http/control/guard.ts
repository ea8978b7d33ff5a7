// Only pages that the mock itself has sent may control it. A browser lets any page send requests to this machine; the
// Origin header (RFC 6454) and Sec-Fetch-Site (Fetch metadata) say whose page it is.
import { type Refusal, refuse } from "../../mock/errors/refusal.ts";
import type { Visit } from "../routing/endpoint.ts";

const FOREIGN = refuse(
  "foreign_origin",
  "header Origin",
  "no page but the mock's own may use the control plane; call it from a test or a terminal",
);

/** The refusal of a request that a foreign page sends. */
export function pageRefusal({ head, req }: Visit): Refusal | undefined {
  const { origin, fetchSite, host } = head;
  if (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none") return FOREIGN;
  if (origin === undefined) return undefined;
  const scheme = req.socket.encrypted === true ? "https" : "http";
  return origin.toLowerCase() === `${scheme}://${(host ?? "").toLowerCase()}` ? undefined : FOREIGN;
}
