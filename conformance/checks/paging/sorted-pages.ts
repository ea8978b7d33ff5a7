// A list in another order has each item once as well, also where several items have the same place in it.
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { count } from "../../../src/report/text.ts";
import { PASS, defineCheck, fail, inconclusive } from "../../check.ts";
import type { Target } from "../../client/target.ts";
import { orUndecidable } from "../../client/undecidable.ts";
import { creation } from "../../items/create.ts";
import { knownItems, ownItems } from "../../items/known.ts";
import { plainVariant, singleVariant } from "../../items/bodies/variants.ts";
import { largestCount } from "../../probes/list.ts";
import { type Page, walk } from "../../probes/walk.ts";
import { type SortSubject, orders, valueIn } from "../lists/sorted.ts";
import { settable } from "../change/full-items.ts";
import { ofMeaning } from "../parameters/tests.ts";
import { QUIET_WALK, type WalkSubject, countOf, judged, sizeOf, walks } from "./walked.ts";

/** The order with the most ties, which show whether it is the same on each page. */
function orderOf({ plan, session }: Target, { resource, operation }: WalkSubject): SortSubject | undefined {
  const items = [...knownItems(session, resource).values()];
  const values = (property: string): number => new Set(items.flatMap((item) => valueIn(item, property))).size;
  return orders(plan)
    .filter((one) => one.operation === operation)
    .toSorted((a, b) => values(a.key.property) - values(b.key.property))[0];
}

/** How many items have the same place in an order. */
const TIES = 4;

/** Creates items with the same value of the property that is sorted by, unless there are some. */
async function makeTies(target: Target, subject: WalkSubject): Promise<void> {
  const { resource } = subject;
  const { create: operation } = resource.operations;
  const property = orderOf(target, subject)?.key.property;
  if (operation === undefined || property === undefined) return;
  const creator = { resource, operation };
  const plain = plainVariant(target.plan, creator);
  if (plain === undefined || !settable(target.plan, { ...creator, pointer: "" }).has(property)) return;
  const texts = (items: Iterable<JsonObject>): string[] =>
    [...items].flatMap((item) => valueIn(item, property).map(String));
  const all = texts(knownItems(target.session, resource).values());
  if (all.some((one) => all.filter((other) => other === one).length >= TIES)) return;
  const value: JsonValue | undefined = ownItems(target.session, resource).find(
    ({ item }) => valueIn(item, property).length > 0,
  )?.item[property];
  for (let turn = value === undefined ? TIES : 1; turn < TIES; turn++) {
    const same = { property, name: `the same, ${turn}`, value: () => value ?? null };
    await orUndecidable(creation(target, creator, singleVariant(target.plan, operation, plain, same)));
  }
}

const FEW_PAGES = 15;

/** A page size with which the first page ends between two items that have the same place in the order. */
function splitting({ session }: Target, { resource, key }: SortSubject, count: number): number | undefined {
  const usual = sizeOf(resource, count);
  const { minimum = 1 } = resource.pageSize ?? {};
  const values = [...knownItems(session, resource).values()].flatMap((item) => valueIn(item, key.property));
  const inOrder = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0) * (key.isDown ? -1 : 1));
  const least = Math.max(minimum, 2, Math.ceil(count / FEW_PAGES));
  const size = inOrder.findIndex((value, at) => at >= least && value === inOrder[at - 1]);
  return usual === undefined || size < 0 || size > largestCount(resource) ? usual : size;
}

export const sortedPages = defineCheck<WalkSubject>({
  ...QUIET_WALK,
  prepare: async (subject, target) => {
    await QUIET_WALK.prepare(subject, target);
    await makeTies(target, subject);
  },
  id: "paging.sorted-pages",
  claim: "turning the pages of a sorted list must show each item once",
  basis: "the parameters that sort and that turn pages",
  tests: ofMeaning(),
  applies: (plan) => {
    const sorted = new Set(orders(plan).map(({ operation }) => operation));
    return walks(plan, ({ operation }) => sorted.has(operation));
  },
  run: (subject, target) =>
    judged(target, subject, async ({ walk: known, expected }) => {
      const { operation, resource, means } = subject;
      const order = orderOf(target, subject);
      if (order === undefined || countOf(known, expected) === undefined)
        return inconclusive("the walk did not come to every item", "see paging.every-item");
      const size = splitting(target, order, expected.length);
      const { pages, ending } = await walk(target.session, { operation, resource, means, size, query: order.query });
      if (ending === "tired") return inconclusive("the list is too long to walk", "a store with fewer items");
      for (const { exchange } of pages.slice(0, 3)) target.look(exchange);
      const seen = new Map<string, Page>();
      const { property } = resource.identifier;
      for (const page of pages) {
        for (const id of page.ids) {
          const earlier = seen.get(id);
          if (earlier !== undefined)
            return fail(
              `each item on one page of ${order.about}`,
              `${property} ${id} twice`,
              earlier.exchange,
              page.exchange,
            );
          seen.set(id, page);
        }
      }
      const missing = expected.find((id) => !seen.has(id));
      if (missing === undefined) return PASS;
      const shown = pages.slice(0, 3).map(({ exchange }) => exchange);
      return fail(`the item ${missing} on a page of ${order.about}`, count(seen.size, "other item"), ...shown);
    }),
});
