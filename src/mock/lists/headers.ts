// Response headers about the page of a list: links to other pages, totals, and the position of the page.
import type { Header, Operation } from "../../contract/model.ts";
import { responseFor } from "../../contract/responses.ts";
import { type Document, descriptionAt } from "../../document/document.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import { TOLD } from "./envelope.ts";
import type { Page } from "./pagination.ts";
import { headerMetadata } from "../../resource/lists/list-metadata.ts";

/** Writes the header lines about a page: name, value, name, value. */
export type PageHeaders = (page: Page) => readonly string[];

/** True for a header about the page of a list. */
export function isPageHeader(name: string): boolean {
  return /^(?:link|content-range)$/i.test(name) || headerMetadata(name) !== undefined;
}

/** Prepares the headers of a list; undefined if its document describes none. */
export function pageHeaders(
  document: Document,
  { responses, parameters }: Operation,
  status: number,
): PageHeaders | undefined {
  const described = responseFor(responses, status)?.headers ?? [];
  // Some documents tell of links only where a parameter takes what is in them.
  const isLinked = parameters.some(({ pointer }) => LINKED.test(descriptionAt(document, pointer)));
  const all = isLinked && described.every(({ name }) => name !== "Link") ? [...described, LINK] : described;
  const headers = all.filter(({ name, fixed }) => !fixed && isPageHeader(name));
  if (headers.length === 0) return undefined;
  return (page) =>
    headers.flatMap((header) => {
      const value = valueOf(document, header, page);
      return value === undefined ? [] : [header.name, value];
    });
}

const LINK = { name: "Link", required: false, schema: { pointer: "", validate: () => [] } } as unknown as Header;
const LINKED = /\bLink`? (?:response )?header/;

function valueOf(document: Document, header: Header, page: Page): string | undefined {
  const { name, schema, required } = header;
  if (/^link$/i.test(name)) return linksOf(page, header);
  if (/^content-range$/i.test(name)) return rangeOf(page, header);
  const metadata = headerMetadata(name);
  const node = schemaAt(document, schema.pointer, "response");
  const value = metadata === undefined ? undefined : TOLD[metadata](page, node, name);
  const text = value === undefined || value === null ? "" : showScalar(value);
  const isFit = [text, Number(text)].some((one) => schema.validate(one).length === 0);
  // An empty header says that there is no such page.
  return text === "" ? (required && isFit ? "" : undefined) : isFit || required ? text : undefined;
}

const RELATIONS = [
  ["next", "next"],
  ["last", "last"],
  ["first", "first"],
  ["prev", "earlier"],
] as const;

function linksOf({ link, hasMore, hasEarlier }: Page, { schema, required }: Header): string | undefined {
  if (!hasMore && !hasEarlier && !required) return undefined;
  const links = RELATIONS.flatMap(([relation, to]) => {
    const target = link(to);
    return target === undefined ? [] : [`<${target}>; rel="${relation}"`];
  });
  const value = links.join(", ");
  return value === "" || schema.validate(value).length > 0 ? undefined : value;
}

/** The unit that the document's example has, and the place of the page (RFC 9110, section 14.4). */
function rangeOf({ part, count, total }: Page, { known = "" }: Header): string {
  const unit = /^[\w-]+/.exec(known)?.[0] ?? "items";
  const first = part.offset ?? 0;
  return `${unit} ${count === 0 ? "*" : `${first}-${first + count - 1}`}/${total}`;
}
