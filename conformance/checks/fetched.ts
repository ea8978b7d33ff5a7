// An item is the same in a list and on its own.
import { type JsonObject, type JsonValue, isObject, writeJson } from "../../src/contract/json.ts";
import type { Operation } from "../../src/contract/model.ts";
import { showScalar } from "../../src/contract/wire.ts";
import type { Resource } from "../../src/resource/model.ts";
import { itemProbe, itemsOf, largestPage } from "../ask.ts";
import { type Outcome, PASS, defineCheck, fail, inconclusive } from "../check.ts";
import { type Exchange, describeAnswer, isSuccess, valueOf } from "../exchange.ts";
import { ownItems } from "../population.ts";
import type { Target } from "../target.ts";
import { difference } from "./difference.ts";
import { type ListSubject, findItem, lists } from "./list-subjects.ts";

/** The last steps of the paths by which items were fetched so far. */
function fetchedSoFar(target: Target, { operations }: Resource): Set<string> {
  const asked = target.session.record.filter(({ operation }) => operation === operations.fetch);
  return new Set(asked.map(({ request }) => new URL(request.url).pathname.split("/").at(-1) ?? ""));
}

/** What is wrong with an item that is fetched, beside the same item in a list; undefined where nothing is. */
async function compareFetched(
  target: Target,
  resource: Resource,
  { list, item }: { readonly list: Exchange; readonly item: JsonObject },
  id: JsonValue,
): Promise<Outcome | undefined> {
  const fetched = await target.ask({
    ...itemProbe(resource, resource.operations.fetch as Operation, id),
    intent: "edge",
  });
  const value = valueOf(fetched);
  if (!isSuccess(fetched) || !isObject(value))
    return fail(`the listed item ${writeJson(id)}`, describeAnswer(fetched), list, fetched);
  const wrong = difference(resource, item, value);
  return wrong === undefined ? undefined : fail(`${wrong[0]} as in the list`, wrong[1], list, fetched);
}

export const sameAsFetched = defineCheck<ListSubject>({
  id: "lists.same-as-fetched",
  family: "lists",
  level: "must",
  claim: "an item in a list is the same as when it is fetched",
  basis: "the list and fetch operations",
  stage: "early",
  applies: (plan) => lists(plan, ({ operations }) => operations.fetch !== undefined),
  run: async ({ operation, resource }, target) => {
    const list = await target.view({ operation, query: largestPage(resource), intent: "edge" });
    const items = itemsOf(list) ?? [];
    if (items.length === 0) return inconclusive("the list is empty", "a store that holds an item");
    const { property } = resource.identifier;
    const own = new Set(ownItems(target.session, resource).map(({ id }) => writeJson(id)));
    const others = items.filter((item) => !own.has(writeJson(item[property] ?? null)));
    // One of the run's own that was not fetched yet: that it is looked at must not change it.
    const seen = fetchedSoFar(target, resource);
    const mine = items.findLast(
      ({ [property]: id = null }) => own.has(writeJson(id)) && !seen.has(encodeURIComponent(showScalar(id))),
    );
    for (const item of new Set([others[0], others.at(-1), mine ?? items.at(-1)])) {
      const id = item?.[property];
      if (item === undefined || id === undefined) continue;
      const first = await compareFetched(target, resource, { list, item }, id);
      if (first === undefined) continue;
      if (own.has(writeJson(id))) return first;
      // Others may have changed or removed it in between; hardly so in the same way twice.
      const again = await target.ask({ operation, query: largestPage(resource), intent: "edge" });
      const listed = findItem(itemsOf(again) ?? [], property, id);
      const second =
        listed === undefined ? undefined : await compareFetched(target, resource, { list: again, item: listed }, id);
      if (second !== undefined) return second;
    }
    return PASS;
  },
});
