// Finds items that should not exist, because their creation was refused.
import { idOf } from "../../src/resource/items/identify.ts";
import type { Resource } from "../../src/resource/model.ts";
import { itemsOf, largestCount } from "../probes/list.ts";
import { type Outcome, PASS, fail, inconclusive } from "../check.ts";
import { sentText } from "../bodies.ts";
import { type Exchange, isSuccess } from "../client/exchange.ts";
import { SAFE } from "../client/request.ts";
import { bears, tracesIn } from "../items/bodies/marks.ts";
import { ownItems } from "../items/known.ts";
import type { Marks } from "../../src/schema/generate/strategies/plain.ts";
import type { Session } from "../client/target.ts";
import { writeJson } from "../../src/json/write.ts";

/**
 * Searches a page for an item with the marks of a refused request. An item whose creation was answered with success
 * does not count, because that is a separate finding.
 */
export function findMarked(session: Session, page: Exchange, resource: Resource, marks: Marks): Outcome {
  const items = itemsOf(page) ?? [];
  const admitted = new Set(ownItems(session, resource).map(({ id }) => writeJson(id)));
  // Where the identifier is hidden, what was sent tells which request created an item.
  const { marker } = session.options;
  const creations = session.record.filter((one) => !SAFE.has(one.request.method) && isSuccess(one));
  const sent = new Set(creations.flatMap(({ request }) => [...tracesIn(sentText(request), marker)]));
  const ghost = items.find(
    (item) =>
      bears(item, marks) &&
      !admitted.has(writeJson(idOf(resource.identifier, item) ?? null)) &&
      ![...tracesIn(writeJson(item), marker)].some((trace) => sent.has(trace)),
  );
  if (ghost !== undefined) {
    return fail("no item whose creation was refused", `the item ${writeJson(ghost).slice(0, 120)}`, page);
  }
  if (items.length < largestCount(resource)) return PASS;
  return inconclusive("the store holds more items than a list may show", "a store with fewer items");
}
