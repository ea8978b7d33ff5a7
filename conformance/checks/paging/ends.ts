// The end of a list: the last page ends it even when it is full. What fits on one page is
// counted there.
import { CURSORS, PAGE_STARTS, hidesSize, pageName } from "../../../src/resource/lists/page-names.ts";
import { equalJson } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { count } from "../../../src/report/text.ts";
import type { Operation } from "../../../src/contract/model.ts";
import { isType } from "../../../src/schema/normal/schema-node.ts";
import { PASS, defineCheck, fail, inconclusive } from "../../check.ts";
import { type Exchange, isRefusal, isServed, isSuccess } from "../../client/exchange.ts";
import { recordCheck } from "../../judgements/record.ts";
import { type Plan, operationsInRole, resourceOf } from "../../plan.ts";
import { itemsOf, largestCount } from "../../probes/list.ts";
import { type ListMetadata, listMetadataOf, showMetadata, valueAt } from "../../probes/list-metadata.ts";
import { isNumbered, walk } from "../../probes/walk.ts";
import { ofMeaning } from "../parameters/tests.ts";
import type { Tested } from "../../requirements/tested.ts";
import { QUIET_WALK, type WalkSubject, countOf, judged, walks } from "./walked.ts";

/** The descriptions of the properties next to a list. */
const ENVELOPE: Tested = { part: "response", status: ["success"], keywords: ["description"] };

/** The largest page size that fills the last page. */
function fillingSize({ resource }: WalkSubject, all: number): number | undefined {
  const { minimum = 1 } = resource.pageSize ?? {};
  for (let pages = 1; pages <= MOST_FULL_PAGES; pages++) {
    const size = all / pages;
    if (Number.isInteger(size) && size >= minimum && size <= largestCount(resource)) return size;
  }
  return undefined;
}

const MOST_FULL_PAGES = 6;

const saysMore = ({ metadata }: ListMetadata): boolean =>
  metadata === "has-more" || metadata === "is-last" || metadata === "next";

/** What a property says about more items to come, beyond its value: "Null on the last page." */
const IS_EMPTY =
  /\b(?:null|absent|missing|omitted|empty|not (?:set|present|included))\b[^.]{0,60}\b(?:last|end|no (?:more|further|next)|final)\b|\b(?:last|end|no (?:more|further|next)|final)\b[^.]{0,60}\b(?:null|absent|missing|omitted|empty)\b/i;

const fullLast = defineCheck<WalkSubject>({
  ...QUIET_WALK,
  id: "paging.full-last-page",
  claim: "a full last page must not say that more items follow",
  basis: "the property of the list's response that says so, by its name",
  tests: [ENVELOPE],
  applies: (plan) =>
    walks(
      plan,
      ({ operation, resource }) => resource.pageSize !== undefined && listMetadataOf(plan, operation).some(saysMore),
    ),
  run: (subject, target) =>
    judged(target, subject, async ({ walk: known, expected }) => {
      const { operation, resource, means } = subject;
      const all = countOf(known, expected);
      const size = all === undefined || all === 0 ? undefined : fillingSize(subject, all);
      if (all === undefined || size === undefined)
        return inconclusive("no page size fills the last page", "a store with fewer items");
      const { pages } = await walk(target.session, { operation, resource, means, size });
      const last = pages[Math.ceil(all / size) - 1];
      const isLast = last?.items.length === size && new Set(pages.flatMap(({ ids }) => ids)).size === all;
      if (last === undefined || !isLast) return inconclusive("others change items meanwhile", "a store at rest");
      target.look(last.exchange);
      const isCounted = totals(target.plan, operation).some((one) =>
        equalJson(valueAt(last.exchange, one) ?? null, all),
      );
      for (const told of listMetadataOf(target.plan, operation).filter(saysMore)) {
        const value = valueAt(last.exchange, told) ?? null;
        const isEnd =
          told.metadata === "next"
            ? value === null || value === "" || !(isCounted || IS_EMPTY.test(told.node.annotations.description ?? ""))
            : typeof value !== "boolean" || value === (told.metadata === "is-last");
        if (isEnd) continue;
        const wanted = told.metadata === "next" ? "null" : String(told.metadata === "is-last");
        const name = showMetadata(told);
        return fail(`${name}: ${wanted} on the last page`, `${name}: ${writeJson(value)}`, last.exchange);
      }
      return PASS;
    }),
});

