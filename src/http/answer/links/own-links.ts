// Keeps clients on the mock: what they follow by themselves leads to the mock's own origin or is left out. Addresses of
// the document's own servers become those of the mock; what a client has sent comes back as it was. Relations for people
// stay, and so does whatever the document allows no other value for.
import type { Contract, Header, Response } from "../../../contract/model.ts";
import { once } from "../../../kept.ts";
import { readJson } from "../../../json/read.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../json/value.ts";
import { writeJson } from "../../../json/write.ts";
import { isPageHeader } from "../../../mock/lists/headers.ts";
import type { SentLinks } from "../../../mock/sent-links.ts";
import { showScalar } from "../../../contract/serialization/text.ts";
import { idOf } from "../../../resource/items/identify.ts";
import type { Resource } from "../../../resource/model.ts";
import { isHolder, tellingOf } from "../../../resource/lists/tellings.ts";
import { plainName } from "../../../resource/paths.ts";
import { type SchemaNode, isType, schemaAt } from "../../../schema/normal/schema-node.ts";
import type { Schema } from "../../../schema/model.ts";
import type { HeaderLines } from "../../exchange.ts";
import { linkHeader, linksIn } from "./link-header.ts";
import { OwnServers } from "./servers.ts";

/** Relations to other pages. Only the store knows them. */
const PAGES = new Set(["next", "prev", "previous", "first", "last"]);
/** Relations that a client follows by itself. */
const FOLLOWED = new Set([...PAGES, "self", "item", "href"]);
/** Names of links for people, and of addresses that are only names. */
const FOR_PEOPLE = new Set(
  `deprecation sunset help license documentation documentationurl docs about describedby profile type author copyright
  termsofservice privacypolicy schema context ref namespace`.split(/\s+/),
);

/** The URL of a request, and what its client has sent before. */
export interface Asked {
  readonly url: () => string;
  readonly sent: SentLinks;
  /** The URL of the item that the request has created. */
  readonly created?: (() => string) | undefined;
}

/** Decides where the answers of one operation lead. */
export class OwnLinks {
  readonly #contract: Contract;
  readonly #servers: OwnServers;
  readonly #isList: boolean;
  readonly #listed: Resource | undefined;
  readonly #variable = once(({ headers }: Response) => headers.filter((header) => !this.isConstant(header)));

  /** @param listed what the operation lists: the headers about its pages are computed */
  constructor(contract: Contract, basePaths: readonly string[], listed: Resource | undefined) {
    this.#contract = contract;
    this.#listed = listed;
    this.#servers = new OwnServers(contract.servers, basePaths);
    this.#isList = listed !== undefined;
  }

  /** True if the value that the document gives for a header is sent as it is. */
  isConstant({ name, fixed, known = "" }: Header): boolean {
    const plain = name.toLowerCase();
    if (fixed) return true;
    if (plain === "link") return !this.#isList && !linksIn(known).some(({ relations }) => relations.some(isFollowed));
    return plain !== "content-location" && !(this.#isList && isPageHeader(name));
  }

  /**
   * The lines of the headers that are not constant.
   * @param given lines that were computed, such as the links of a page
   */
  lines(response: Response | undefined, given: HeaderLines, asked: Asked): HeaderLines {
    const headers = response === undefined ? [] : this.#variable(response);
    if (headers.length === 0) return given;
    const computed = (wanted: string): string | undefined => {
      const at = given.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === wanted);
      return at === -1 ? undefined : given[at + 1];
    };
    const more = headers.flatMap((header): string[] => {
      const name = header.name.toLowerCase();
      if (name === "content-location") return this.#contentLocation(header, computed("location"), asked);
      return name === "link" ? this.#linkLine(header, computed("link"), asked) : [];
    });
    const named = new Set(more.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
    return [...given.filter((_, at) => !named.has((given[at - (at % 2)] as string).toLowerCase())), ...more];
  }

  #linkLine(header: Header, computed: string | undefined, asked: Asked): string[] {
    const { name, required, known = "", schema } = header;
    const kept = linksIn(known).flatMap(({ target, relations, parameters }) => {
      if (!relations.some(isFollowed)) return [{ target, parameters }];
      if (relations.some((one) => PAGES.has(one))) return [];
      const here = relations.includes("self") ? asked.url() : this.location(target, asked);
      return here === undefined ? [] : [{ target: here, parameters }];
    });
    const links = [...(computed === undefined ? [] : [computed]), ...(kept.length === 0 ? [] : [linkHeader(kept)])];
    if (links.length === 0 && required) links.push(`<${asked.url()}>; rel="self"`);
    const value = links.join(", ");
    return value === "" || (!required && schema.validate(value).length > 0) ? [] : [name, value];
  }

