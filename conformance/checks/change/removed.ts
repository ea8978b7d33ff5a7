// Removing items: a removed one is gone, from the list too.
import { absentProbe, fetchProbe, itemProbe } from "../../probes/item.ts";
import type { Operation } from "../../../src/contract/model.ts";
import type { JsonValue } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { hasId } from "../../../src/resource/items/identify.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { type Exchange, describeAnswer, isSuccess, statusOf } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { doomedItem } from "../../items/create.ts";
import { itemsOf, largestCount, largestPage } from "../../probes/list.ts";
import { goesOn } from "../../probes/further-pages.ts";
import { listMetadataOf, valueAt } from "../../probes/list-metadata.ts";
import { meansOf, walk } from "../../probes/walk.ts";
import { IDENTIFIER } from "../fetch/tests.ts";
import { MEANING } from "../tests.ts";
import { showProperty } from "../../judgements/difference.ts";
import { type Counted, countedItem } from "./counted.ts";
import { inRole } from "../subjects.ts";
import { changers } from "./items.ts";

const removes = defineCheck<ResourceSubject>({
  id: "change.remove",
  claim: "a removed item must be gone",
  basis: "the remove and fetch operations; RFC 9110 section 9.3.5",
  fault: "F102",
  stage: "changing",
  writes: true,
  tests: [MEANING, IDENTIFIER],
  applies: (plan) => changers(plan, "remove"),
  run: async (subject, target) => {
    const { removed, again } = await removal(target, subject);
    if (!isSuccess(removed) || again === undefined) return fail("success", removed);
    target.look(again);
    if (isGone(again)) return PASS;
    const { fetch } = subject.resource.operations;
    const absent = fetch && (await target.ask({ ...absentProbe(subject.resource, fetch), intent: "invalid" }));
    return absent !== undefined && describeAnswer(absent) === describeAnswer(again)
      ? inconclusive(`what is not there is answered like that too: ${describeAnswer(absent)}`, "see fetch.missing")
      : fail("404 or 410 for the removed item", again, removed);
  },
});

export const isGone = (exchange: Exchange): boolean => [404, 410].includes(statusOf(exchange));

interface Removal {
  readonly id: JsonValue;
  readonly removed: Exchange;
  /** The fetch after it; absent if it failed, and where no operation fetches an item. */
  readonly again?: Exchange;
}

/** Removes an item and looks for it, once for all checks. */
async function removal(target: Target, subject: ResourceSubject): Promise<Removal> {
  const { resource, operation } = subject;
  const done = await target.session.once(`removal by ${operation.pointer}`, async (): Promise<Removal> => {
    const { id } = await doomedItem(target, resource, "to remove");
    const removed = await target.ask(itemProbe(resource, operation, id));
    if (!isSuccess(removed) || resource.operations.fetch === undefined) return { id, removed };
    return {
      id,
      removed,
      again: await target.ask({ ...fetchProbe(resource, id), intent: "invalid" }),
    };
  });
  target.look(done.removed);
  return done;
}

const notListed = defineCheck<ResourceSubject>({
  id: "change.removed-not-listed",
  claim: "a removed item must no longer be listed or counted",
  basis: "the remove and list operations; RFC 9110 section 9.3.5",
  stage: "changing",
  quiet: true,
  writes: true,
  prepare: (subject, target) => Promise.all([removal(target, subject), counting(target, subject)]),
  tests: [MEANING],
  applies: (plan) =>
    inRole(
      plan,
      "remove",
      ({ resource: { operations } }) => operations.create !== undefined && operations.list !== undefined,
    ),
  run: async (subject, target) => {
    const { resource } = subject;
    const { id, removed, again } = await removal(target, subject);
    const isThere = again === undefined ? resource.operations.fetch !== undefined : !isGone(again);
    if (!isSuccess(removed) || statusOf(removed) === 202 || isThere)
      return inconclusive("the item is not gone", "see change.remove");
    for await (const page of wholeList(target, resource)) {
      const items = itemsOf(page);
      if (items === undefined) return inconclusive("there is no list to look at", "see lists.untouched");
      const isListed = items.some((item) => hasId(resource.identifier, item, id));
      if (isListed) return fail(`no item ${writeJson(id)}, which was removed`, "it is in the list", removed, page);
    }
    return stillCounted(await counting(target, subject));
  },
});

const counting = (target: Target, subject: ResourceSubject): Promise<Counted | undefined> =>
  target.session.once(`counting ${subject.operation.pointer}`, () => countedItem(target, subject));

/** Nothing follows from a count that does not move at once. */
function stillCounted(counted: Counted | undefined): Outcome {
  if (counted === undefined) return PASS;
  const { property, after, counts } = counted;
  const [before, during, now] = counts;
  const isMoved = typeof before === "number" && during === before + 1;
  if (!isMoved || now === before) return PASS;
  return fail(`${showProperty(property, before)}, as before the item was created`, showProperty(property, now), after);
}

/** The list, on the largest pages that it may have, as far as that takes a few requests. */
async function* wholeList(target: Target, resource: Resource): AsyncGenerator<Exchange> {
  const operation = resource.operations.list as Operation;
  const page = await target.ask({ operation, query: largestPage(resource), intent: "edge" });
  yield page;
  const size = largestCount(resource);
  const [means] = meansOf(target.plan, resource);
  const total = listMetadataOf(target.plan, operation).find(({ metadata }) => metadata === "total");
  const count = total === undefined ? undefined : valueAt(page, total);
  const isShort = typeof count === "number" && count <= MOST_PAGES * size;
  const isFull = (itemsOf(page)?.length ?? 0) >= size || goesOn(target.plan, resource, page);
  if (means === undefined || !isFull || !isShort) return;
  const route = { operation, resource, means, size: Number.isFinite(size) ? size : undefined };
  const { pages } = await walk(target.session, route);
  for (const { exchange } of pages.slice(1)) yield target.look(exchange);
}

const MOST_PAGES = 5;

export const removedChecks = [removes, notListed];
