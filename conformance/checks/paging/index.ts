// The size of a page: exactly the requested one, never more than the maximum, the default without a request, and all of
// this with a filter too.
import { showScalar } from "../../../src/contract/serialization/text.ts";
import { MEANING } from "../tests.ts";
import { ofMeaning } from "../parameters/tests.ts";
import { count as counted } from "../../../src/report/text.ts";
import { itemsOf } from "../../probes/list.ts";
import { recordCheck } from "../../judgements/record.ts";
import { type Outcome, PASS, defineCheck, inconclusive, judgeEach } from "../../check.ts";
import { type Exchange, isRefusal, isServed, isSuccess } from "../../client/exchange.ts";
import { type Plan, resourceOf } from "../../plan.ts";
import type { PageSize, Resource } from "../../../src/resource/model.ts";
import { Undecidable, orUndecidable } from "../../client/undecidable.ts";
import { matchingStill } from "../../items/still-matching.ts";
import { type FilterValue, firstFilterValue } from "../../probes/filter-values.ts";
import type { Target } from "../../client/target.ts";
import {
  type PageSubject,
  askFor,
  atLeast,
  ensureShown,
  exactly,
  pageSizes,
  reasonable,
  refusedOrClamped,
} from "./page-sizes.ts";
import { backwards } from "./backwards.ts";
import { endChecks } from "./ends.ts";
import { sortedPages } from "./sorted-pages.ts";
import { walkChecks } from "./walks.ts";
import type { JsonValue } from "../../../src/json/value.ts";

/** Sizes that a small store can show, within the bounds. */
const SMALL_SIZES = [1, 2, 5, 10];

function smallSizes({ minimum = 0, maximum = Number.POSITIVE_INFINITY }: PageSize): number[] {
  const small = SMALL_SIZES.filter((size) => size >= minimum && size <= maximum);
  return small.length === 0 && reasonable(minimum) ? [minimum] : small;
}

/** What checks of page sizes have in common. @param least how many items the store must hold */
function filled(
  least: (pageSize: PageSize) => number,
  wantedOf?: (target: Target, resource: Resource) => FilterValue | undefined,
) {
  const fill = (subject: PageSubject, target: Target): Promise<void> =>
    ensureShown(target, subject, least(subject.pageSize), wantedOf?.(target, subject.resource));
  return { quiet: true, prepare: fill } as const;
}

const FOR_SMALL = filled((pageSize) => Math.max(1, ...smallSizes(pageSize)));
const FOR_LARGEST = filled(({ maximum = 0 }) => maximum + 1);
const FOR_USUAL = filled((pageSize) => (pageSize.default ?? 0) + 1);
const FOR_LEAST = filled(({ minimum = 1 }) => minimum + 1);
const FOR_FILTERED = filled(
  ({ maximum = 0 }) => maximum + 1,
  ({ plan }, resource) => firstFilterValue(plan, resource),
);

const exact = defineCheck<PageSubject>({
  ...FOR_SMALL,
  id: "paging.exact",
  claim: "a list must hold as many items as requested, if there are enough",
  basis: "the page size parameter",
  tests: [...ofMeaning(), MEANING],
  applies: (plan) => pageSizes(plan),
  run: async (subject, target) => {
    const sizes = smallSizes(subject.pageSize);
    if (sizes.length === 0) return inconclusive("no allowed page is small enough to be filled", "a smaller minimum");
    return judgeEach(sizes, async (size) => {
      const exchange = await askFor(target, subject, String(size), { intent: "edge" });
      return atLeast(exchange, size, `${subject.about}=${size}`);
    });
  },
});

const atMost = recordCheck({
  id: "paging.at-most",
  claim: "a list must not hold more items than requested",
  signs: { isIgnored: true },
  basis: "the page size parameter",
  tests: ofMeaning(),
  applies: (plan) => pageSizes(plan),
  select: (exchange, plan) =>
    isServed(exchange) && sizeAsked(exchange, plan) !== undefined && itemsOf(exchange) !== undefined,
  judge: (exchange, plan) => {
    const size = sizeAsked(exchange, plan) ?? 0;
    const count = itemsOf(exchange)?.length ?? 0;
    return count <= size ? undefined : [`${counted(size, "item")} at most`, counted(count, "item")];
  },
});

/** The page size in the query of a list; undefined if there is none. */
function sizeAsked(exchange: Exchange, plan: Plan): number | undefined {
  const resource = exchange.operation === undefined ? undefined : resourceOf(plan, exchange.operation);
  if (resource?.pageSize === undefined || exchange.operation !== resource.operations.list) return undefined;
  const query = new URL(exchange.request.url).searchParams;
  const text = query.get(resource.pageSize.parameter.name);
  // How a server handles a number below zero is not judged here.
  const size = text === null ? Number.NaN : Number(text);
  return size >= 0 ? size : undefined;
}

const largest = defineCheck<PageSubject>({
  ...FOR_LARGEST,
  id: "paging.maximum",
  claim: "the largest page size must be honored in full",
  basis: "the page size parameter's maximum",
  tests: ofMeaning("maximum"),
  applies: (plan) => pageSizes(plan, ({ maximum }) => reasonable(maximum)),
  run: async (subject, target) => {
    const maximum = subject.pageSize.maximum ?? 0;
    const { default: usualSize = 0, parameter } = subject.pageSize;
    const shown = parameter.examples.map(({ value }) => Number(value));
    const sizes = new Set([maximum, maximum - 1, Math.ceil(maximum / 2) + 1, usualSize, ...shown]);
    const asked = [...sizes].filter((one) => one > 0 && one <= maximum);
    return judgeEach(asked, async (size) => {
      const exchange = await askFor(target, subject, String(size), { intent: "edge" });
      // parameters.allowed judges the refusal of a size, except of the largest.
      if (size !== maximum && isRefusal(exchange)) return PASS;
      return atLeast(exchange, Math.min(size, maximum), `${subject.about}=${size}`);
    });
  },
});

