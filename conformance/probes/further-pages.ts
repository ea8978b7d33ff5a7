// Whether a list has more pages than an answer shows.
import { linkTo } from "../../src/contract/link-header.ts";
import { hidesSize } from "../../src/resource/lists/page-names.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { hasId } from "../../src/resource/items/identify.ts";
import type { Resource } from "../../src/resource/model.ts";
import { type Exchange, headerOf, isSuccess, precedes } from "../client/exchange.ts";
import type { Plan } from "../plan.ts";
import { itemsOf, largestCount, largestPage } from "./list.ts";
import { listMetadataOf, valueAt } from "./list-metadata.ts";

/** What an answer says of further pages; undefined if it says nothing. */
function saysMore(plan: Plan, { pageSize }: Resource, page: Exchange): boolean | undefined {
  const { operation } = page;
  if (linkTo(headerOf(page, "link"), "next") !== undefined) return true;
  const shown = itemsOf(page)?.length ?? 0;
  const said = (operation === undefined ? [] : listMetadataOf(plan, operation)).flatMap((told) => {
    const value = valueAt(page, told);
    if (value === undefined) return [];
    if (told.metadata === "next") return [value !== null && value !== ""];
    if (told.metadata === "has-more") return [value === true];
    if (told.metadata === "is-last") return [value === false];
    // Where a client chooses the size, a page that is not full shows all that there is, whatever the total says.
    return told.metadata === "total" && pageSize === undefined && typeof value === "number" ? [value > shown] : [];
  });
  return said.includes(true) ? true : said[0];
}

/** True if an answer is a page, or may be one: nothing says how many items it shows. */
export function goesOn(plan: Plan, resource: Resource, page: Exchange): boolean {
  const more = saysMore(plan, resource, page);
  if (more === true) return true;
  // A number in the request that is how many items are there: it may be the size of the page.
  const shown = String(itemsOf(page)?.length ?? 0);
  const asked = [...new URL(page.request.url).searchParams.values()];
  if (shown !== "0" && resource.pageSize === undefined && asked.includes(shown)) return true;
  return more === undefined && resource.pageSize === undefined && meansAnyPage(resource);
}

const meansAnyPage = (resource: Resource): boolean =>
  resource.pageStart !== undefined || resource.cursors.length > 0 || hidesSize(resource);

/** True if an answer to a request for the largest page shows all that there is. */
export const isWhole = (plan: Plan, resource: Resource, page: Exchange): boolean =>
  (itemsOf(page)?.length ?? Infinity) < largestCount(resource) && !goesOn(plan, resource, page);

/**
 * True if a list showed all that there was before a request, and an item was not among it: the request has made it.
 * @param listed the answers of the list
 */
export function isNewSince(
  plan: Plan,
  resource: Resource,
  listed: readonly Exchange[],
  { id, exchange }: { readonly id: JsonValue; readonly exchange: Exchange },
): boolean {
  const query = new URLSearchParams(Object.fromEntries(largestPage(resource))).toString();
  return listed.some((page) => {
    const items = isSuccess(page) && page.response?.cut === undefined ? itemsOf(page) : undefined;
    const isPlain = new URL(page.request.url).searchParams.toString() === query && page.elsewhere !== true;
    if (items === undefined || !isPlain || !precedes(page, exchange)) return false;
    return isWhole(plan, resource, page) && !items.some((one) => hasId(resource.identifier, one, id));
  });
}
