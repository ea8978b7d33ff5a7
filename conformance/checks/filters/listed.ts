// Filters: a filtered list contains all items with the value and no others, and is cut to the page size only
// afterwards.
import { idText } from "../../../src/resource/items/identify.ts";
import { showScalar } from "../../../src/contract/serialization/text.ts";
import { MEANING } from "../tests.ts";
import { ofMeaning } from "../parameters/tests.ts";
import type { Filter, Resource } from "../../../src/resource/model.ts";
import { count as counted } from "../../../src/report/text.ts";
import { itemsOf, largestCount, largestPage } from "../../probes/list.ts";
import { type Outcome, PASS, type Subject, defineCheck, fail, inconclusive, judgeEach } from "../../check.ts";
import { type Exchange, type HeaderPairs, isServed } from "../../client/exchange.ts";
import { type Plan, operationsInRole } from "../../plan.ts";
import { matchingStill, stillMatching } from "../../items/still-matching.ts";
import { allItems } from "../../probes/whole.ts";
import { filterValues } from "../../probes/filter-values.ts";
import { isNarrow } from "../../probes/narrowing.ts";
import { matching, ownItems } from "../../items/known.ts";
import { shownNames } from "../../judgements/difference.ts";
import type { Target } from "../../client/target.ts";
import { writeRemedy } from "../../client/remedies.ts";
import { type JsonValue, equalJson } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";

interface FilterSubject extends Subject {
  readonly resource: Resource;
  readonly filter: Filter;
  readonly values: readonly JsonValue[];
}

function filtersOf(plan: Plan): FilterSubject[] {
  return operationsInRole(plan, "list").flatMap(({ resource, operation }) =>
    resource.filters.flatMap((filter) => {
      const values = filterValues(plan, filter);
      const { pointer, name } = filter.parameter;
      return values.length === 0 ? [] : [{ operation, resource, filter, values, pointer, about: name }];
    }),
  );
}

/** Filters that can list all items with a value, because no other filter leaves some of them out. */
function wholeFiltersOf(plan: Plan): FilterSubject[] {
  return filtersOf(plan).filter(({ resource, filter }) => !isNarrow(plan, resource, filter));
}

async function filtered(
  target: Target,
  { operation, filter }: FilterSubject,
  value: JsonValue,
  page: HeaderPairs,
): Promise<Exchange> {
  const query = [...page, [filter.parameter.name, showScalar(value)] as const];
  return target.view({ operation, query, intent: "edge" });
}

const onlyMatching = defineCheck<FilterSubject>({
  id: "filters.only-matching",
  claim: "a filtered list must hold only items with the requested value",
  basis: "the filter parameter, and the item's property of its name",
  stage: "record",
  tests: [...ofMeaning(), MEANING],
  applies: filtersOf,
  run: ({ operation, resource, filter, values, about }, target) => {
    // A list may omit the property that it is filtered by. Then only an item that shows another value is wrong.
    const isShown = shownNames(target.plan, resource, "list").includes(filter.property);
    const judged = target.session.recordOf(operation).flatMap((exchange) => {
      const value = isServed(exchange) ? valueAsked(exchange, filter, values) : undefined;
      const items = value === undefined ? undefined : itemsOf(exchange);
      if (value === undefined || items === undefined) return [];
      const telling = items.filter((item) => isShown || item[filter.property] !== undefined);
      return telling.length === 0 ? [] : [{ exchange, value, items: telling }];
    });
    judged.slice(0, 3).forEach(({ exchange }) => target.look(exchange));
    if (judged.length === 0) {
      const what = isShown ? "no filtered list showed an item" : `the list does not show ${filter.property}`;
      return inconclusive(what, "a store that holds some, and shows it");
    }
    for (const { exchange, value, items } of judged) {
      const other = items.find((item) => !equalJson(item[filter.property] ?? null, value));
      if (other === undefined) continue;
      const shown = other[filter.property] === undefined ? "absent" : writeJson(other[filter.property]);
      const seen = `an item whose ${filter.property} is ${shown}`;
      return fail(`only items whose ${about} is ${showScalar(value)}`, seen, exchange);
    }
    return PASS;
  },
});

/** The value of a filter in the query of a list; undefined unless it occurs exactly once. */
function valueAsked(exchange: Exchange, filter: Filter, values: readonly JsonValue[]): JsonValue | undefined {
  const texts = new URL(exchange.request.url).searchParams.getAll(filter.parameter.name);
  return texts.length === 1 ? values.find((value) => showScalar(value) === texts[0]) : undefined;
}

const allMatching = defineCheck<FilterSubject>({
  id: "filters.all-matching",
  claim: "a filtered list must hold every item with the requested value",
  basis: "the filter parameter, and the item's property of its name",
  stage: "early",
  quiet: true,
  tests: ofMeaning(),
  applies: wholeFiltersOf,
  run: async (subject, target) => {
    return judgeEach(subject.values, (value) =>
      judgeEach([holdsAll, holdsSome], (holds) => holds(target, subject, value)),
    );
  },
});