const usual = defineCheck<PageSubject>({
  ...FOR_USUAL,
  id: "paging.default",
  claim: "a list without a page size must have the default size",
  basis: "the page size parameter's default",
  tests: ofMeaning("default"),
  applies: (plan) => pageSizes(plan, (pageSize) => reasonable(pageSize.default)),
  run: async (subject, target) => {
    const count = subject.pageSize.default ?? 0;
    return exactly(await askFor(target, subject, undefined, { intent: "edge" }), count, `no ${subject.about}`);
  },
});

const above = defineCheck<PageSubject>({
  quiet: true,
  prepare: (subject, target) => holdsMore(subject, target),
  id: "paging.above-maximum",
  claim: "a list must never hold more items than the maximum page size",
  basis: "the page size parameter's maximum",
  tests: ofMeaning("maximum"),
  applies: (plan) => pageSizes(plan, ({ maximum }) => maximum !== undefined),
  run: async (subject, target) => {
    const maximum = subject.pageSize.maximum ?? 0;
    const enough = await holdsMore(subject, target);
    const sizes = [maximum + 1, maximum * 10, "2147483648", "9223372036854775808", "100000000000000000000"];
    const outcome = await judgeEach(sizes, async (size) => {
      const exchange = await askFor(target, subject, String(size), { intent: "invalid" });
      return refusedOrClamped(exchange, maximum, enough, `${subject.about}=${size}`);
    });
    return unless(enough, target, outcome, maximum);
  },
});

/** True if the list has more items to show than the largest page. */
async function holdsMore(subject: PageSubject, target: Target): Promise<boolean> {
  return !((await orUndecidable(FOR_LARGEST.prepare(subject, target))) instanceof Undecidable);
}

/** A success proves nothing about a maximum unless the store is known to have more items. */
function unless(enough: boolean, target: Target, outcome: Outcome, maximum: number): Outcome {
  const served = target.evidence.some((exchange) => isSuccess(exchange));
  if (outcome.verdict !== "pass" || enough || !served) return outcome;
  return inconclusive(
    `the store is not known to hold more than ${counted(maximum, "item")}`,
    "a store with more, or a larger --max-writes",
  );
}

const below = defineCheck<PageSubject>({
  ...FOR_LEAST,
  id: "paging.below-minimum",
  level: "should",
  claim: "a page size below the minimum should be refused or raised to it",
  basis: "the page size parameter's minimum; spec/decisions.md#page-size-out-of-range",
  tests: ofMeaning("minimum"),
  applies: (plan) => pageSizes(plan, ({ minimum }) => minimum !== undefined && minimum > 0),
  run: async (subject, target) => {
    const minimum = subject.pageSize.minimum ?? 1;
    return judgeEach([minimum - 1, -1, -2147483649], async (size) => {
      const exchange = await askFor(target, subject, String(size), { intent: "invalid" });
      return refusedOrClamped(exchange, minimum, true, `${subject.about}=${size}`);
    });
  },
});

const filtered = defineCheck<PageSubject>({
  ...FOR_FILTERED,
  id: "paging.with-filter",
  claim: "page sizes must apply to filtered lists as well",
  basis: "the page size parameter",
  tests: ofMeaning(),
  applies: (plan) =>
    pageSizes(plan, ({ maximum }) => reasonable(maximum)).filter(({ resource }) => firstFilterValue(plan, resource)),
  run: async (subject, target) => {
    const { resource, pageSize, about } = subject;
    const maximum = pageSize.maximum ?? 0;
    const wanted = firstFilterValue(target.plan, resource);
    const asked = (what: string): string =>
      `${what} and ${wanted?.filter.parameter.name ?? ""}=${showScalar(wanted?.value as JsonValue)}`;
    const tries = [
      async () => {
        const most = await askFor(target, subject, String(maximum), { intent: "edge", wanted });
        return atLeast(most, maximum, asked(`${about}=${maximum}`));
      },
      async () => {
        const more = await askFor(target, subject, String(maximum + 1), { intent: "invalid", wanted });
        return refusedOrClamped(more, maximum, true, asked(`${about}=${maximum + 1}`));
      },
      async () => {
        if (!reasonable(pageSize.default)) return PASS;
        const plain = await askFor(target, subject, undefined, { intent: "edge", wanted });
        return exactly(plain, pageSize.default ?? 0, asked(`no ${about}`));
      },
    ];
    const outcome = await judgeEach(tries, (ask) => ask());
    if (outcome.verdict === "pass" || wanted === undefined) return outcome;
    const certain = await matchingStill(target, { resource, ...wanted }, maximum + 1);
    return certain.length > maximum ? outcome : inconclusive("others change items meanwhile", "a store at rest");
  },
});

export const pagingChecks = [
  ...[exact, atMost, largest, usual, above, below, filtered],
  ...walkChecks,
  ...endChecks,
  sortedPages,
  backwards,
];
