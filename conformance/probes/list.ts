// Requests as many items as a list may show, and reads the items of its answer.
import { shownIn } from "../places.ts";
import { type JsonObject, isObject } from "../../src/json/value.ts";
import type { Resource } from "../../src/resource/model.ts";
import { type Exchange, type HeaderPairs } from "../client/exchange.ts";

/** The items in a list's answer; undefined if it is not a list of objects. */
export function itemsOf(exchange: Exchange): readonly JsonObject[] | undefined {
  const value = shownIn(exchange);
  return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

/** The page size to request if the document does not limit it. */
const LARGE_PAGE = 100;

/** How many items a list may show at once; infinite if the document does not say. */
export function largestCount({ pageSize, listed: { most } }: Resource): number {
  if (pageSize === undefined) return most;
  return Math.min(pageSize.maximum ?? Math.max(LARGE_PAGE, pageSize.default ?? 0), most);
}

/** The query for as many items as a list may show at once. */
export function largestPage(resource: Resource): HeaderPairs {
  const { pageSize } = resource;
  return pageSize === undefined ? [] : [[pageSize.parameter.name, String(largestCount(resource))]];
}
