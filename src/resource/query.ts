// What the query parameters of a list mean: filters on a property, and the size of a page.
import type { Document } from "../contract/document.ts";
import type { Operation, Parameter } from "../contract/model.ts";
import { isType, shapeOf } from "../contract/shape.ts";
import type { Filter, ItemProperty, PageSize, PageStart } from "./model.ts";

const PAGE_SIZE_NAMES = new Set([
  ...["limit", "pagesize", "perpage", "size", "count", "first", "max", "maxresults", "maxitems", "take", "top"],
  ...["pagelimit", "resultsperpage", "maxpagesize"],
]);

const PAGE_START_NAMES: Readonly<Record<string, PageStart["counts"]>> = {
  ...{ offset: "items", skip: "items", pageoffset: "items" },
  ...{ page: "pages", pagenumber: "pages", pageno: "pages", pagenum: "pages", pageindex: "pages" },
};

/** A query parameter that bears the name of an item's property filters by it. */
export function findFilters(document: Document, list: Operation, properties: readonly ItemProperty[]): Filter[] {
  return queryParameters(list).flatMap((parameter) => {
    const property = properties.find(({ name }) => name === parameter.name);
    if (property === undefined) return [];
    const types = shapeOf(document, property.schema.pointer).types;
    // Only a property that holds one plain value can equal the text of a query.
    if (types?.some((type) => type === "object" || type === "array")) return [];
    return [{ parameter, property: property.name }];
  });
}

/** An integer query parameter with one of the usual names, unless an item has a property of that name. */
export function findPageSize(
  document: Document,
  list: Operation,
  properties: readonly ItemProperty[],
): PageSize | undefined {
  for (const parameter of queryParameters(list)) {
    if (!PAGE_SIZE_NAMES.has(plain(parameter)) || properties.some(({ name }) => name === parameter.name)) continue;
    const shape = shapeOf(document, parameter.schema.pointer);
    if (!isType(shape, "integer")) continue;
    const minimum = whole(
      shape.minimum ?? (shape.exclusiveMinimum === undefined ? undefined : Number(shape.exclusiveMinimum) + 1),
    );
    const maximum = whole(
      shape.maximum ?? (shape.exclusiveMaximum === undefined ? undefined : Number(shape.exclusiveMaximum) - 1),
    );
    // What may not be one is no number of items.
    if (maximum !== undefined && maximum < 1) continue;
    const usual = whole(shape.default);
    return Object.freeze({
      parameter,
      ...(minimum === undefined ? {} : { minimum }),
      ...(maximum === undefined ? {} : { maximum }),
      ...(usual === undefined ? {} : { default: usual }),
    });
  }
  return undefined;
}

/**
 * An integer query parameter with one of the usual names for where a page begins, unless an item has a property of that
 * name. Pages are counted from 0 where the document says that there is a page 0, by a minimum or a default; else from 1.
 */
export function findPageStart(
  document: Document,
  list: Operation,
  properties: readonly ItemProperty[],
): PageStart | undefined {
  for (const parameter of queryParameters(list)) {
    const name = plain(parameter);
    const counts = Object.hasOwn(PAGE_START_NAMES, name) ? PAGE_START_NAMES[name] : undefined;
    if (counts === undefined || properties.some((property) => property.name === parameter.name)) continue;
    const shape = shapeOf(document, parameter.schema.pointer);
    if (!isType(shape, "integer")) continue;
    const least = whole(shape.minimum) ?? whole(shape.default) ?? 1;
    return Object.freeze({ parameter, counts, first: counts === "items" || least < 1 ? 0 : 1 });
  }
  return undefined;
}

/** The name of a parameter without what spellings differ in: "page[size]" and "pageSize" are one. */
function plain({ name }: Parameter): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, "");
}

function queryParameters(list: Operation): readonly Parameter[] {
  return list.parameters.filter((parameter) => parameter.in === "query");
}

function whole(value: unknown): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : undefined;
}
