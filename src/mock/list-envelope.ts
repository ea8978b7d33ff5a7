// What surrounds a list in an answer: totals, cursors, links and flags that say how the list goes on, filled in as it is;
// everything else as the document's example has it.
import type { Document } from "../document/document.ts";
import { showScalar } from "../contract/serialization/text.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../json/value.ts";
import { type Place, bodyWith, valueIn } from "../resource/envelope.ts";
import { seededValues } from "../schema/generate/seeded.ts";
import { plainName } from "../resource/paths.ts";
import { type SchemaNode, isType, mayBe, schemaAt } from "../schema/normal/schema-node.ts";
import type { Schema } from "../schema/model.ts";
import { exampleBody } from "./documented.ts";
import type { MediaType } from "../contract/model.ts";
import type { Page } from "./turning.ts";

/** What a property of an envelope tells of a page; undefined where there is nothing to tell, null for what has no name. */
type Telling = (page: Page, node: SchemaNode) => JsonValue | undefined;

const link =
  (to: Parameters<Page["link"]>[0]): Telling =>
  ({ link: of }) =>
    of(to);
const size: Telling = ({ part, count, total }) => (part.limit === Infinity ? Math.max(count, total) : part.limit);
const pages: Telling = ({ part, total }) =>
  part.limit === Infinity || part.limit === 0 ? 1 : Math.max(1, Math.ceil(total / part.limit));
const onward: Telling = (page, node) => {
  if (isType(node, "object")) return page.link("next");
  if (mayBe(node, "string") && isLink(node)) return page.link("next");
  if (isType(node, "integer")) return page.hasMore && page.part.page !== undefined ? page.part.page + 1 : undefined;
  return page.next ?? undefined;
};
const back: Telling = (page, node) => {
  if (isType(node, "object")) return page.link("earlier");
  if (mayBe(node, "string") && isLink(node)) return page.link("earlier");
  if (isType(node, "integer")) return page.hasEarlier && page.part.page !== undefined ? page.part.page - 1 : undefined;
  return page.earlier;
};

/** By the name of a property, without what spellings differ in. */
const TELLINGS: ReadonlyMap<string, Telling> = new Map(
  (
    [
      [
        "total totalcount totalitems totalresults totalrecords totalelements totalhits totalsize resultcount itemcount recordcount numresults numfound totalentries totalnumber",
        ({ total }) => total,
      ],
      ["count", ({ total }) => total],
      ["numberofelements returned pagecount itemsonpage", ({ count }) => count],
      ["hasmore more hasnext hasnextpage moreavailable ismore", ({ hasMore }) => hasMore],
      ["islast islastpage end isfinal", ({ hasMore }) => !hasMore],
      ["last", (page, node) => (isType(node, "boolean") ? !page.hasMore : page.link("last"))],
      ["hasprevious haspreviouspage hasprev", ({ hasEarlier }) => hasEarlier],
      ["isfirst", ({ hasEarlier }) => !hasEarlier],
      ["first", (page, node) => (isType(node, "boolean") ? !page.hasEarlier : page.link("first"))],
      [
        "nextcursor nextpagetoken nexttoken nextmarker continuationtoken continuetoken continue endcursor after cursor nextpage next nexturl nextlink nextpageurl nextpageuri odatanextlink nexthref",
        onward,
      ],
      [
        "previouscursor prevcursor before previous prev previousurl prevurl previouspage prevpage prevpagetoken previouspagetoken previouslink prevlink",
        back,
      ],
      ["self href currenturl", link("self")],
      ["page currentpage pagenumber", ({ part }) => part.page],
      ["perpage pagesize limit itemsperpage size maxresults", size],
      ["offset skip startat startindex", ({ part }) => part.offset ?? 0],
      ["totalpages pages numpages lastpage", pages],
      ["remainingitemcount remaining", ({ total, count, part }) => Math.max(0, total - count - (part.offset ?? 0))],
    ] as const satisfies readonly (readonly [string, Telling])[]
  ).flatMap(([names, telling]) => names.split(" ").map((name) => [name, telling] as const)),
);

/** Names that say how a list goes on wherever they stand; others only beside a list, or in what is about it. */
const HOLDERS = /^(meta|metadata|paging|pagination|pageinfo|page|links|cursors?|responsemetadata|info|odata)$/;

/** Names under which a link is an object with an address. */
const ADDRESS = ["href", "url"];

function isLink({ form, annotations }: SchemaNode): boolean {
  const isUri = form.formats.some((format) => /^(uri|url|iri)/.test(format));
  const said = `${annotations.description ?? ""} ${annotations.examples.map(String).join(" ")}`;
  return isUri || /\bURLs?\b|\bURIs?\b|\blink\b|^\/|https?:/i.test(said);
}

/** Puts the list of a page into its envelope. */
export class ListEnvelope {
  readonly #place: Place;
  readonly #schema: Schema;
  readonly #node: SchemaNode;
  readonly #template: JsonObject;
  readonly #document: Document;
  #whole: JsonValue | undefined;

