// Paging through a list: every item appears exactly once, the walk ends, and what answers say about the remaining pages
// is true.
import { linkTo } from "../../../src/contract/link-header.ts";
import { equalJson } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { count } from "../../../src/report/text.ts";
import type { Tested } from "../../requirements/tested.ts";
import { type Outcome, PASS, defineCheck, fail, inconclusive } from "../../check.ts";
import { type Exchange, headerOf } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { ofMeaning } from "../parameters/tests.ts";
import { MEANING } from "../tests.ts";
import { itemsOf } from "../../probes/list.ts";
import { type ListMetadata, showMetadata, listMetadataOf, valueAt } from "../../probes/list-metadata.ts";
import { type Page, type PageWalk, isNumbered, linkQuery } from "../../probes/walk.ts";
import { isType } from "../../../src/schema/normal/schema-node.ts";
import type { Operation } from "../../../src/contract/model.ts";
import type { Plan } from "../../plan.ts";
import { oneByOne } from "./one-by-one.ts";
import { QUIET_WALK, type WalkSubject, type Walked, judged, walks } from "./walked.ts";
import { idOf } from "../../../src/resource/items/identify.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import type { MetadataKind } from "../../../src/resource/lists/list-metadata.ts";

/** The descriptions of the properties next to a list. */
const ENVELOPE: Tested = { part: "response", status: ["success"], keywords: ["description"] };

const everyItem = defineCheck<WalkSubject>({
  ...QUIET_WALK,
  id: "paging.every-item",
  claim: "turning the pages must lead to every item of the list",
  basis: "the parameter that turns pages",
  tests: [...ofMeaning(), MEANING],
  applies: (plan) => walks(plan),
  run: (subject, target) =>
    judged(target, subject, ({ walk, expected, shown }) => {
      if (walk.ending === "tired") return tooLong(walk);
      const seen = new Set(walk.pages.flatMap(({ ids }) => ids));
      const missing = expected.find((id) => !seen.has(id));
      if (missing === undefined) return oneByOne(target, subject, walk, shown);
      const { property } = subject.resource.identifier;
      const wanted = `the item whose ${property} is ${missing} on one of the pages by ${subject.about}`;
      const evidence = [...(shown === undefined ? [] : [shown]), ...exchangesOf(walk)];
      return fail(wanted, `${count(seen.size, "other item")} on ${count(walk.pages.length, "page")}`, ...evidence);
    }),
});

const noItemTwice = defineCheck<WalkSubject>({
  ...QUIET_WALK,
  id: "paging.no-item-twice",
  claim: "no item must be on more than one page of a list",
  basis: "the parameter that turns pages",
  tests: ofMeaning(),
  applies: (plan) => walks(plan),
  run: (subject, target) =>
    judged(target, subject, ({ walk, expected }) => {
      const seen = new Map<string, Page>();
      for (const page of walk.pages) {
        // After everything was shown, paging.ends judges what follows.
        if (expected.every((id) => seen.has(id)) && page.ids.every((id) => seen.has(id))) break;
        for (const id of page.ids) {
          const earlier = seen.get(id);
          if (earlier === undefined || earlier === page) seen.set(id, page);
          else {
            const { property } = subject.resource.identifier;
            return fail("each item on one page", `${property} ${id} on two`, earlier.exchange, page.exchange);
          }
        }
      }
      return walk.ending === "tired" ? tooLong(walk) : PASS;
    }),
});

const ends = defineCheck<WalkSubject>({
  ...QUIET_WALK,
  id: "paging.ends",
  claim: "turning the pages of a list must come to an end",
  basis: "the parameter that turns pages",
  tests: ofMeaning(),
  applies: (plan) => walks(plan),
  run: (subject, target) =>
    judged(target, subject, ({ walk, expected }) => {
      if (walk.ending === "tired") return tooLong(walk);
      if (walk.ending === "end") return PASS;
      const before = new Set(walk.pages.slice(0, -1).flatMap(({ ids }) => ids));
      // paging.no-item-twice judges a page that comes too early.
      if (!expected.every((id) => before.has(id)))
        return inconclusive("the walk did not come to the last item", "see paging.every-item");
      return fail("an end after the last item", "items that were shown already", ...exchangesOf(walk, -2));
    }),
});

const toldOf =
  (type: "boolean" | "integer", ...kinds: readonly MetadataKind[]) =>
  (plan: Plan, operation: Operation): ListMetadata[] =>
    listMetadataOf(plan, operation).filter(({ metadata, node }) => kinds.includes(metadata) && isType(node, type));

/** What the properties next to a list say about it: how many items are on all pages, and how many remain. */
const TOLD = [
  {
    id: "paging.has-more",
    claim: "an answer must say truthfully whether more items follow",
    basis: "the property of the list's response that says so, by its name",
    toldIn: toldOf("boolean", "has-more", "is-last"),
    right: ({ metadata }: ListMetadata, { left }: Items) => (metadata === "has-more" ? left > 0 : left === 0),
    why: ({ left }: Items) => ` with ${count(left, "item")} to follow`,
  },
  {
    id: "paging.total",
    claim: "a total must count the items on all pages of the list",
    basis: "the property of the list's response that counts them, by its name",
    toldIn: toldOf("integer", "total"),
    right: (_: ListMetadata, { all }: Items) => all,
    why: () => ", as many as all pages show",
  },
] as const;