  #contentLocation({ name, known }: Header, created: string | undefined, asked: Asked): string[] {
    const value = created ?? (known === undefined ? asked.url() : this.location(known, asked));
    return value === undefined ? [] : [name, value];
  }

  /** A documented `Location`. A redirect elsewhere stays; a created item is on the mock or nowhere. */
  documented(status: number, address: string, response: Response | undefined, asked: Asked): string | undefined {
    const header = response?.headers.find(({ name }) => name.toLowerCase() === "location");
    if (header?.fixed === true) return address;
    return this.location(address, asked) ?? (status >= 300 ? address : undefined);
  }

  /** Where a documented address leads on the mock; undefined if it leads elsewhere. */
  location(address: string, { url }: Asked): string | undefined {
    if (!isAbsolute(address)) return address;
    const { origin } = new URL(url());
    return isAt(address, origin) ? address : this.#servers.here(address, origin);
  }

  /**
   * The same body, with links that stay on the mock.
   * @param isExample the body is an example, so nothing in it knows about other pages
   */
  body(text: string, schema: Schema | undefined, asked: Asked, isExample: boolean): string {
    if (!(isExample && ABOUT_PAGES.test(text)) && !this.#mayLeave(text)) return text;
    const reading = readJson(text, Infinity);
    if ("fault" in reading) return text;
    const { document } = this.#contract;
    const node = schema === undefined ? undefined : schemaAt(document, schema.pointer, "response");
    const { origin } = new URL(asked.url());
    const walk = new BodyWalk({ servers: this.#servers, asked, origin, isExample, listed: this.#listed });
    const value = walk.value(reading.value, node, "");
    if (!walk.hasChanged) return text;
    // What the document says about a value comes before where it leads.
    const isWorse = schema !== undefined && schema.validate(value).length > schema.validate(reading.value).length;
    return isWorse ? text : writeJson(value);
  }

  /** Most bodies have no address that could lead off the mock, and are not read. */
  #mayLeave(text: string): boolean {
    return text.includes("://") && (this.#servers.isIn(text) || LINKS.test(text));
  }
}

/** A link that is followed, in JSON: its own address, or an object with it. */
const LINKS = /"(?:self|item|href|next|prev|previous|first|last)[\w-]*"\s*:\s*(?:\{[^{}]*?)?"https?:\/\//i;
/** What only a store can say about a list. */
const ABOUT_PAGES = /"[\w-]*(?:next|cursor|more|token|continu|after|marker)[\w-]*"\s*:/i;

interface Walk {
  readonly servers: OwnServers;
  readonly asked: Asked;
  readonly origin: string;
  readonly isExample: boolean;
  readonly listed: Resource | undefined;
}

class BodyWalk {
  hasChanged = false;
  readonly #walk: Walk;
  /** The address of the thing around. */
  #self: () => string;

  constructor(walk: Walk) {
    this.#walk = walk;
    this.#self = walk.asked.created ?? walk.asked.url;
  }

  /** @param relation the name of the property, or what its link is called */
  value(value: JsonValue, node: SchemaNode | undefined, relation: string): JsonValue {
    if (typeof value === "string") return this.#text(value, node, relation) ?? value;
    if (Array.isArray(value)) {
      return (value as readonly JsonValue[]).map((one) => this.#element(one, node?.items, relation));
    }
    return isObject(value) ? this.#object(value, node, relation) : value;
  }

  /** An element of a list, which has an address of its own. */
  #element(value: JsonValue, node: SchemaNode | undefined, relation: string): JsonValue {
    const { asked, listed } = this.#walk;
    const around = this.#self;
    // What is in a list inside an item is not an item of the list that was asked for.
    const isOuter = around === asked.url;
    const id = listed && isOuter && isBelow(listed) ? idOf(listed.identifier, value) : undefined;
    if (typeof id === "string" || typeof id === "number" || typeof id === "bigint")
      this.#self = () => `${asked.url().replace(/\/?(?:\?.*)?$/s, "")}/${encodeURIComponent(showScalar(id))}`;
    const shown = this.value(value, node, relation);
    this.#self = around;
    return shown;
  }

  #object(value: JsonObject, node: SchemaNode | undefined, outer: string): JsonObject {
    const entries = Object.entries<JsonValue>(value);
    const names = entries.map(([name]) => name);
    const isAboutList = entries.some(([, one]) => Array.isArray(one)) || isHolder(outer);
    const rel = typeof value["rel"] === "string" ? value["rel"] : outer;
    const kept = entries.flatMap(([name, one]): [string, JsonValue][] => {
      const own = node?.properties.get(name);
      const isNeeded = node?.form.required.has(name) === true;
      const ended = this.#walk.isExample && isAboutList ? ending(name, names, own) : undefined;
      if (ended !== undefined) return this.#ended(name, one, { own, isNeeded, ended });
      // An address in a link object leads where the object is called after.
      const isCalled = isAddress(name) && (FOLLOWED.has(plainName(rel)) || FOR_PEOPLE.has(plainName(rel)));
      const relation = isCalled ? rel : name;
      const isLost = typeof one === "string" && PAGES.has(plainName(relation)) && this.#leaves(one, own);
      if (isLost) return this.#ended(name, one, { own, isNeeded, ended: null });
      return [[name, this.value(one, own, isObject(one) || Array.isArray(one) ? name : relation)]];
    });
    return Object.fromEntries(kept);
  }

  /** What says that there is no other page: false, null, or nothing. */
  #ended(
    name: string,
    former: JsonValue,
    { own, isNeeded, ended }: { own: SchemaNode | undefined; isNeeded: boolean; ended: boolean | null },
  ): [string, JsonValue][] {
    const isText = own !== undefined && isType(own, "string") && own.form.formats.length === 0;
    const mayBeNull = own === undefined ? !isNeeded && former === null : own.types?.includes("null") === true;
    const next = ended ?? (mayBeNull ? null : isNeeded ? (isText ? "" : former) : undefined);
    if (next !== former) this.hasChanged = true;
    return next === undefined ? [] : [[name, next]];
  }

  #text(value: string, node: SchemaNode | undefined, relation: string): string | undefined {
    const { servers, asked, origin } = this.#walk;
    const name = plainName(relation);
    if (!isAbsolute(value) || isFixed(node) || FOR_PEOPLE.has(name) || asked.sent.has(value)) return undefined;
    if (isAt(value, origin)) return undefined;
    const here = servers.here(value, origin) ?? (FOLLOWED.has(name) ? this.#ownPath(value, name) : undefined);
    if (here !== undefined) this.hasChanged = true;
    return here;
  }

  /** A followed link to another host: the address of the thing around, or the same path on the mock. */
  #ownPath(value: string, name: string): string {
    return name === "self" ? this.#self() : this.#walk.origin + value.replace(/^https?:\/\/[^/?#]*/i, "");
  }

  /** True for an address on another host, which no client may be led to. */
  #leaves(value: string, node: SchemaNode | undefined): boolean {
    const { servers, asked, origin } = this.#walk;
    if (!isAbsolute(value) || isFixed(node) || asked.sent.has(value) || isAt(value, origin)) return false;
    return servers.here(value, origin) === undefined;
  }
}

