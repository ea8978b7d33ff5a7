// Asking a list for as much as it may show, and reading the items of its answer.
import { shownIn } from "../places.ts";
import { type JsonObject, isObject } from "../../src/json/value.ts";
import type { Resource } from "../../src/resource/model.ts";
import { type Exchange, type HeaderPairs } from "../client/exchange.ts";

/** The items of a list's answer; undefined where it is no list of objects. */
export function itemsOf(exchange: Exchange): readonly JsonObject[] | undefined {
  const value = shownIn(exchange);
  return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

/** How many items a list is asked for where the document does not bound it. */
const LARGE_PAGE = 100;

/** How many items a list may show at once; infinite where the document does not say. */
export function largestCount({ pageSize, mostListed = Number.POSITIVE_INFINITY }: Resource): number {
  if (pageSize === undefined) return mostListed;
  return Math.min(pageSize.maximum ?? Math.max(LARGE_PAGE, pageSize.default ?? 0), mostListed);
}

/** The query that asks a list for as many items as it may show at once. */
export function largestPage(resource: Resource): HeaderPairs {
  const { pageSize } = resource;
  return pageSize === undefined ? [] : [[pageSize.parameter.name, String(largestCount(resource))]];
}
