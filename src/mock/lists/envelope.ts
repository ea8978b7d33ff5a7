// The envelope of a list: totals, cursors, links and flags get the real values of the page; everything else comes from
// the document's example.
import type { Document } from "../../document/document.ts";
import { only } from "../../json/parts.ts";
import { appendPointer } from "../../json/pointer.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { type BodyPath, bodyWith } from "../../resource/items/envelope.ts";
import { seededValues } from "../../realistic/seeded-values.ts";
import { plainName } from "../../resource/paths.ts";
import { type MetadataKind, isHolder, pointingOf, metadataKind } from "../../resource/lists/list-metadata.ts";
import { type SchemaNode, isType, mayBe, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import type { Schema } from "../../schema/model.ts";
import { exampleBody } from "../answer/example-body.ts";
import { Answers } from "../answer/answer.ts";
import { factsOf } from "./facts.ts";
import { lazy } from "../../memo.ts";
import type { MediaType } from "../../contract/model.ts";
import type { Resource } from "../../resource/model.ts";
import { pagerOf } from "./pager.ts";
import type { Page } from "./pagination.ts";

/** The value of an envelope property for a page; undefined if there is none. */
type Tell = (page: Page, node: SchemaNode, name: string) => JsonValue | undefined;

const link =
  (to: Parameters<Page["link"]>[0]): Tell =>
  ({ link: of }) =>
    of(to);
const size: Tell = ({ part, count, total }) => (part.limit === Infinity ? Math.max(count, total) : part.limit);
/** An empty list has a first page, unless pages are counted from 0. */
const pages: Tell = ({ part, total }) => {
  const least = part.page !== undefined && part.firstPage === 0 ? 0 : 1;
  return part.limit === Infinity || part.limit === 0 ? 1 : Math.max(least, Math.ceil(total / part.limit));
};
/** The next or the previous page: a link, a cursor, or the number of the page. */
const turn =
  (to: "next" | "earlier"): Tell =>
  (page, node, name) => {
    if (propertiesIn(node).size > 0 || (mayBe(node, "string") && isLink(node, name))) return page.link(to);
    if (!isType(node, "integer") && !isType(node, "number")) return page[to];
    if (page.part.page === undefined) return asInteger(page[to]);
    const isThere = to === "next" ? page.hasMore : page.hasEarlier;
    return isThere ? page.part.page + (to === "next" ? 1 : -1) : undefined;
  };

/** A cursor as a number, if items are identified by numbers. */
function asInteger(cursor: string | undefined): number | undefined {
  return cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;
}

/** The number of a page that nobody has numbered: they begin at 1, or at 0 where the document shows that. */
function pageNumber({ part }: Page, { annotations }: SchemaNode): number | undefined {
  const { page, beside, offset = 0, limit } = part;
  if (page !== undefined || beside !== undefined) return page;
  const passed = limit === Infinity || limit === 0 ? 0 : Math.floor(offset / limit);
  return passed + (annotations.examples.includes(0) ? 0 : 1);
}

/** What each property or header about a list is told. */
export const TOLD = {
  total: ({ total }) => total,
  count: ({ total }) => total,
  "count-of-page": ({ count }) => count,
  "has-more": ({ hasMore }) => hasMore,
  "is-last": ({ hasMore }) => !hasMore,
  last: (page, node) => (isType(node, "boolean") ? !page.hasMore : page.link("last")),
  "has-earlier": ({ hasEarlier }) => hasEarlier,
  "is-first": ({ hasEarlier }) => !hasEarlier,
  first: (page, node) => (isType(node, "boolean") ? !page.hasEarlier : page.link("first")),
  next: turn("next"),
  earlier: turn("earlier"),
  self: link("self"),
  page: pageNumber,
  size,
  // How many items come before a cursor is unknown.
  offset: ({ part, hasEarlier }) =>
    part.beside !== undefined && hasEarlier ? undefined : (part.offset ?? 0) + (part.first ?? 0),
  pages,
  remaining: ({ total, count, part, hasMore, hasEarlier }) => {
    if (!hasMore) return 0;
    return part.beside !== undefined && hasEarlier ? undefined : Math.max(0, total - count - (part.offset ?? 0));
  },
  from: ({ part, count }) => (count === 0 || part.beside !== undefined ? undefined : (part.offset ?? 0) + 1),
  to: ({ part, count }) => (count === 0 || part.beside !== undefined ? undefined : (part.offset ?? 0) + count),
  path: ({ link: of }) => of("self")?.replace(/[?#].*$/s, ""),
  "is-empty": ({ count }) => count === 0,
  "is-paged": ({ part }) => part.limit !== Infinity,
  "is-unpaged": ({ part }) => part.limit === Infinity,
  "is-sorted": ({ part }) => part.isSorted === true,
  "is-unsorted": ({ part }) => part.isSorted !== true,
} as const satisfies Readonly<Record<MetadataKind, Tell>>;

/** True if a property is the address of a page. A cursor is none, even if its description has a link to a manual. */
function isLink({ form, annotations }: SchemaNode, name: string): boolean {
  if (form.formats.some((format) => /^(uri|url|iri)/.test(format)) || /ur[il]|link|href/i.test(name)) return true;
  const said = (annotations.description ?? "").replaceAll(/\bURL[- ](?:safe|encoded)\b/gi, "");
  const isCursor =
    /cursor|token|marker|continu|after|before|page$/i.test(name) || /\b(?:cursor|token|opaque)\b/i.test(said);
  return annotations.examples.some(isAddress) || (!isCursor && /\bURLs?\b|\bURIs?\b|\blink\b/i.test(said));
}

const isAddress = (example: JsonValue): boolean => typeof example === "string" && /^\/|^https?:/i.test(example);

interface Listed {
  readonly document: Document;
  readonly resource?: Resource;
}

/** Puts the list of a page into its envelope. */
export class ListEnvelope {
  readonly #place: BodyPath;
  readonly #schema: Schema;
  readonly #node: SchemaNode;
  /** What the document's example has around the list, built when the first page is filled. */
  readonly #example: () => JsonObject;
  readonly #document: Document;
  readonly #answers: Answers;
  readonly #facts = lazy(() => factsOf(this.#document, this.#node, this.#resource));
  readonly #resource: Resource | undefined;
  #whole: JsonValue | undefined;

  /** @param of the document, and what is listed */
  constructor(of: Listed, media: MediaType, schema: Schema, place: BodyPath) {
    const { document, resource } = of;
    this.#resource = resource;
    this.#place = place;
    this.#document = document;
    this.#schema = schema;
    this.#answers = new Answers(document, schema);
    this.#node = schemaAt(document, schema.pointer, "response");
    this.#example = lazy(() => {
      const example = exampleBody({ document }, media);
      return isObject(example) ? example : {};
    });
  }

  /** @param all the items of all pages @param repeated what it repeats of the path */
  fill(
    items: readonly JsonValue[],
    page: Page,
    all: () => readonly JsonObject[] = () => [],
    repeated = {},
  ): JsonObject {
    const template = { ...this.#example(), ...repeated };
    const told = {
      ...this.#tell(this.#node, template, page, { way: this.#place.steps }),
      ...this.#means(template, all),
    };
    const whole = bodyWith(this.#place, items, told);
    const body = isObject(whole) ? whole : {};
    if (this.#answers.allows(body)) return body;
    // If only items are invalid, changing the envelope cannot help.
    const within = `${appendPointer("", ...this.#place.steps)}/`;
    if (this.#schema.validate(body).every(({ at }) => at.startsWith(within))) return body;
    // If the real values do not fit the schema, the values of its example stay.
    const plain = bodyWith(this.#place, items, template);
    const mended = this.#mended(body, plain);
    if (this.#answers.allows(mended)) return mended;
    return isObject(plain) && this.#answers.allows(plain) ? plain : this.#completed(items, page, mended);
  }

  /** Takes the invalid properties from the plain body. */
  #mended(body: JsonObject, plain: JsonValue): JsonObject {
    let mended = body;
    for (const { at } of this.#schema.validate(body)) {
      const [, name] = at.split("/");
      if (name === undefined || name === this.#place.steps[0]) continue;
      const other = isObject(plain) ? ownValue(plain, name) : undefined;
      const { [name]: _, ...others } = mended;
      mended = other === undefined ? others : { ...others, [name]: other };
    }
    return mended;
  }

  /** If the envelope requires more than the example has, a generated body supplies it. */
  #completed(items: readonly JsonValue[], page: Page, otherwise: JsonObject): JsonObject {
    this.#whole ??= [...seededValues(this.#document, this.#schema.pointer)].find(
      (one) => isObject(one) && this.#answers.allows(one),
    );
    if (!isObject(this.#whole)) return this.#around(items, otherwise);
    const told = bodyWith(this.#place, items, this.#tell(this.#node, this.#whole, page, { way: this.#place.steps }));
    if (isObject(told) && this.#answers.allows(told)) return told;
    const plain = bodyWith(this.#place, items, this.#whole);
    return isObject(plain) && this.#answers.allows(plain) ? plain : this.#around(items, otherwise);
  }

  /** The items in a corrected envelope. It is corrected without the items, so that they stay unchanged. */
  #around(items: readonly JsonValue[], otherwise: JsonObject): JsonObject {
    const empty = bodyWith(this.#place, [], otherwise);
    const whole = bodyWith(this.#place, items, isObject(empty) ? this.#answers.fit(empty) : otherwise);
    return isObject(whole) ? whole : otherwise;
  }

  /** What the envelope says of all items beside its list. */
  #means(template: JsonObject, all: () => readonly JsonObject[]): JsonObject {
    const told = this.#facts().flatMap(([name, factOf]): [string, JsonValue][] => {
      const fact = Object.hasOwn(template, name) ? factOf(all()) : undefined;
      return fact === undefined ? [] : [[name, fact]];
    });
    return Object.fromEntries(told);
  }

  #tell(node: SchemaNode, example: JsonObject, page: Page, { way = [], around = "" }: Around = {}): JsonObject {
    const told = new Map(Object.entries<JsonValue>(example));
    const names = [...node.properties.keys()];
    for (const [name, own] of node.properties) {
      if (name === way[0]) {
        const inner = ownValue(example, name);
        if (way.length > 1) told.set(name, this.#tell(own, isObject(inner) ? inner : {}, page, { way: way.slice(1) }));
        continue;
      }
      const inner = ownValue(example, name);
      if (isType(own, "object") && isHolder(name)) {
        const whole = this.#tell(own, isObject(inner) ? inner : {}, page, { around: name });
        if (Object.keys(whole).length > 0 || told.has(name)) told.set(name, whole);
        continue;
      }
      const links = pagerOf(own, page);
      if (links !== undefined) told.set(name, links);
      const metadata = metadataKind(name, names);
      if (metadata === undefined || links !== undefined) continue;
      const about = { name, node: own, isRequired: node.form.required.has(name) };
      // What is among links is one.
      const value = TOLD[metadata](page, own, /^_?links$/i.test(around) ? `${around} ${name}` : name);
      const other = propertiesIn(own).size > 0 ? pointing(metadata, own, { page, link: value }) : value;
      // What the example says of any link stays, such as its media type.
      const kept = isObject(inner) ? only(inner, (one) => /^(?:type|title|rel|method)$/i.test(one)) : {};
      set(told, about, isObject(other) ? { ...kept, ...other } : other);
    }
    return Object.fromEntries(told);
  }
}

/** Where an object of an envelope is: the rest of the way to the list, and what the object is called. */
interface Around {
  readonly way?: readonly string[];
  readonly around?: string;
}

/** A property that describes the page or the list. */
interface ToldPlace {
  readonly name: string;
  readonly node: SchemaNode;
  readonly isRequired: boolean;
}

/**
 * Another page, if an object points to it by a cursor, a URL, or the parameters that lead there; undefined if there is
 * no such page.
 */
function pointing(
  metadata: MetadataKind,
  node: SchemaNode,
  { page, link: to }: { readonly page: Page; readonly link: JsonValue | undefined },
): JsonObject | undefined {
  const properties = propertiesIn(node);
  const { cursor = "", address } = pointingOf(metadata, [...properties.keys()]);
  const text = metadata === "next" ? page.next : page.earlier;
  const own = properties.get(cursor);
  const given = own === undefined || text === undefined ? [] : [text, Number(text)].filter((one) => isOfType(own, one));
  const { pathname, search, searchParams } = new URL(typeof to === "string" ? to : "http://localhost");
  const asked = [...properties].flatMap(([name, one]): [string, JsonValue][] => {
    const value = plainName(name) === "path" ? pathname + search : searchParams.get(name);
    const fitting = [value, Number(value)].find((each) => value !== null && to !== undefined && isOfType(one, each));
    return fitting === undefined || fitting === null ? [] : [[name, fitting]];
  });
  const parts = {
    ...Object.fromEntries(asked),
    ...(given[0] === undefined ? {} : { [cursor]: given[0] }),
    ...(address === undefined || to === undefined ? {} : { [address]: to }),
  };
  return Object.keys(parts).length === 0 ? undefined : parts;
}

/** Sets a value in the type that the document describes; a property without a value is left out. */
function set(told: Map<string, JsonValue>, { name, node, isRequired }: ToldPlace, value: JsonValue | undefined): void {
  const isTold = value !== undefined && value !== null;
  if (isTold && isObject(value)) {
    told.set(name, value);
    return;
  }
  if (isTold) {
    const fitting = [value, showScalar(value), Number(value)].find((one) => isOfType(node, one));
    if (fitting !== undefined) told.set(name, fitting);
    return;
  }
  // The number of a page is unknown if none was requested; the example then stays.
  if (/^(page|currentpage|pagenumber)$/.test(plainName(name))) return;
  // There is no next page, and nothing may suggest that there is one.
  if (node.types?.includes("null") === true) told.set(name, null);
  else if (!isRequired) told.delete(name);
  else if (isType(node, "string") && node.form.formats.length === 0) told.set(name, "");
}

function isOfType(node: SchemaNode, value: JsonValue): boolean {
  if (typeof value === "string") return mayBe(node, "string");
  if (typeof value === "boolean") return mayBe(node, "boolean");
  return typeof value === "number" && Number.isSafeInteger(value) && mayBe(node, "integer");
}
