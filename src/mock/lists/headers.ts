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
  const headers = described.filter(({ name, fixed }) => !fixed && isPageHeader(name));
  // Some documents tell of links only where a parameter takes what is in them.
  const isLinked =
    described.every(({ name }) => !/^link$/i.test(name)) &&
    parameters.some(({ pointer }) => LINKED.test(descriptionAt(document, pointer)));
  if (headers.length === 0 && !isLinked) return undefined;
  return (page) => [
    ...headers.flatMap((header) => {
      const value = valueOf(document, header, page);
      return value === undefined ? [] : [header.name, value];
    }),
    ...(isLinked ? (linksOf(page) ?? []) : []),
  ];
}

const LINKED = /\bLink`? (?:response )?header/;

function valueOf(document: Document, header: Header, page: Page): string | undefined {
  const { name, schema, required } = header;
  if (/^link$/i.test(name)) {
    const links = linksOf(page, required)?.[1];
    return links === undefined || schema.validate(links).length > 0 ? undefined : links;
  }
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

/** The header with the links to other pages: its name and its value. */
function linksOf({ link, hasMore, hasEarlier }: Page, isRequired = false): readonly [string, string] | undefined {
  if (!hasMore && !hasEarlier && !isRequired) return undefined;
  const links = RELATIONS.flatMap(([relation, to]) => {
    const target = link(to);
    return target === undefined ? [] : [`<${target}>; rel="${relation}"`];
  });
  return links.length === 0 ? undefined : ["Link", links.join(", ")];
}

/** The unit that the document's example has, and the place of the page (RFC 9110, section 14.4). */
function rangeOf({ part, count, total }: Page, { known = "" }: Header): string {
  const unit = /^[\w-]+/.exec(known)?.[0] ?? "items";
  const first = part.offset ?? 0;
  return `${unit} ${count === 0 ? "*" : `${first}-${first + count - 1}`}/${total}`;
}
