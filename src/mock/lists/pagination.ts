// Which part of a list a request asks for, and how the list continues: the values for envelopes, and the links to other
// pages.
import type { Validate } from "../../schema/model.ts";
import type { Operation } from "../../contract/model.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import { plainName } from "../../resource/paths.ts";
import type { Cursor, Resource } from "../../resource/model.ts";
import type { Key, Query } from "../../store/store.ts";
import type { Values } from "../items/scope.ts";
import { parameterIndex } from "../../contract/parameters.ts";
import { PAGE_SIZES, PAGE_STARTS, CURSORS } from "../../resource/lists/page-names.ts";

/** The requested part of a list. */
export interface PagePart extends Pick<Query, "limit" | "offset"> {
  /** The item next to which it begins, as the client wrote it. */
  readonly beside?: { readonly side: "after" | "before"; readonly text: string };
  /** The number of the page, if pages are counted, and of the first one. */
  readonly page?: number;
  readonly firstPage?: number;
  /** The request says in which order. */
  readonly isSorted?: boolean;
  /** The number of the first item, if items are not counted from 0. */
  readonly first?: number;
}

/** One page of a list, and how the list continues. */
export interface Page {
  readonly part: PagePart;
  /** The number of items on the page, and in the whole list. */
  readonly count: number;
  readonly total: number;
  readonly hasMore: boolean;
  readonly hasEarlier: boolean;
  /** The cursors of the next and the previous page. */
  readonly next?: string | undefined;
  readonly earlier?: string | undefined;
  /** The URL of another page, or of the one with a number from 0; undefined if no parameter leads there. */
  readonly link: (to: "self" | "next" | "earlier" | "first" | "last" | number) => string | undefined;
}

/** Objects around the page in a body. */
const AROUND = /^(pagination|paging|page)$/i;

/** Cursors of items without an identifier state how many items come before. */
const COUNTED = /^@(\d+)$/;

/** Reads which part of a list the parameters of an operation request. */
export class Pagination {
  readonly #resource: Resource;
  readonly #sizeAt: number;
  readonly #startAt: number;
  readonly #cursorsAt: readonly (Pick<Cursor, "side" | "first"> & { readonly at: number })[];
  readonly #usual: number;

  constructor(operation: Operation, resource: Resource) {
    const { pageSize, pageStart, cursors } = resource;
    this.#resource = resource;
    this.#sizeAt = pageSize === undefined ? -1 : parameterIndex(operation, pageSize.parameter);
    this.#startAt = pageStart === undefined ? -1 : parameterIndex(operation, pageStart.parameter);
    const own = cursors.map((cursor) => ({ ...cursor, at: parameterIndex(operation, cursor.parameter) }));
    this.#cursorsAt = own.filter(({ at }) => at !== -1);
    // A default of -1 asks for as many as there may be.
    this.#usual = (pageSize?.default ?? -1) < 0 ? (pageSize?.maximum ?? Infinity) : (pageSize?.default as number);
  }

