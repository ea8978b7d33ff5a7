// The size of a page: exactly what was asked for, never more than the maximum, the default without it.
import type { PageSize, Resource } from "../../src/resource/model.ts";
import { itemsOf } from "../ask.ts";
import { type AnyCheck, type Outcome, PASS, type Subject, defineCheck, fail, inconclusive, worst } from "../check.ts";
import { type Exchange, describeAnswer, isRefusal, isSuccess, statusOf } from "../exchange.ts";
import { type Plan, playing } from "../plan.ts";
import { ensureItems } from "../population.ts";
import type { Target } from "../target.ts";

interface PageSubject extends Subject {
  readonly resource: Resource;
  readonly pageSize: PageSize;
}

function pageSizes(plan: Plan, wanted: (pageSize: PageSize) => boolean): PageSubject[] {
  return playing(plan, "list").flatMap(({ resource, operation }) => {
    const { pageSize } = resource;
    if (pageSize === undefined || !wanted(pageSize)) return [];
    return [{ operation, resource, pageSize, pointer: pageSize.parameter.pointer, about: pageSize.parameter.name }];
  });
}

async function askFor(
  target: Target,
  { operation, pageSize }: PageSubject,
  size: string | undefined,
  valid: boolean,
): Promise<Exchange> {
  const query = size === undefined ? [] : [[pageSize.parameter.name, size] as const];
  return target.ask({ operation, query, ...(valid ? {} : { intent: "invalid" as const }) });
}

function exactly(exchange: Exchange, count: number, asked: string): Outcome {
  const items = itemsOf(exchange);
  if (items === undefined) return fail(`a list of ${count} items for ${asked}`, describeAnswer(exchange), exchange);
  return items.length === count ? PASS : fail(`${count} items for ${asked}`, `${items.length} items`, exchange);
}

/** Sizes that a small store can show, inside the bounds. */
const SMALL_SIZES = [1, 2, 3, 5, 7];

const exact = defineCheck<PageSubject>({
  id: "paging.exact",
  family: "paging",
  level: "must",
  claim: "a list holds as many items as were asked for, if there are so many",
  basis: "the page size parameter",
  stage: "main",
  applies: (plan) => pageSizes(plan, () => true),
  run: async (subject, target) => {
    const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = subject.pageSize;
    const sizes = SMALL_SIZES.filter((size) => size >= minimum && size <= maximum);
    await ensureItems(target, subject.resource, Math.max(...sizes));
    const outcomes: Outcome[] = [];
    for (const size of sizes) {
      outcomes.push(exactly(await askFor(target, subject, String(size), true), size, `${subject.about}=${size}`));
    }
    return worst(outcomes);
  },
});

const largest = defineCheck<PageSubject>({
  id: "paging.maximum",
  family: "paging",
  level: "must",
  claim: "the largest page size is honoured in full",
  basis: "the page size parameter's maximum",
  stage: "main",
  applies: (plan) => pageSizes(plan, ({ maximum }) => maximum !== undefined && maximum <= 1000),
  run: async (subject, target) => {
    const maximum = subject.pageSize.maximum ?? 0;
    await ensureItems(target, subject.resource, maximum + 1);
    const outcomes: Outcome[] = [];
    for (const size of [maximum, maximum - 1]) {
      outcomes.push(exactly(await askFor(target, subject, String(size), true), size, `${subject.about}=${size}`));
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
  applies: (plan) => pageSizes(plan, (pageSize) => pageSize.default !== undefined && pageSize.default <= 1000),
  run: async (subject, target) => {
    const count = subject.pageSize.default ?? 0;
    await ensureItems(target, subject.resource, count + 1);
    return exactly(await askFor(target, subject, undefined, true), count, `no ${subject.about}`);
  },
});

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
    const enough = await hasItems(target, subject, maximum + 1);
    const outcomes: Outcome[] = [];
    for (const size of [
      String(maximum + 1),
      String(maximum * 10),
      "2147483648",
      "9223372036854775808",
      "100000000000000000000",
    ]) {
      const exchange = await askFor(target, subject, size, false);
      outcomes.push(refusedOrClamped(exchange, maximum, enough, `${subject.about}=${size}`));
    }
    const outcome = worst(outcomes);
    const answered = target.evidence.some((exchange) => isSuccess(exchange));
    if (outcome.verdict === "pass" && answered && !enough) {
      return inconclusive(
        `the store is not known to hold more than ${maximum} items`,
        `a store with more, or a larger --max-writes`,
      );
    }
    return outcome;
  },
});

async function hasItems(target: Target, { resource }: PageSubject, count: number): Promise<boolean> {
  return ensureItems(target, resource, count).then(
    () => true,
    () => false,
  );
}

const below = defineCheck<PageSubject>({
  id: "paging.below-minimum",
  family: "paging",
  level: "must",
  claim: "a page size below the minimum is refused, or taken as the minimum",
  basis: "the page size parameter's minimum; spec/decisions.md#page-size-out-of-range",
  stage: "main",
  applies: (plan) => pageSizes(plan, ({ minimum }) => minimum !== undefined && minimum > 0),
  run: async (subject, target) => {
    const minimum = subject.pageSize.minimum ?? 1;
    await ensureItems(target, subject.resource, minimum + 1);
    const outcomes: Outcome[] = [];
    for (const size of [minimum - 1, -1, -100, -2147483649]) {
      const exchange = await askFor(target, subject, String(size), false);
      outcomes.push(refusedOrClamped(exchange, minimum, true, `${subject.about}=${size}`));
    }
    return worst(outcomes);
  },
});

export const pagingChecks: readonly AnyCheck[] = [exact, largest, usual, above, below];
