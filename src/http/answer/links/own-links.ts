// Keeps clients on the mock: what they follow by themselves leads to the mock's own origin or is left out. Addresses of
// the document's own servers become those of the mock; what a client has sent comes back as it was. Relations for people
// stay, and so does whatever the document allows no other value for.
import { lineNames, lineValue, linesWithout, type HeaderLines } from "../../../contract/header-lines.ts";
import type { Contract, Header, Response } from "../../../contract/model.ts";
import { once } from "../../../memo.ts";
import type { JsonObject, JsonValue } from "../../../json/value.ts";
import { readJson } from "../../../json/read.ts";
import { writeJson } from "../../../json/write.ts";
import { isPageHeader } from "../../../mock/lists/headers.ts";
import type { Resource } from "../../../resource/model.ts";
import { schemaAt } from "../../../schema/normal/schema-node.ts";
import type { Schema } from "../../../schema/model.ts";
import { type Asked, BodyWalk, isAbsolute, isAt } from "./body-walk.ts";
import { MAY_BE_FOLLOWED, isFollowed, isFollowedHeader, isPage, isState } from "./followed.ts";
import { linkHeader, linksIn } from "../../../contract/link-header.ts";
import { OwnServers } from "./servers.ts";
import { isWorse } from "../../../mock/allowed.ts";
import { headerNamed } from "../../../contract/responses.ts";

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
    this.#servers = new OwnServers(contract, basePaths);
    this.#isList = listed !== undefined;
  }

  /** True if the value that the document gives for a header is sent as it is. */
  isConstant({ name, fixed, known }: Header): boolean {
    const plain = name.toLowerCase();
    // A Location is never sent as it is: `documented` has its own rule.
    if (fixed || plain === "location") return true;
    if (plain === "link")
      return !this.#isList && !linksIn(known ?? "").some(({ relations }) => relations.some(isFollowed));
    if (plain === "content-location" || this.#servers.isIn(known ?? "")) return false;
    if (isFollowedHeader(name, known)) return false;
    return !(this.#isList && isPageHeader(name));
  }

  /**
   * The lines of the headers that are not constant.
   * @param given lines that were computed, such as the links of a page
   */
  lines(response: Response | undefined, given: HeaderLines, asked: Asked): HeaderLines {
    const headers = response === undefined ? [] : this.#variable(response);
    if (headers.length === 0) return given;
    const computed = (wanted: string): string | undefined => lineValue(given, wanted);
    const more = headers.flatMap((header): string[] => {
      const name = header.name.toLowerCase();
      if (name === "content-location") return this.#contentLocation(header, computed("location"), asked);
      if (name === "link") return this.#linkLine(header, computed("link"), asked);
      return this.#isList && isPageHeader(header.name) ? [] : this.#addressLine(header, computed("location"), asked);
    });
    const named = lineNames(more);
    return [...linesWithout(given, (name) => named.has(name)), ...more];
  }

  #linkLine(header: Header, computed: string | undefined, asked: Asked): string[] {
    const { name, required, known = "", schema } = header;
    const kept = linksIn(known).flatMap(({ target, relations, parameters }) => {
      if (!relations.some(isFollowed)) return [{ target, parameters }];
      if (relations.some(isPage)) return [];
      const here = relations.includes("self") ? asked.url() : this.location(target, asked);
      return here === undefined ? [] : [{ target: here, parameters }];
    });
    const links = [...(computed === undefined ? [] : [computed]), ...(kept.length === 0 ? [] : [linkHeader(kept)])];
    if (links.length === 0 && required) links.push(`<${asked.url()}>; rel="self"`);
    const value = links.join(", ");
    return value === "" || (!required && schema.validate(value).length > 0) ? [] : [name, value];
  }

  #contentLocation({ name, required, known }: Header, created: string | undefined, asked: Asked): string[] {
    const value = created ?? (known === undefined ? asked.url() : this.location(known, asked));
    return value === undefined ? (required ? [name, asked.url()] : []) : [name, value];
  }

  /** A header with an address somewhere in its value. One that is followed and would lead elsewhere is left out. */
  #addressLine({ name, required, known, schema }: Header, created: string | undefined, asked: Asked): string[] {
    let isElsewhere = false;
    const here = known?.replaceAll(ADDRESS, (address) => {
      const own = this.location(address, asked);
      isElsewhere ||= own === undefined;
      return own ?? address;
    });
    if (here === undefined || (isElsewhere && isFollowedHeader(name, known))) {
      const state = isState(name) || /-location$/i.test(name) ? created : undefined;
      return state === undefined && !required ? [] : [name, state ?? asked.url()];
    }
    return [name, isWorse(schema, here, known) ? (known ?? here) : here];
  }

  /** A documented `Location`. A redirect elsewhere stays; a created item is on the mock or nowhere. */
  documented(status: number, address: string, response: Response | undefined, asked: Asked): string | undefined {
    const header = response && headerNamed(response.headers, "Location");
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
   * The same text in another notation than JSON, in which the document's own servers are the mock. What the document
   * names as the only values and the names of namespaces stay.
   */
  text(text: string, asked: Asked): string {
    if (!this.#servers.isIn(text)) return text;
    const isKept = (address: string): boolean =>
      !isAbsolute(address) || asked.sent.has(address) || onlyValues(this.#contract).has(address);
    return text.replaceAll(ADDRESS_OR_NAMESPACE, (found) =>
      isKept(found) ? found : (this.location(found, asked) ?? found),
    );
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
    return isWorse(schema, value, reading.value) ? text : writeJson(value);
  }

  /** Most bodies have no address that could lead off the mock, and are not read. */
  #mayLeave(text: string): boolean {
    return text.includes("//") && (this.#servers.isIn(text) || MAY_BE_FOLLOWED.test(text));
  }
}

/** An address in the value of a header. */
const ADDRESS = /(?:https?:)?\/\/[^\s"'<>;,]+/gi;
const ADDRESS_OR_NAMESPACE = /xmlns(?::[\w.-]+)?\s*=\s*["'][^"']*|(?:https?:)?\/\/[^\s"'<>;,]+/gi;
/** What only a store can say about a list. */
const ABOUT_PAGES = /"[\w-]*(?:next|cursor|more|token|continu|after|marker)[\w-]*"\s*:/i;

/** The addresses in `const` and `enum`, wherever they are in a document. */
const onlyValues = once(({ document }: Contract): Set<string> => {
  const found = new Set<string>();
  const seen = new WeakSet<object>();
  const look = (value: JsonValue, isOnly: boolean): void => {
    if (typeof value === "string" && isOnly && isAbsolute(value)) found.add(value);
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    for (const [name, one] of Object.entries<JsonValue>(value as JsonObject))
      look(one, isOnly || name === "const" || name === "enum");
  };
  look(document.root, false);
  return found;
});
