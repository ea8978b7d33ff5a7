// The size of a page: exactly what was asked for, never more than the maximum, the default without it; and all of
// this beside a filter too.
import type { JsonValue } from "../../src/contract/json.ts";
import { showScalar } from "../../src/contract/wire.ts";
import type { PageSize, Resource } from "../../src/resource/model.ts";
import { itemsOf, recordCheck } from "../ask.ts";
import { type AnyCheck, type Outcome, PASS, type Subject, defineCheck, fail, inconclusive, worst } from "../check.ts";
import {
  type Exchange,
  type HeaderPairs,
  describeAnswer,
  isRefusal,
  isServed,
  isSuccess,
  statusOf,
} from "../exchange.ts";
import { type Plan, playing, resourceOf } from "../plan.ts";
import { type Wanted, ensureItems, firstWanted } from "../population.ts";
import type { Target } from "../target.ts";

interface PageSubject extends Subject {
  readonly resource: Resource;
  readonly pageSize: PageSize;
}

function pageSizes(plan: Plan, wanted: (pageSize: PageSize) => boolean = () => true): PageSubject[] {
  return playing(plan, "list").flatMap(({ resource, operation }) => {
    const { pageSize } = resource;
    if (pageSize === undefined || !wanted(pageSize)) return [];
    return [{ operation, resource, pageSize, pointer: pageSize.parameter.pointer, about: pageSize.parameter.name }];
  });
}

/** Larger pages are not asked for in full: it would take too many items. */
const reasonable = (size: number | undefined): boolean => size !== undefined && size > 0 && size <= 1000;

/** Asks for a page of a size, with a filter where one is wanted; undefined leaves the size out. */
async function askFor(
  target: Target,
  { operation, pageSize }: PageSubject,
  size: string | undefined,
  how: { readonly intent: "edge" | "invalid"; readonly wanted?: Wanted | undefined },
): Promise<Exchange> {
  const sized: HeaderPairs = size === undefined ? [] : [[pageSize.parameter.name, size]];
  const { wanted, intent } = how;
  // The filter comes first, so that the order of the two is not always the same.
  const query =
    wanted === undefined ? sized : [[wanted.filter.parameter.name, showScalar(wanted.value)] as const, ...sized];
  const probe = { operation, query, intent };
  return intent === "edge" ? target.view(probe) : target.ask(probe);
}

function atLeast(exchange: Exchange, count: number, asked: string): Outcome {
  const items = itemsOf(exchange);
  if (items === undefined) return fail(`a list of ${count} items for ${asked}`, describeAnswer(exchange), exchange);
  return items.length >= count ? PASS : fail(`${count} items for ${asked}`, `${items.length} items`, exchange);
}

/** Sizes that a small store can show, inside the bounds. */
const SMALL_SIZES = [1, 2, 5, 10];

const exact = defineCheck<PageSubject>({
  id: "paging.exact",
  family: "paging",
  level: "must",
  claim: "a list holds as many items as were asked for, if there are so many",
  basis: "the page size parameter",
  stage: "main",
  applies: (plan) => pageSizes(plan),
  run: async (subject, target) => {
    const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = subject.pageSize;
    const sizes = SMALL_SIZES.filter((size) => size >= minimum && size <= maximum);
    await ensureItems(target, subject.resource, Math.max(1, ...sizes));
    const outcomes: Outcome[] = [];
    for (const size of sizes) {
      const exchange = await askFor(target, subject, String(size), { intent: "edge" });
      outcomes.push(atLeast(exchange, size, `${subject.about}=${size}`));
    }
    return worst(outcomes);
  },
});

const atMost = recordCheck({
  id: "paging.at-most",
  family: "paging",
  level: "must",
  claim: "no list holds more items than were asked for",
  basis: "the page size parameter",
  applies: (plan) => pageSizes(plan),
  select: (exchange, plan) =>
    isServed(exchange) && sizeAsked(exchange, plan) !== undefined && itemsOf(exchange) !== undefined,
  judge: (exchange, plan) => {
    const size = sizeAsked(exchange, plan) ?? 0;
    const count = itemsOf(exchange)?.length ?? 0;
    return count <= size ? undefined : [`${size} items at most`, `${count} items`];
  },
});

/** The page size in the query of a list; undefined where there is none. */
function sizeAsked(exchange: Exchange, plan: Plan): number | undefined {
  const resource = exchange.operation === undefined ? undefined : resourceOf(plan, exchange.operation);
  if (resource?.pageSize === undefined || exchange.operation !== resource.operations.list) return undefined;
  const query = new URL(exchange.request.url).searchParams;
  const text = query.get(resource.pageSize.parameter.name);
  return text === null ? undefined : Number(text);
}

const largest = defineCheck<PageSubject>({
  id: "paging.maximum",
  family: "paging",
  level: "must",
  claim: "the largest page size is honoured in full",
  basis: "the page size parameter's maximum",
  stage: "main",
  applies: (plan) => pageSizes(plan, ({ maximum }) => reasonable(maximum)),
  run: async (subject, target) => {
    const maximum = subject.pageSize.maximum ?? 0;
    await ensureItems(target, subject.resource, maximum + 1);
    const outcomes: Outcome[] = [];
    for (const size of [maximum, maximum - 1, Math.ceil(maximum / 2) + 1].filter((one) => one > 0)) {
      const exchange = await askFor(target, subject, String(size), { intent: "edge" });
      outcomes.push(atLeast(exchange, Math.min(size, maximum), `${subject.about}=${size}`));
    }
    return worst(outcomes);
  },
});