const truthful = TOLD.map(({ id, claim, basis, toldIn, right, why }) =>
  defineCheck<WalkSubject>({
    ...QUIET_WALK,
    id,
    claim,
    basis,
    tests: [ENVELOPE],
    applies: (plan) => walks(plan, ({ operation }) => toldIn(plan, operation).length > 0),
    run: (subject, target) =>
      judged(target, subject, (walked) =>
        eachPage(walked, (page, items) => {
          for (const told of toldIn(target.plan, subject.operation)) {
            const value = valueAt(page.exchange, told) ?? null;
            const wanted = right(told, items);
            // schema.body judges a flag of another type.
            const isOther = typeof wanted === "boolean" && typeof value !== "boolean";
            if (value === null || isOther || equalJson(value, wanted)) continue;
            const [name, reason] = [showMetadata(told), why(items)];
            return fail(`${name}: ${wanted}${reason}`, `${name}: ${writeJson(value)}`, page.exchange);
          }
          return undefined;
        }),
      ),
  }),
);

const next = defineCheck<WalkSubject>({
  ...QUIET_WALK,
  id: "paging.next",
  claim: "the next page that an answer names must begin where it ended",
  basis: "the property of the list's response that leads to the next page",
  tests: [ENVELOPE],
  applies: (plan) => walks(plan, ({ operation, means }) => isNumbered(means) && nextOf(plan, operation) !== undefined),
  run: (subject, target) =>
    judged(target, subject, async ({ walk }) => {
      const told = nextOf(target.plan, subject.operation);
      const [page, following] = walk.pages;
      const value = told === undefined || page === undefined ? undefined : valueAt(page.exchange, told);
      if (following === undefined || told === undefined) return inconclusive("there is one page", "a longer list");
      // An answer that does not have the property is not wrong.
      if (value === undefined || value === null || value === "") return PASS;
      const query = typeof value === "string" ? linkQuery(value) : undefined;
      if (query === undefined) return PASS;
      return leadsTo(target, subject, { query, following, named: `${showMetadata(told)}: ${writeJson(value)}` });
    }),
});

const linkHeader = defineCheck<WalkSubject>({
  ...QUIET_WALK,
  id: "paging.link-header",
  level: "should",
  claim: "a Link to the next page should begin where the page ended",
  basis: "RFC 8288 section 3.3, the relation next",
  tests: [{ part: "header", header: "link", fields: ["self", "description"], keywords: ["description"] }],
  applies: (plan) => walks(plan, ({ means }) => isNumbered(means)),
  run: (subject, target) =>
    judged(target, subject, async ({ walk }) => {
      const [page, following] = walk.pages;
      const address = page && linkTo(headerOf(page.exchange, "link"), "next");
      const query = address === undefined ? undefined : linkQuery(address);
      if (query === undefined || following === undefined) return PASS;
      return leadsTo(target, subject, { query, following, named: `Link: <${address ?? ""}>; rel="next"` });
    }),
});

interface Lead {
  readonly query: NonNullable<ReturnType<typeof linkQuery>>;
  readonly following: Page;
  readonly named: string;
}

/** Follows a link, and compares the start of its page with the page that followed on the walk. */
async function leadsTo(target: Target, { operation, resource }: WalkSubject, lead: Lead): Promise<Outcome> {
  const exchange = await target.ask({ operation, query: lead.query, intent: "edge" });
  const first = idOf(resource.identifier, itemsOf(exchange)?.[0]);
  const seen = first === undefined ? "nothing" : showScalar(first);
  const wanted = lead.following.ids[0] ?? "nothing";
  if (seen === wanted) return PASS;
  const { property } = resource.identifier;
  return fail(
    `a page that begins with ${property} ${wanted}`,
    `one that begins with ${seen} (${lead.named})`,
    exchange,
  );
}

function nextOf(plan: Plan, operation: Operation): ListMetadata | undefined {
  return listMetadataOf(plan, operation).find(({ metadata }) => metadata === "next");
}

/** How many items a walk showed or should have shown, and how many of them remained after a page. */
interface Items {
  readonly all: number;
  readonly left: number;
}

function eachPage({ walk, expected }: Walked, judge: (page: Page, items: Items) => Outcome | undefined): Outcome {
  if (walk.ending === "tired") return tooLong(walk);
  const shown = new Set(walk.pages.flatMap(({ ids }) => ids));
  const left = new Set([...expected, ...shown]);
  const all = left.size;
  if (shown.size < all) return inconclusive("the walk did not come to every item", "see paging.every-item");
  for (const page of walk.pages) {
    for (const id of page.ids) left.delete(id);
    // A page beyond the end says nothing.
    const outcome = page.items.length === 0 ? undefined : judge(page, { all, left: left.size });
    if (outcome !== undefined) return outcome;
  }
  return PASS;
}

function tooLong({ pages }: PageWalk): Outcome {
  return inconclusive(`the list goes on after ${count(pages.length, "page")}`, "a store with fewer items");
}

const SHOWN_PAGES = 3;

function exchangesOf({ pages }: PageWalk, from = 0): Exchange[] {
  return pages
    .slice(from)
    .slice(0, SHOWN_PAGES)
    .map(({ exchange }) => exchange);
}

export const walkChecks = [everyItem, noItemTwice, ends, ...truthful, next, linkHeader];
