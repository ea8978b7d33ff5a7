// Walks through a list page by page, as a client does: by page numbers, by offsets, or by cursors.
import type { Operation, Parameter } from "../../src/contract/model.ts";
import { showScalar } from "../../src/contract/serialization/text.ts";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { idOf } from "../../src/resource/items/identify.ts";
import type { Resource } from "../../src/resource/model.ts";
import { plainName } from "../../src/resource/paths.ts";
import { type Exchange, type HeaderPairs, isRefusal, isSuccess } from "../client/exchange.ts";
import type { Session } from "../client/sending/session.ts";
import { Undecidable } from "../client/undecidable.ts";
import type { Plan } from "../plan.ts";
import { itemsOf } from "./list.ts";
import { type ListMetadata, listMetadataOf, valueAt } from "./list-metadata.ts";

/** How to request the next page. */
export type Means =
  | { readonly kind: "page" | "offset"; readonly parameter: Parameter; readonly first: number }
  /** The parameter names the last item seen. */
  | { readonly kind: "item"; readonly parameter: Parameter }
  /** The parameter takes its value from the previous answer. */
  | { readonly kind: "cursor"; readonly parameter: Parameter; readonly next: ListMetadata };

/** One page of a walk. */
export interface Page {
  readonly exchange: Exchange;
  readonly items: readonly JsonObject[];
  /** The texts of the identifiers of its items. */
  readonly ids: readonly string[];
}

export interface PageWalk {
  readonly pages: readonly Page[];
  /** `end`: no more pages. `circle`: a page showed only items seen before. `tired`: the list is too long to walk. */
  readonly ending: "end" | "circle" | "tired";
}

/** The list to walk through, and how. */
export interface Route {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly means: Means;
  /** The page size to request; undefined if no parameter sets it. */
  readonly size: number | undefined;
  /** What else is asked of each page, such as an order. */
  readonly query?: HeaderPairs;
  /** The most pages to request. */
  readonly most?: number;
}

/** Names of cursors that are the identifier of an item, if no answer provides the cursor. */
const OF_ITEMS = new Set(["startingafter", "after", "afterid", "lastid", "fromid", "pageafter", "marker"]);

/** The most pages to request. */
const MOST_PAGES = 40;

/** The documented ways to page through a list. */
export function meansOf(plan: Plan, { operations, pageStart, cursors }: Resource): Means[] {
  const { list } = operations;
  if (list === undefined) return [];
  const next = listMetadataOf(plan, list).find(({ metadata }) => metadata === "next");
  const numbered: Means[] =
    pageStart === undefined
      ? []
      : [
          {
            kind: pageStart.counts === "pages" ? "page" : "offset",
            parameter: pageStart.parameter,
            first: pageStart.first,
          },
        ];
  const after = cursors.filter(({ side }) => side === "after").slice(0, 1);
  return [
    ...numbered,
    ...after.flatMap(({ parameter }): Means[] => {
      if (next !== undefined) return [{ kind: "cursor", parameter, next }];
      return OF_ITEMS.has(plainName(parameter.name)) ? [{ kind: "item", parameter }] : [];
    }),
  ];
}

/** Requests one page after another until there are no more. */
export async function walk(session: Session, route: Route): Promise<PageWalk> {
  const pages: Page[] = [];
  const seen = new Set<string>();
  const ended = endOf(session.plan, route.operation);
  let query: HeaderPairs | undefined = sizeQuery(route);
  while (query !== undefined && pages.length < (route.most ?? MOST_PAGES)) {
    const exchange = await session.send({ operation: route.operation, query, intent: "edge" });
    const page = pageOf(exchange, route.resource);
    if (page === undefined) {
      // A page beyond the last one may be refused.
      if (pages.length > 0 && isRefusal(exchange) && isNumbered(route.means)) return { pages, ending: "end" };
      throw new Undecidable("a page of the list was not answered with a list", "see lists.untouched");
    }
    if (page.ids.length > 0 && page.ids.every((id) => seen.has(id)))
      return { pages: [...pages, page], ending: "circle" };
    pages.push(page);
    for (const id of page.ids) seen.add(id);
    query = page.items.length === 0 || ended(page, seen.size) ? undefined : nextQuery(route, pages);
  }
  return { pages, ending: query === undefined ? "end" : "tired" };
}

function pageOf(exchange: Exchange, { identifier }: Resource): Page | undefined {
  const items = isSuccess(exchange) ? itemsOf(exchange) : undefined;
  if (items === undefined) return undefined;
  // An item without an identifier is recognized by its whole content.
  const ids = items.map((item) => textOf(idOf(identifier, item), item));
  return { exchange, items, ids };
}

function textOf(id: JsonValue | undefined, item: JsonObject): string {
  return id === undefined || id === null || isObject(id) ? writeJson(item) : showScalar(id);
}

/** True if pages are requested by a number that a client can compute. */
export function isNumbered({ kind }: Means): boolean {
  return kind === "page" || kind === "offset";
}

/** The query for the first page, with the page size of the walk. */
function sizeQuery({ resource, size, query = [] }: Route): HeaderPairs {
  const { pageSize } = resource;
  return pageSize === undefined || size === undefined ? query : [[pageSize.parameter.name, String(size)], ...query];
}

/** Whether an answer says that it is the last one. */
function endOf(plan: Plan, operation: Operation): (page: Page, seen: number) => boolean {
  const told = listMetadataOf(plan, operation);
  const more = told.find(({ metadata }) => metadata === "has-more");
  const total = told.find(({ metadata }) => metadata === "total");
  return ({ exchange }, seen) => {
    if (more !== undefined && valueAt(exchange, more) === false) return true;
    const count = total === undefined ? undefined : valueAt(exchange, total);
    return typeof count === "number" && seen >= count;
  };
}

/** The query for the page after the last one; undefined if there is no way to request it. */
function nextQuery(route: Route, pages: readonly Page[]): HeaderPairs | undefined {
  const { means, size } = route;
  const last = pages.at(-1) as Page;
  const asked = (text: string): HeaderPairs => [...sizeQuery(route), [means.parameter.name, text]];
  if (isNumbered(means) && size !== undefined && last.items.length < size) return undefined;
  if (means.kind === "page") return asked(String(means.first + pages.length));
  if (means.kind === "offset") return asked(String(pages.reduce((sum, { items }) => sum + items.length, means.first)));
  if (means.kind === "item") return asked(last.ids.at(-1) ?? "");
  return means.kind === "cursor" ? cursorQuery(valueAt(last.exchange, means.next), means.parameter, asked) : undefined;
}

function cursorQuery(
  given: JsonValue | undefined,
  { name }: Parameter,
  asked: (text: string) => HeaderPairs,
): HeaderPairs | undefined {
  if (given === undefined || given === null || given === "" || isObject(given) || Array.isArray(given))
    return undefined;
  const text = showScalar(given);
  const link = linkQuery(text);
  if (link === undefined) return asked(text);
  const cursor = link.find(([own]) => own === name)?.[1];
  return cursor === undefined ? link : asked(cursor);
}

/** The query of a link to another page; undefined if the text is not a link. */
export function linkQuery(text: string): HeaderPairs | undefined {
  if (!/^(?:https?:\/\/|\/|\?)/i.test(text)) return undefined;
  const search = /\?([^#]*)/.exec(text)?.[1];
  return search === undefined ? undefined : [...new URLSearchParams(search)];
}
