// All items of a list, whether it shows them at once or in pages of a size that nobody can choose.
import { linkTo } from "../../src/contract/link-header.ts";
import type { Operation } from "../../src/contract/model.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { hidesSize } from "../../src/resource/lists/page-names.ts";
import type { Resource } from "../../src/resource/model.ts";
import { type Exchange, type HeaderPairs, headerOf } from "../client/exchange.ts";
import type { Target } from "../client/target.ts";
import type { Plan } from "../plan.ts";
import { itemsOf } from "./list.ts";
import { listMetadataOf, valueAt } from "./list-metadata.ts";
import { meansOf, walk } from "./walk.ts";

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

/** The most pages that are read of one list. */
const MOST_PAGES = 12;

/** All items of a list whose first page is known; undefined if its other pages cannot all be read. */
export async function allItems(
  { plan, session }: Target,
  { operation, resource }: { readonly operation: Operation; readonly resource: Resource },
  query: HeaderPairs,
  page: Exchange,
): Promise<readonly JsonObject[] | undefined> {
  if (!goesOn(plan, resource, page)) return itemsOf(page);
  const [means] = meansOf(plan, resource);
  if (means === undefined) return undefined;
  const { pages, ending } = await walk(session, {
    operation,
    resource,
    means,
    size: undefined,
    query,
    most: MOST_PAGES,
  });
  return ending === "end" ? pages.flatMap(({ items }) => items) : undefined;
}
