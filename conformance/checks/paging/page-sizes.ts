// Requests a page of a given size, and judges how long the answer is.
import { showScalar } from "../../../src/contract/serialization/text.ts";
import type { PageSize, Resource } from "../../../src/resource/model.ts";
import { count as counted } from "../../../src/report/text.ts";
import { itemsOf } from "../../probes/list.ts";
import { type Outcome, PASS, type Subject, fail } from "../../check.ts";
import { type Exchange, type HeaderPairs, isRefusal, isSuccess, isTurnedAway } from "../../client/exchange.ts";
import { type Plan, operationsInRole } from "../../plan.ts";
import type { FilterValue } from "../../probes/filter-values.ts";
import { isNarrow } from "../../probes/narrowing.ts";
import { ensureItems } from "../../items/fill.ts";
import type { Target } from "../../client/target.ts";
import { Undecidable } from "../../client/undecidable.ts";

export interface PageSubject extends Subject {
  readonly resource: Resource;
  readonly pageSize: PageSize;
}

/** Lists with a matching page size that can be requested without another filter. */
export function pageSizes(plan: Plan, wanted: (pageSize: PageSize) => boolean = () => true): PageSubject[] {
  return operationsInRole(plan, "list").flatMap(({ resource, operation }) => {
    const { pageSize } = resource;
    if (pageSize === undefined || !wanted(pageSize)) return [];
    // Which items a required filter finds is not known beforehand.
    if (resource.filters.some(({ parameter }) => parameter.required)) return [];
    return [{ operation, resource, pageSize, pointer: pageSize.parameter.pointer, about: pageSize.parameter.name }];
  });
}

/** Larger pages are not filled: that would take too many items. */
export const reasonable = (size: number | undefined): boolean => size !== undefined && size > 0 && size <= 1000;

/**
 * Makes sure that the list has at least this many items to show, all with the value of the filter if one is given.
 * @throws Undecidable if it cannot, or if the default of a filter hides an unknown number of items
 */
export async function ensureShown(
  target: Target,
  { resource }: PageSubject,
  count: number,
  wanted?: FilterValue,
): Promise<void> {
  if (isNarrow(target.plan, resource, wanted?.filter)) {
    throw new Undecidable("the default of a filter keeps items back", "a list that shows all items unless it is asked");
  }
  await ensureItems(target, resource, count, wanted);
}

/** Requests a page of a size, with a filter if one is given; undefined leaves the size out. */
export async function askFor(
  target: Target,
  { operation, pageSize }: PageSubject,
  size: string | undefined,
  how: { readonly intent: "edge" | "invalid"; readonly wanted?: FilterValue | undefined },
): Promise<Exchange> {
  const sized: HeaderPairs = size === undefined ? [] : [[pageSize.parameter.name, size]];
  const { wanted, intent } = how;
  // The filter comes first here, so that the order of the two varies.
  const query =
    wanted === undefined ? sized : [[wanted.filter.parameter.name, showScalar(wanted.value)] as const, ...sized];
  const probe = { operation, query, intent };
  return intent === "edge" ? target.view(probe) : target.ask(probe);
}

/** Passes if a list has at least this many items. @param asked the request in words */
export function atLeast(exchange: Exchange, count: number, asked: string): Outcome {
  const items = itemsOf(exchange);
  if (items === undefined) return fail(`a list of ${counted(count, "item")} for ${asked}`, exchange);
  return items.length >= count
    ? PASS
    : fail(`${counted(count, "item")} for ${asked}`, counted(items.length, "item"), exchange);
}

/** Passes if a list has exactly this many items. @param asked the request in words */
export function exactly(exchange: Exchange, count: number, asked: string): Outcome {
  const items = itemsOf(exchange);
  const outcome = atLeast(exchange, count, asked);
  if (outcome.verdict !== "pass" || items === undefined || items.length === count) return outcome;
  return fail(`${counted(count, "item")} for ${asked}`, counted(items.length, "item"), exchange);
}

/** Judges the answer to a page size out of bounds: refused, or clamped to the nearest bound. */
export function refusedOrClamped(exchange: Exchange, bound: number, enough: boolean, asked: string): Outcome {
  if (isRefusal(exchange) && !isTurnedAway(exchange)) return PASS;
  const items = isSuccess(exchange) ? itemsOf(exchange) : undefined;
  const expected = `a refusal (4xx) of ${asked}, or ${counted(bound, "item")}`;
  if (items === undefined) return fail(expected, exchange);
  if (items.length > bound || (enough && items.length < bound))
    return fail(expected, counted(items.length, "item"), exchange);
  return PASS;
}