  read(values: Values): PagePart {
    const { least, most } = this.#resource.listed;
    const asked = Number(values[this.#sizeAt] ?? this.#usual);
    // A page has no negative size, and where the document allows one, no service means "nothing" by it.
    const limit = Math.max(least, Math.min(asked < 0 ? this.#usual : asked, most));
    for (const { at, side, first } of this.#cursorsAt) {
      const value = values[at];
      if (value === undefined || value === null || value === "") continue;
      const text = showScalar(value);
      if (text === first) continue;
      const counted = COUNTED.exec(text)?.[1];
      return counted === undefined ? { limit, beside: { side, text } } : { limit, offset: Number(counted) };
    }
    const { pageStart } = this.#resource;
    const first = pageStart?.first ?? 0;
    const start = Number(values[this.#startAt] ?? first);
    const passed = Math.max(0, start - first);
    if (pageStart?.counts === "pages") {
      // Without a page size there is only one page.
      const offset = passed === 0 ? 0 : passed * (limit === Infinity ? Number.MAX_SAFE_INTEGER : limit);
      return { limit, page: start, firstPage: first, ...(offset === 0 ? {} : { offset }) };
    }
    return { limit, ...(passed === 0 ? {} : { offset: passed }), ...(first === 0 ? {} : { first }) };
  }

  /** The page that the body of a search asks for, where its query does not: `{ limit, cursor }`, `{ pagination: { page } }`. */
  readBody(part: PagePart, body: JsonValue | undefined): PagePart {
    if (this.#sizeAt + this.#startAt > -2 || this.#cursorsAt.length > 0 || !isObject(body)) return part;
    const inner = Object.entries<JsonValue>(body).find(([name, one]) => AROUND.test(name) && isObject(one))?.[1];
    const told = Object.entries<JsonValue>({ ...body, ...(isObject(inner) ? inner : {}) });
    const find = (isMeant: (name: string) => boolean): JsonValue | undefined =>
      told.find(([name]) => isMeant(plainName(name)))?.[1];
    const size = find((name) => PAGE_SIZES.has(name));
    const limit = typeof size === "number" && size > 0 ? Math.floor(size) : part.limit;
    const page = find((name) => PAGE_STARTS.get(name) === "pages");
    if (typeof page === "number")
      return { limit, page, ...(page > 1 && limit !== Infinity ? { offset: (page - 1) * limit } : {}) };
    const passed = find((name) => PAGE_STARTS.get(name) === "items");
    if (typeof passed === "number") return { limit, ...(passed > 0 ? { offset: passed } : {}) };
    // The mark that an answer gave; a day is a criterion.
    const mark = find((name) => CURSORS.get(name) === "after");
    const isMark = typeof mark === "number" || (typeof mark === "string" && !/^\d{4}-\d\d-\d\d/.test(mark));
    // "0" is nothing yet, so that it leads to the beginning.
    return isMark && Number(mark) !== 0
      ? { limit, beside: { side: "after", text: showScalar(mark) } }
      : { ...part, limit };
  }

  /** How the list continues after a page. @param url the requested URL, if it is needed */
  page(part: PagePart, seen: Seen, url: () => string | undefined): Page {
    const { count, total, first, last } = seen;
    const { limit, offset = 0 } = part;
    const hasEarlier = part.beside === undefined ? offset > 0 && total > 0 : seen.isBeside;
    const before = part.beside?.side === "before";
    const hasMore = before ? count > 0 : seen.hasMore;
    const at = offset + count;
    // A cursor that means the beginning of the list would lead back there.
    const mark = last === undefined ? `@${at}` : showScalar(last);
    const isFirst = part.beside === undefined && this.#cursorsAt.some((one) => one.first === mark);
    const next = !hasMore ? undefined : isFirst ? `@${at}` : mark;
    const earlier = !hasEarlier || first === undefined ? undefined : showScalar(first);
    const link: Page["link"] = (to) => {
      const address = url();
      if (address === undefined) return undefined;
      if (to === "self") return address;
      return this.#link(new URL(address), to, { part, total, next, earlier, offset, limit });
    };
    return { part, count, total, hasMore, hasEarlier, next, earlier, link };
  }

  #link(url: URL, to: "next" | "earlier" | "first" | "last" | number, at: Turn): string | undefined {
    const { pageStart, cursors } = this.#resource;
    const { limit, offset, total, part } = at;
    if (to === "next" && at.next === undefined) return undefined;
    if (to === "earlier" && offset === 0 && at.earlier === undefined) return undefined;
    if (pageStart !== undefined && part.beside === undefined) {
      const size = limit === Infinity || limit === 0 ? Math.max(1, total) : limit;
      const pages = Math.max(1, Math.ceil(total / size));
      const page =
        typeof to === "number"
          ? to
          : {
              first: 0,
              last: pages - 1,
              next: Math.floor(offset / size) + 1,
              // Without a size, everything is on the first page.
              earlier: limit === Infinity ? 0 : Math.ceil(offset / size) - 1,
            }[to];
      const items = to === "next" ? offset + size : to === "earlier" ? Math.max(0, offset - size) : page * size;
      url.searchParams.set(
        pageStart.parameter.name,
        String((pageStart.counts === "pages" ? page : items) + pageStart.first),
      );
      return String(url);
    }
    for (const { parameter } of cursors) url.searchParams.delete(parameter.name);
    if (to === "first") return String(url);
    const side = to === "next" ? "after" : "before";
    const cursor = cursors.find((one) => one.side === side);
    const text = to === "next" ? at.next : at.earlier;
    if (cursor === undefined || text === undefined || to === "last" || typeof to === "number") return undefined;
    url.searchParams.set(cursor.parameter.name, text);
    return String(url);
  }
}

/** What a page showed. */
export interface Seen {
  readonly count: number;
  readonly total: number;
  readonly hasMore: boolean;
  /** It began next to an item that exists. */
  readonly isBeside: boolean;
  /** The identifiers of its first and last item, if items have any. */
  readonly first?: Key | undefined;
  readonly last?: Key | undefined;
}

interface Turn {
  readonly part: PagePart;
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  readonly next: string | undefined;
  readonly earlier: string | undefined;
}

/**
 * The keywords that define which values exist. A number out of bounds simply matches no item, which is a valid answer.
 */
const KINDS: ReadonlySet<string> = new Set(["type", "enum", "const"]);

/** The values that a filter can compare with a property: for a status that is open or closed, "all" is not one. */
export function comparable(validate: Validate, value: JsonValue): readonly JsonValue[] {
  const values = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  return values.filter((one) => !validate(one).some(({ keyword }) => KINDS.has(keyword)));
}
