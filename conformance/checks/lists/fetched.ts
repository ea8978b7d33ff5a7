// An item is the same in a list and on its own.
import { fetchProbe } from "../../probes/item.ts";
import { identifierText, itemIn } from "../../places.ts";
import { idOf } from "../../../src/resource/items/identify.ts";
import { ofItem } from "../tests.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { mustServe } from "../../probes/answering.ts";
import { itemsOf, largestPage } from "../../probes/list.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { type Exchange, isSuccess } from "../../client/exchange.ts";
import { ownItems } from "../../items/known.ts";
import { sideBySide } from "../../client/side-by-side.ts";
import type { Target } from "../../client/target.ts";
import { difference, isShownAgain, mayHold, mustBeItem, sameTypes, shownNames } from "../../judgements/difference.ts";
import { findItem, lists } from "./subjects.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";

/** The last steps of the paths by which items were fetched so far. */
function fetchedSoFar(target: Target, { operations }: Resource): Set<string> {
  const asked = operations.fetch === undefined ? [] : target.session.recordOf(operations.fetch);
  return new Set(asked.map((exchange) => identifierText(exchange)));
}

/** The difference between a fetched item and the same item in a list; undefined if there is none. */
async function compareFetched(
  target: Target,
  resource: Resource,
  { list, item }: { readonly list: Exchange; readonly item: JsonObject },
  id: JsonValue,
): Promise<Outcome | undefined> {
  const fetched = await target.ask({
    ...fetchProbe(resource, id),
    intent: "edge",
  });
  const value = itemIn(fetched);
  if (!isSuccess(fetched) || !isObject(value)) return fail(`the listed item ${writeJson(id)}`, fetched, list);
  mustBeItem(resource, value);
  const names = shownNames(target.plan, resource, "list", "fetch").filter(
    (name) =>
      mayHold(resource, name, item[name]) &&
      isShownAgain(resource, name, value) &&
      sameTypes(target.plan, resource, name, "fetch"),
  );
  const wrong = difference(names, item, value);
  if (wrong === undefined) return undefined;
  // What runs by itself, such as the time that is left, is different at each look.
  const later = itemIn(await target.ask({ ...fetchProbe(resource, id), intent: "edge" }));
  const steady = names.filter((name) => !isObject(later) || difference([name], value, later) === undefined);
  const other = difference(steady, item, value);
  return other === undefined ? undefined : fail(`${other.before}, as in the list`, other.after, list, fetched);
}

export const sameAsFetched = defineCheck<ResourceSubject>({
  id: "lists.same-as-fetched",
  claim: "an item must be the same in a list and when fetched",
  basis: "the list and fetch operations",
  stage: "early",
  quiet: true,
  tests: ofItem(),
  applies: (plan) => lists(plan, ({ operations }) => operations.fetch !== undefined),
  run: async ({ operation, resource }, target) => {
    const list = await target.view({ operation, query: largestPage(resource), intent: "edge" });
    const items = itemsOf(list) ?? [];
    if (items.length === 0) return inconclusive("the list is empty", "a store that holds an item");
    if (resource.operations.fetch !== undefined) await mustServe(target.session, resource.operations.fetch);
    const idIn = (item: JsonObject | undefined): JsonValue | undefined => idOf(resource.identifier, item);
    const own = new Set(ownItems(target.session, resource).map(({ id }) => writeJson(id)));
    const others = items.filter((item) => !own.has(writeJson(idIn(item) ?? null)));
    // An item of the run's own that was not fetched yet: fetching it must not change it.
    const seen = fetchedSoFar(target, resource);
    const mine = items.findLast(
      (item) => own.has(writeJson(idIn(item) ?? null)) && !seen.has(showScalar(idIn(item) ?? null)),
    );
    const looked = await sideBySide(new Set([others[0], others.at(-1), mine ?? items.at(-1)]), async (item) => {
      const id = idIn(item);
      if (item === undefined || id === undefined || id === null) return undefined;
      const first = await compareFetched(target, resource, { list, item }, id);
      return first === undefined ? undefined : { id, first };
    });
    for (const { id, first } of looked.filter((one) => one !== undefined)) {
      if (own.has(writeJson(id))) return first;
      // Others may have changed or removed it in between, but hardly twice in the same way.
      const again = await target.ask({ operation, query: largestPage(resource), intent: "edge" });
      const listed = findItem(itemsOf(again) ?? [], resource.identifier, id);
      const second =
        listed === undefined ? undefined : await compareFetched(target, resource, { list: again, item: listed }, id);
      if (second !== undefined) return second;
    }
    return PASS;
  },
});