async function holdsAll(target: Target, subject: FilterSubject, value: JsonValue): Promise<Outcome> {
  const { resource, filter } = subject;
  const known = expected(target, subject, value);
  const exchange = await filtered(target, subject, value, largestPage(resource));
  const first = itemsOf(exchange);
  const asked = `${subject.about}=${showScalar(value)}`;
  if (first === undefined) return fail(`a list for ${asked}`, exchange);
  if (known.length === 0)
    return inconclusive(`no item with ${asked} is known`, `a store that holds one, or ${writeRemedy(target.session)}`);
  if (first.length >= largestCount(resource)) return PASS;
  const items = await allItems(target, subject, valueQuery(subject, value), exchange);
  if (items === undefined) return inconclusive("the list goes on, and its other pages cannot be read", "a page size");
  const shown = new Set(items.map((item) => idText(resource.identifier, item)));
  const absent = known.filter((id) => !shown.has(id));
  const missing = await missingTwice(target, subject, value, absent);
  if (missing === undefined) return PASS;
  if (items.length === 0) return fail(`the known items with ${asked}`, "an empty list", exchange);
  return fail(
    `every known item with ${asked}`,
    `the item ${missing} is not in the list by ${filter.property}`,
    exchange,
  );
}

const valueQuery = ({ resource, filter }: FilterSubject, value: JsonValue): HeaderPairs => [
  ...largestPage(resource),
  [filter.parameter.name, showScalar(value)],
];

/**
 * Others may change an item and change it back between the list and the fetch. It counts as missing only if a list
 * requested afterwards lacks it as well, while it still has the value.
 */
async function missingTwice(
  target: Target,
  subject: FilterSubject,
  value: JsonValue,
  absent: readonly string[],
): Promise<string | undefined> {
  const { resource, filter, operation } = subject;
  const sought = { resource, filter, value };
  const [missing] = await stillMatching(target, sought, absent, 1);
  if (missing === undefined) return undefined;
  const query = valueQuery(subject, value);
  const page = await target.ask({ operation, query, intent: "edge" });
  const again = (await allItems(target, subject, query, page)) ?? [];
  const isListed = again.some((item) => idText(resource.identifier, item) === missing);
  if (isListed || again.length >= largestCount(resource)) return undefined;
  const [still] = await stillMatching(target, sought, [missing], 1);
  return still;
}

/** The identifiers of items with the value: those listed with it, and those that the run created with it. */
function expected(target: Target, { resource, filter }: FilterSubject, value: JsonValue): string[] {
  const listed = matching(target.session, resource, { filter, value }).map((item) => idText(resource.identifier, item));
  const made = ownItems(target.session, resource).filter(
    ({ exchange, item }) => exchange.intent !== "invalid" && equalJson(item[filter.property] ?? null, value),
  );
  return [...new Set([...listed, ...made.map(({ id }) => showScalar(id))])];
}

/** Without a page size, a filtered list must not have fewer items than its default allows. */
async function holdsSome(target: Target, subject: FilterSubject, value: JsonValue): Promise<Outcome> {
  const { resource, filter } = subject;
  const known = expected(target, subject, value);
  const exchange = await filtered(target, subject, value, []);
  const items = itemsOf(exchange);
  const asked = `${subject.about}=${showScalar(value)}`;
  const count = Math.min(known.length, resource.pageSize?.default ?? 1);
  if (items === undefined) return fail(`a list for ${asked}`, exchange);
  if (items.length >= count) return PASS;
  const certain = await stillMatching(target, { resource, filter, value }, known, items.length + 1);
  if (certain.length <= items.length) return inconclusive("others change items meanwhile", "a store at rest");
  return fail(`${counted(count, "item")} or more for ${asked}`, counted(items.length, "item"), exchange);
}

const beforeLimit = defineCheck<FilterSubject>({
  id: "filters.before-limit",
  claim: "a list must be filtered before it is cut to the page size",
  basis: "the filter and the page size; spec/decisions.md#filter-before-limit",
  stage: "early",
  quiet: true,
  tests: ofMeaning(),
  applies: (plan) => wholeFiltersOf(plan).filter(({ resource }) => resource.pageSize !== undefined),
  run: async (subject, target) => {
    const { resource, filter, values } = subject;
    const { name, minimum = 1 } = { name: resource.pageSize?.parameter.name ?? "", ...resource.pageSize };
    const tries = values.flatMap((value) => {
      const known = matching(target.session, resource, { filter, value }).length;
      return [1, 2].filter((one) => one <= known && one >= minimum).map((size) => ({ value, size }));
    });
    if (tries.length === 0) return inconclusive("no item that a filter finds is known", "a store that holds some");
    return judgeEach(tries, async ({ value, size }) => {
      const exchange = await filtered(target, subject, value, [[name, String(size)]]);
      const count = itemsOf(exchange)?.length ?? 0;
      const asked = `${subject.about}=${showScalar(value)} and ${name}=${size}`;
      // paging.at-most judges lists with more than that.
      const lacking = count < size && (await matchingStill(target, { resource, filter, value }, size)).length >= size;
      return lacking ? fail(`${counted(size, "item")} for ${asked}`, counted(count, "item"), exchange) : PASS;
    });
  },
});

export const listedChecks = [onlyMatching, allMatching, beforeLimit];