const afterEnd = defineCheck<WalkSubject>({
  ...QUIET_WALK,
  id: "paging.after-end",
  claim: "a page after the last one must hold no item",
  basis: "the parameter that turns pages",
  tests: ofMeaning(),
  applies: (plan) => walks(plan, ({ means, resource }) => isNumbered(means) && resource.pageSize !== undefined),
  run: (subject, target) =>
    judged(target, subject, async ({ walk: known, expected }) => {
      const { operation, resource, means } = subject;
      const all = countOf(known, expected);
      const { pageSize } = resource;
      const first = "first" in means ? means.first : 0;
      if (all === undefined || pageSize === undefined)
        return inconclusive("the walk did not come to every item", "see paging.every-item");
      const size = largestCount(resource);
      const start = first + (means.kind === "page" ? Math.max(1, Math.ceil(all / size)) : all);
      if (means.parameter.schema.validate(start).length > 0) return inconclusive("no page comes after it", "no bound");
      const query = [
        [pageSize.parameter.name, String(size)],
        [means.parameter.name, String(start)],
      ] as const;
      const exchange = await target.ask({ operation, query, intent: "edge" });
      const items = isSuccess(exchange) ? itemsOf(exchange) : undefined;
      if (items === undefined)
        return isRefusal(exchange) ? PASS : inconclusive("no list was answered", "see status.no-server-error");
      return items.length === 0 ? PASS : fail(`no item after all ${all}`, count(items.length, "item"), exchange);
    }),
});

const totals = (plan: Plan, operation: Operation): readonly ListMetadata[] =>
  listMetadataOf(plan, operation).filter(({ metadata, node }) => metadata === "total" && isType(node, "integer"));

/** True if an answer shows all that the request asks for: the page is the first, is not full, and names no other. */
function isWhole(exchange: Exchange, plan: Plan): boolean {
  const { operation } = exchange;
  const resource = operation === undefined ? undefined : resourceOf(plan, operation);
  const items = itemsOf(exchange);
  if (operation === undefined || resource?.operations.list !== operation || items === undefined) return false;
  const asked = new URL(exchange.request.url).searchParams;
  const { pageStart, cursors, pageSize } = resource;
  // A page is one whether or not the run knows how to turn it.
  if ([...asked.keys()].map(pageName).some((name) => PAGE_STARTS.has(name) || CURSORS.has(name))) return false;
  if ([pageStart, ...cursors].some((one) => one !== undefined && asked.has(one.parameter.name))) return false;
  if (hidesSize(resource)) return false;
  const size = pageSize && (asked.get(pageSize.parameter.name) ?? pageSize.default);
  if (pageSize !== undefined && !(items.length < Number(size))) return false;
  return listMetadataOf(plan, operation).every((told) => {
    const value = valueAt(exchange, told) ?? null;
    if (told.metadata === "next") return value === null || value === "";
    return told.metadata === "has-more" ? value !== true : told.metadata !== "is-last" || value !== false;
  });
}

const counted = recordCheck({
  id: "lists.total",
  claim: "a total must count the items that one page shows all of",
  basis: "the property of the list's response that counts them, by its name",
  tests: [ENVELOPE],
  applies: (plan) =>
    operationsInRole(plan, "list").flatMap(({ operation }) =>
      totals(plan, operation).length === 0 ? [] : [{ operation, pointer: operation.pointer }],
    ),
  select: (exchange, plan) => isServed(exchange) && isWhole(exchange, plan),
  judge: (exchange, plan) => {
    const items = itemsOf(exchange) ?? [];
    for (const told of exchange.operation === undefined ? [] : totals(plan, exchange.operation)) {
      const value = valueAt(exchange, told) ?? null;
      if (value === null || equalJson(value, items.length)) continue;
      const name = showMetadata(told);
      return [`${name}: ${items.length}, as many as are shown`, `${name}: ${writeJson(value)}`];
    }
    return undefined;
  },
});

export const endChecks = [fullLast, afterEnd, counted];