  constructor(document: Document, media: MediaType, schema: Schema, place: Place) {
    this.#place = place;
    this.#document = document;
    this.#schema = schema;
    this.#node = schemaAt(document, schema.pointer, "response");
    const example = exampleBody({ document }, media);
    this.#template = isObject(example) ? example : {};
  }

  fill(items: readonly JsonValue[], page: Page): JsonObject {
    const told = this.#tell(this.#node, this.#template, page, this.#place.steps);
    const whole = bodyWith(this.#place, items, told);
    const body = isObject(whole) ? whole : {};
    if (this.#allows(body)) return body;
    // What is told may not fit what the document wants to be told; then its example stays.
    const plain = bodyWith(this.#place, items, this.#template);
    if (isObject(plain) && this.#allows(plain)) return plain;
    const mended = this.#mended(body, plain);
    return this.#allows(mended) ? mended : this.#completed(items, page, mended);
  }

  /** Takes over from the plain body what is wrong in the told one. */
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

  /** What surrounds the list needs more than the example has: a generated body has it. */
  #completed(items: readonly JsonValue[], page: Page, otherwise: JsonObject): JsonObject {
    this.#whole ??= [...seededValues(this.#document, this.#schema.pointer)].find(
      (one) => isObject(one) && this.#allows(one),
    );
    if (!isObject(this.#whole)) return otherwise;
    const told = bodyWith(this.#place, items, this.#tell(this.#node, this.#whole, page, this.#place.steps));
    if (isObject(told) && this.#allows(told)) return told;
    const plain = bodyWith(this.#place, items, this.#whole);
    return isObject(plain) && this.#allows(plain) ? plain : otherwise;
  }

  #allows(value: JsonValue): boolean {
    return this.#schema.accepts?.(value) ?? this.#schema.validate(value).length === 0;
  }

  #tell(node: SchemaNode, example: JsonObject, page: Page, way: readonly string[]): JsonObject {
    const told = new Map(Object.entries<JsonValue>(example));
    const names = [...node.properties.keys()].map(plainName);
    for (const [name, own] of node.properties) {
      if (name === way[0]) {
        const inner = ownValue(example, name);
        if (way.length > 1) told.set(name, this.#tell(own, isObject(inner) ? inner : {}, page, way.slice(1)));
        continue;
      }
      const plain = plainName(name);
      const inner = ownValue(example, name);
      if (isType(own, "object") && HOLDERS.test(plain)) {
        const whole = this.#tell(own, isObject(inner) ? inner : {}, page, []);
        if (Object.keys(whole).length > 0 || told.has(name)) told.set(name, whole);
        continue;
      }
      const telling = TELLINGS.get(plain);
      if (telling === undefined) continue;
      // "count" beside a total is that of the page.
      const isOfPage = plain === "count" && names.some((one) => one.startsWith("total"));
      const about = { name, node: own, isRequired: node.form.required.has(name) };
      set(told, about, isOfPage ? page.count : telling(page, own));
    }
    return Object.fromEntries(told);
  }
}

/** A property that tells something. */
interface Told {
  readonly name: string;
  readonly node: SchemaNode;
  readonly isRequired: boolean;
}

/** Sets what is told, in the type that the document gives it; what there is nothing to tell of is left out. */
function set(told: Map<string, JsonValue>, { name, node, isRequired }: Told, value: JsonValue | undefined): void {
  const isTold = value !== undefined && value !== null;
  if (isTold && isType(node, "object")) {
    const address = ADDRESS.find((one) => node.properties.has(one));
    if (address !== undefined) told.set(name, { [address]: value });
    return;
  }
  if (isTold) {
    const fitting = [value, showScalar(value), Number(value)].find((one) => isOfType(node, one));
    if (fitting !== undefined) told.set(name, fitting);
    return;
  }
  if (typeofPage(name)) return;
  // There is no next page, and nothing must look as if there were one.
  if (node.types?.includes("null") === true) told.set(name, null);
  else if (!isRequired) told.delete(name);
  else if (isType(node, "string") && node.form.formats.length === 0) told.set(name, "");
}

/** The number of a page is not known where none was asked for: the first one then. */
function typeofPage(name: string): boolean {
  return /^(page|currentpage|pagenumber)$/.test(plainName(name));
}

function isOfType(node: SchemaNode, value: JsonValue): boolean {
  if (typeof value === "string") return mayBe(node, "string");
  if (typeof value === "boolean") return mayBe(node, "boolean");
  return typeof value === "number" && Number.isSafeInteger(value) && mayBe(node, "integer");
}

/** The items of a list in an answer of the document. */
export function itemsAt(place: Place, value: JsonValue): readonly JsonValue[] {
  const list = valueIn(value, place);
  return Array.isArray(list) ? (list as readonly JsonValue[]) : [];
}
