// Finds in a body the addresses that a client follows by itself, and turns those that lead off the mock.
import { showScalar } from "../../../contract/serialization/text.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../json/value.ts";
import type { SentLinks } from "../../../mock/sent-links.ts";
import { idOf } from "../../../resource/items/identify.ts";
import { isHolder, metadataKind } from "../../../resource/lists/list-metadata.ts";
import type { Resource } from "../../../resource/model.ts";
import { type SchemaNode, isType } from "../../../schema/normal/schema-node.ts";
import { isFollowed, isForPeople, isPage, isState } from "./followed.ts";
import type { OwnServers } from "./servers.ts";

/** The URL of a request, and what its client has sent before. */
export interface Asked {
  readonly url: () => string;
  readonly sent: SentLinks;
  /** The URL of the item that the request has created. */
  readonly created?: (() => string) | undefined;
}

interface Walk {
  readonly servers: OwnServers;
  readonly asked: Asked;
  readonly origin: string;
  readonly isExample: boolean;
  readonly listed: Resource | undefined;
}

/** Walks through one body. */
export class BodyWalk {
  hasChanged = false;
  readonly #walk: Walk;
  /** The address of the thing around. */
  #self: () => string;

  constructor(walk: Walk) {
    this.#walk = walk;
    const { asked, listed } = walk;
    // A page is what was asked for; a thing has one address, however it is asked for.
    this.#self = asked.created ?? (listed === undefined ? () => asked.url().replace(/\?.*$/s, "") : asked.url);
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
      const isCalled = isAddress(name) && (isFollowed(rel) || isForPeople(rel));
      const relation = isCalled ? rel : name;
      const isLost = typeof one === "string" && isPage(relation) && this.#leaves(one, own);
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
    if (!isAbsolute(value) || isFixed(node) || isForPeople(relation) || asked.sent.has(value)) return undefined;
    if (isAt(value, origin)) return undefined;
    const here = servers.here(value, origin) ?? (isFollowed(relation) ? this.#ownPath(value, relation) : undefined);
    if (here !== undefined) this.hasChanged = true;
    return here;
  }

  /** A followed link to another host: the address of the thing around where it tells its state, or the same path on the mock. */
  #ownPath(value: string, name: string): string {
    return isState(name) ? this.#self() : this.#walk.origin + value.replace(/^(?:https?:)?\/\/[^/?#]*/i, "");
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
  const metadata = metadataKind(name, names);
  if (metadata === "has-more") return node !== undefined && !isType(node, "boolean") ? undefined : false;
  if (metadata === "is-last") return node !== undefined && !isType(node, "boolean") ? undefined : true;
  return metadata === "next" ? null : undefined;
}

const isAddress = (name: string): boolean => /^(?:href|url|uri|link)$/i.test(name);
/** An address with a host. A browser takes the scheme of the page where it has none. */
export const isAbsolute = (address: string): boolean => /^(?:https?:)?\/\//i.test(address);
export const isAt = (address: string, origin: string): boolean =>
  address.startsWith(origin) && /^(?:[/?#]|$)/.test(address.slice(origin.length));

/** The document allows only some values here. */
function isFixed(node: SchemaNode | undefined): boolean {
  return node !== undefined && (node.form.values !== undefined || node.form.patterns.length > 0);
}
