// The names by which clients page through a list, in a query or in the body of a search. All are without differences in
// spelling, as `plainName` gives them.
import type { Parameter } from "../../contract/model.ts";
import type { Cursor, PageStart, Resource } from "../model.ts";
import { plainName } from "../paths.ts";

export const PAGE_SIZES: ReadonlySet<string> = new Set([
  ...["limit", "perpage", "pagesize", "size", "maxresults", "first", "count", "max", "maxitems", "take", "top"],
  ...["pagelimit", "resultsperpage", "maxpagesize"],
]);

export const PAGE_STARTS: ReadonlyMap<string, PageStart["counts"]> = new Map([
  ...["offset", "skip", "pageoffset", "startat", "startindex", "start"].map((name) => [name, "items"] as const),
  ...["page", "pagenumber", "pageno", "pagenum", "pageindex"].map((name) => [name, "pages"] as const),
]);

export const CURSORS: ReadonlyMap<string, Cursor["side"]> = new Map([
  ...`cursor aftercursor iterator startingafter after pagetoken nextpagetoken nexttoken continue continuetoken continuationtoken marker
  startcursor pagecursor nextcursor startkey lastkey lastid fromid afterid pageafter nextpage paginationtoken pagingtoken
  exclusivestartkey startafter searchafter anchor bookmark scrollid resumptiontoken sinceid minid`
    .split(/\s+/)
    .map((name) => [name, "after"] as const),
  ...["before", "endingbefore", "beforeid", "pagebefore", "maxid"].map((name) => [name, "before"] as const),
]);

/** The name of a parameter as these sets have it: that of `pagination[pageSize]` is "pagesize". */
export const pageName = (name: string): string =>
  plainName(/^(?:pagination|paging)[.[](.+?)\]?$/i.exec(name)?.[1] ?? name);

/** True for a list with a parameter that is called like a page size, and whose schema does not say that it is one. */
export function hidesSize({ operations: { list }, pageSize, filters }: Resource): boolean {
  if (pageSize !== undefined || list === undefined) return false;
  const isFilter = (one: Parameter): boolean => filters.some(({ parameter }) => parameter === one);
  return list.parameters.some((one) => one.in === "query" && PAGE_SIZES.has(pageName(one.name)) && !isFilter(one));
}

const CERTAIN = new Set(
  "limit offset page cursor perpage pagesize pagetoken pagenumber after startingafter".split(" "),
);

/** True for a parameter that only lists have. */
export function turnsPages({ in: place, name }: Pick<Parameter, "in" | "name">): boolean {
  return place === "query" && CERTAIN.has(pageName(name));
}