/** True if the path of an item is that of its list and the identifier. */
function isBelow({ collection, itemPath = "" }: Resource): boolean {
  return itemPath.replace(/\/\{[^{}]+\}$/, "") === collection.replace(/\/$/, "");
}

/** What an example must say of a page that does not exist: null for no other page, a truth value; undefined otherwise. */
function ending(name: string, names: readonly string[], node: SchemaNode | undefined): boolean | null | undefined {
  const telling = tellingOf(name, names);
  if (telling === "has-more") return node !== undefined && !isType(node, "boolean") ? undefined : false;
  if (telling === "is-last") return node !== undefined && !isType(node, "boolean") ? undefined : true;
  return telling === "next" ? null : undefined;
}

const isFollowed = (relation: string): boolean => FOLLOWED.has(relation);
const isAddress = (name: string): boolean => /^(?:href|url|uri|link)$/i.test(name);
const isAbsolute = (address: string): boolean => /^https?:\/\//i.test(address);
const isAt = (address: string, origin: string): boolean =>
  address.startsWith(origin) && /^(?:[/?#]|$)/.test(address.slice(origin.length));

/** The document allows only some values here. */
function isFixed(node: SchemaNode | undefined): boolean {
  return node !== undefined && (node.form.values !== undefined || node.form.patterns.length > 0);
}
