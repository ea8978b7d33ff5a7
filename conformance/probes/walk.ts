// Walking through a list page by page, as a client does: by page numbers, by offsets, or by cursors.
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
import { type Told, toldBy, valueAt } from "./told.ts";

/** How the next page is asked for. */
export type Means =
  | { readonly kind: "page" | "offset"; readonly parameter: Parameter; readonly first: number }
  /** The parameter names the last item that was seen. */
  | { readonly kind: "item"; readonly parameter: Parameter }
  /** The parameter bears what the answer before gave for it. */
  | { readonly kind: "cursor"; readonly parameter: Parameter; readonly next: Told };

/** One page of a walk. */
export interface Page {
  readonly exchange: Exchange;
  readonly items: readonly JsonObject[];
  /** The texts of their identifiers. */
  readonly ids: readonly string[];
}

export interface PageWalk {
  readonly pages: readonly Page[];
  /** `end`: there is nothing more. `circle`: a page showed again what was seen. `tired`: the list is too long to walk. */
  readonly ending: "end" | "circle" | "tired";
}

/** What a walk goes through. */
export interface Route {
  readonly operation: Operation;
  readonly resource: Resource;
  readonly means: Means;
  /** How many items a page is asked for; undefined where no parameter says it. */
  readonly size: number | undefined;
}

/** Names of cursors that are the identifier of an item, wherever no answer gives another text for them. */
const OF_ITEMS = new Set(["startingafter", "after", "afterid", "lastid", "fromid", "pageafter", "marker"]);

/** More pages are not asked for. */
const MOST_PAGES = 40;

/** The ways in which the pages of a list can be asked for, as the document describes them. */
export function meansOf(plan: Plan, { operations, pageStart, cursors }: Resource): Means[] {
  const { list } = operations;
  if (list === undefined) return [];
  const next = toldBy(plan, list).find(({ telling }) => telling === "next");
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

/** Asks for one page after the other until there is no more. */
export async function walk(session: Session, route: Route): Promise<PageWalk> {
  const pages: Page[] = [];
  const seen = new Set<string>();
  const ended = endOf(session.plan, route.operation);
  let query: HeaderPairs | undefined = sizeQuery(route);
  while (query !== undefined && pages.length < MOST_PAGES) {
    const exchange = await session.send({ operation: route.operation, query, intent: "edge" });
    const page = pageOf(exchange, route.resource);
    if (page === undefined) {
      // Beyond the last page there need not be an answer.
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
  // What shows no identifier is known by all that it shows.
  const ids = items.map((item) => textOf(idOf(identifier, item), item));
  return { exchange, items, ids };
}

function textOf(id: JsonValue | undefined, item: JsonObject): string {
  return id === undefined || id === null || isObject(id) ? writeJson(item) : showScalar(id);
}

/** True where pages are asked for by a number, which a client can work out. */
export function isNumbered({ kind }: Means): boolean {
  return kind === "page" || kind === "offset";
}

/** The query that begins at the beginning, with as many items to a page as the walk wants. */
function sizeQuery({ resource, size }: Route): HeaderPairs {
  const { pageSize } = resource;
  return pageSize === undefined || size === undefined ? [] : [[pageSize.parameter.name, String(size)]];
}

/** Whether an answer says that there is nothing after it. */
function endOf(plan: Plan, operation: Operation): (page: Page, seen: number) => boolean {
  const told = toldBy(plan, operation);
  const more = told.find(({ telling }) => telling === "has-more");
  const total = told.find(({ telling }) => telling === "total");
  return ({ exchange }, seen) => {
    if (more !== undefined && valueAt(exchange, more) === false) return true;
    const count = total === undefined ? undefined : valueAt(exchange, total);
    return typeof count === "number" && seen >= count;
  };
}

/** The query for the page after the last one; undefined where nothing leads on. */
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

/** The query of a link to another page; undefined for a text that is none. */
export function linkQuery(text: string): HeaderPairs | undefined {
  if (!/^(?:https?:\/\/|\/|\?)/i.test(text)) return undefined;
  const search = /\?([^#]*)/.exec(text)?.[1];
  return search === undefined ? undefined : [...new URLSearchParams(search)];
}
