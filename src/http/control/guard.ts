// Only the console's own page may control the mock from a browser, which lets any page send requests to this machine. The
// Origin header (RFC 6454) and Sec-Fetch-Site (Fetch metadata) say whose page it is. For calls that change something,
// that is not enough: the mock sends whatever the document says on the same origin.
import { type Refusal, refuse } from "../../mock/errors/refusal.ts";
import { KeyRing } from "../request/admission/security.ts";
import { headerOf } from "../request/head.ts";
import type { Visit } from "../routing/visit.ts";

/** The header in which the console's page proves what it is. */
const PROOF = "X-Mock-Console";

const FOREIGN = refuse(
  "foreign_origin",
  "header Origin",
  "no page but the mock's own may use the control plane; call it from a test or a terminal",
);
const UNPROVED = refuse(
  "foreign_origin",
  `header ${PROOF}`,
  "no page but the console may change anything; if this is the console, reload it, because the mock was started anew",
);

/** The refusal of a request that a foreign page sends. @param proof what the console's page sends */
export function pageRefusal({ head, req }: Visit, proof: () => string): Refusal | undefined {
  const { origin, fetchSite, host } = head;
  if (fetchSite !== undefined && fetchSite !== "same-origin" && fetchSite !== "none") return FOREIGN;
  const scheme = req.socket.encrypted === true ? "https" : "http";
  const isOwn = origin === undefined || origin.toLowerCase() === `${scheme}://${(host ?? "").toLowerCase()}`;
  if (!isOwn) return FOREIGN;
  const isPage = origin !== undefined || fetchSite !== undefined;
  if (!isPage || req.method === "GET" || req.method === "HEAD") return undefined;
  return new KeyRing([proof()]).accepts(headerOf(req, PROOF.toLowerCase())) ? undefined : UNPROVED;
}