const usual = defineCheck<PageSubject>({
  id: "paging.default",
  family: "paging",
  level: "must",
  claim: "a list without a page size holds as many items as the default",
  basis: "the page size parameter's default",
  stage: "main",
  applies: (plan) => pageSizes(plan, (pageSize) => reasonable(pageSize.default)),
  run: async (subject, target) => {
    const count = subject.pageSize.default ?? 0;
    await ensureItems(target, subject.resource, count + 1);
    return exactly(await askFor(target, subject, undefined, { intent: "edge" }), count, `no ${subject.about}`);
  },
});

function exactly(exchange: Exchange, count: number, asked: string): Outcome {
  const items = itemsOf(exchange);
  const outcome = atLeast(exchange, count, asked);
  if (outcome.verdict !== "pass" || items === undefined || items.length === count) return outcome;
  return fail(`${count} items for ${asked}`, `${items.length} items`, exchange);
}

/** Judges the answer to a page size out of bounds: refused, or clamped to the nearest bound. */
function refusedOrClamped(exchange: Exchange, bound: number, enough: boolean, asked: string): Outcome {
  const status = statusOf(exchange);
  if (isRefusal(exchange) && status !== 401 && status !== 403) return PASS;
  const items = isSuccess(exchange) ? itemsOf(exchange) : undefined;
  const expected = `a refusal (4xx) of ${asked}, or ${bound} items`;
  if (items === undefined) return fail(expected, describeAnswer(exchange), exchange);
  if (items.length > bound || (enough && items.length < bound))
    return fail(expected, `${items.length} items`, exchange);
  return PASS;
}

const above = defineCheck<PageSubject>({
  id: "paging.above-maximum",
  family: "paging",
  level: "must",
  claim: "a page size above the maximum never gives more items than it",
  basis: "the page size parameter's maximum",
  stage: "main",
  applies: (plan) => pageSizes(plan, ({ maximum }) => maximum !== undefined),
  run: async (subject, target) => {
    const maximum = subject.pageSize.maximum ?? 0;
    const enough = await holds(target, subject, maximum + 1);
    const sizes = [maximum + 1, maximum * 10, "2147483648", "9223372036854775808", "100000000000000000000"];
    const outcomes: Outcome[] = [];
    for (const size of sizes) {
      const exchange = await askFor(target, subject, String(size), { intent: "invalid" });
      outcomes.push(refusedOrClamped(exchange, maximum, enough, `${subject.about}=${size}`));
    }
    return unless(enough, target, worst(outcomes), maximum);
  },
});

/** A success proves nothing about a maximum while the store is not known to hold more. */
function unless(enough: boolean, target: Target, outcome: Outcome, maximum: number): Outcome {
  const served = target.evidence.some((exchange) => isSuccess(exchange));
  if (outcome.verdict !== "pass" || enough || !served) return outcome;
  return inconclusive(
    `the store is not known to hold more than ${maximum} items`,
    "a store with more, or a larger --max-writes",
  );
}

async function holds(target: Target, { resource }: PageSubject, count: number, wanted?: Wanted): Promise<boolean> {
  return ensureItems(target, resource, count, wanted).then(
    () => true,
    () => false,
  );
}

const below = defineCheck<PageSubject>({
  id: "paging.below-minimum",
  family: "paging",
  level: "should",
  claim: "a page size below the minimum is refused, or taken as the minimum",
  basis: "the page size parameter's minimum; spec/decisions.md#page-size-out-of-range",
  stage: "main",
  applies: (plan) => pageSizes(plan, ({ minimum }) => minimum !== undefined && minimum > 0),
  run: async (subject, target) => {
    const minimum = subject.pageSize.minimum ?? 1;
    await ensureItems(target, subject.resource, minimum + 1);
    const outcomes: Outcome[] = [];
    for (const size of [minimum - 1, -1, -2147483649]) {
      const exchange = await askFor(target, subject, String(size), { intent: "invalid" });
      outcomes.push(refusedOrClamped(exchange, minimum, true, `${subject.about}=${size}`));
    }
    return worst(outcomes);
  },
});

const filtered = defineCheck<PageSubject>({
  id: "paging.with-filter",
  family: "paging",
  level: "must",
  claim: "a filtered list has the same page sizes as a whole one",
  basis: "the page size parameter",
  stage: "main",
  applies: (plan) =>
    pageSizes(plan, ({ maximum }) => reasonable(maximum)).filter(({ resource }) => firstWanted(plan, resource)),
  run: async (subject, target) => {
    const { resource, pageSize, about } = subject;
    const maximum = pageSize.maximum ?? 0;
    const wanted = firstWanted(target.plan, resource);
    await ensureItems(target, resource, maximum + 1, wanted);
    const asked = (what: string): string =>
      `${what} and ${wanted?.filter.parameter.name ?? ""}=${showScalar(wanted?.value as JsonValue)}`;
    const most = await askFor(target, subject, String(maximum), { intent: "edge", wanted });
    const more = await askFor(target, subject, String(maximum + 1), { intent: "invalid", wanted });
    const outcomes = [
      atLeast(most, maximum, asked(`${about}=${maximum}`)),
      refusedOrClamped(more, maximum, true, asked(`${about}=${maximum + 1}`)),
    ];
    if (reasonable(pageSize.default)) {
      const plain = await askFor(target, subject, undefined, { intent: "edge", wanted });
      outcomes.push(exactly(plain, pageSize.default ?? 0, asked(`no ${about}`)));
    }
    return worst(outcomes);
  },
});

export const pagingChecks: readonly AnyCheck[] = [exact, atMost, largest, usual, above, below, filtered];
