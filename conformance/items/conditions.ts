// Changes that a document carries out only under a condition (RFC 9110 section 13.1.1; RFC 6585 section 3): each is sent
// with the tag that the item has at that moment, as a client would.
import type { Operation, Parameter } from "../../src/contract/model.ts";
import { names } from "../../src/resource/items/bodies.ts";
import { headerOf, isSuccess } from "../client/exchange.ts";
import { type Probe, SAFE } from "../client/request.ts";
import type { Session } from "../client/sending/session.ts";

const isIfMatch = ({ in: place, name }: Parameter): boolean => place === "header" && name.toLowerCase() === "if-match";

/** True for a header under whose condition a request is carried out: no example of it is that of the item as it is. */
export const isCondition = ({ in: place, name }: Parameter): boolean =>
  place === "header" && /^if-(none-)?match$|^if-(un)?modified-since$/i.test(name);

/** True for an operation whose requests have to say which version they change. */
const needsTag = (operation: Operation): boolean =>
  !SAFE.has(operation.method) &&
  (names(operation, "428") || operation.parameters.some((one) => isIfMatch(one) && one.required));

/** The probe with the tag of what it changes, if the document asks for one and the probe does not say otherwise. */
export async function underCondition(session: Session, probe: Probe): Promise<Probe> {
  const { operation, headers = [], without, path, rawPath, elsewhere } = probe;
  if (!needsTag(operation) || without?.toLowerCase() === "if-match" || rawPath !== undefined) return probe;
  if (headers.some(([name]) => name.toLowerCase() === "if-match")) return probe;
  const fetch = session.plan.contract.operations.find((one) => one.method === "GET" && one.path === operation.path);
  if (fetch === undefined) return probe;
  const own = { ...(path && { path }), ...(elsewhere && { elsewhere }) };
  const seen = await session.send({ operation: fetch, intent: "deferred", ...own });
  const tag = isSuccess(seen) ? headerOf(seen, "etag") : undefined;
  return tag === undefined ? probe : { ...probe, headers: [...headers, ["If-Match", tag]] };
}
