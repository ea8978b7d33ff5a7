// What the properties next to a list say about it: how many items there are, whether there are more, where the next
// page is. Recognized only by name. The mock fills them in, and the suite checks them.
import { isPlural, plainName } from "../paths.ts";

const METADATA_KINDS = [
  ...(["total", "count", "count-of-page", "has-more", "is-last", "last", "has-earlier", "is-first", "first"] as const),
  ...(["next", "earlier", "self", "page", "size", "offset", "pages", "remaining"] as const),
  ...(["from", "to", "path"] as const),
  ...(["is-empty", "is-paged", "is-unpaged", "is-sorted", "is-unsorted"] as const),
] as const;

/** What a property says. `count` is about the page if there is also a total, and otherwise about the whole list. */
export type MetadataKind = (typeof METADATA_KINDS)[number];

const NAMES = {
  total:
    "total totalcount totalitems totalresults totalrecords totalelements totalhits totalsize numresults numfound totalentries totalnumber totalrecordcount",
  count: "count results itemcount resultcount recordcount odatacount",
  "count-of-page": "numberofelements returned itemsonpage",
  "has-more": "hasmore more hasnext hasnextpage moreavailable ismore",
  "is-last": "islast islastpage end isfinal done",
  last: "last",
  "has-earlier": "hasprevious haspreviouspage hasprev",
  "is-first": "isfirst",
  first: "first",
  next: "nextcursor iterator nextpagetoken nexttoken nextmarker continuationtoken continuetoken continue endcursor nextpageoffset nextoffset after aftercursor cursor nextpage next nexturl nextlink nextpageurl nextpageuri odatanextlink nexthref",
  earlier:
    "previouscursor prevcursor previterator previousiterator before previous prev previousmarker prevmarker previousurl prevurl previouspage prevpage prevpagetoken previouspagetoken previouslink prevlink",
  self: "self href currenturl",
  page: "page currentpage pagenumber",
  size: "perpage pagesize limit itemsperpage size maxresults",
  offset: "offset skip startat startindex",
  pages: "totalpages pages pagecount pagescount numpages lastpage",
  remaining: "remainingitemcount remaining",
  from: "from",
  to: "to",
  path: "path",
  "is-empty": "empty isempty",
  "is-paged": "paged",
  "is-unpaged": "unpaged",
  "is-sorted": "sorted",
  "is-unsorted": "unsorted",
} as const satisfies Readonly<Record<MetadataKind, string>>;

const BY_NAME: ReadonlyMap<string, MetadataKind> = new Map(
  METADATA_KINDS.flatMap((metadata) => NAMES[metadata].split(" ").map((name) => [name, metadata] as const)),
);

/** Names of objects that describe how a list continues, wherever they are. */
const HOLDERS =
  /^((?:list|page)?meta(?:data)?|paging|pagination|pageinfo|page|pageable|sort|links|cursors?|responsemetadata|info|odata)$/;

/** Names under which a link object has its URL. */
const ADDRESSES = new Set(["href", "url", "link", "uri"]);
/** Names of cursors in an object that describes another page. */
const CURSORS = new Set(["cursor", "token", "offset"]);

/** The names of the cursor and the URL in an object that describes another page: `next: { after, link }`. */
export interface Pointing {
  readonly cursor?: string;
  readonly address?: string;
}

/** The properties of an object that lead to another page. @param names the properties it has */
export function pointingOf(metadata: MetadataKind, names: readonly string[]): Pointing {
  const address = names.find((name) => ADDRESSES.has(plainName(name)));
  const isTurned = metadata === "next" || metadata === "earlier";
  const leads = (name: string): boolean => CURSORS.has(name) || BY_NAME.get(name) === metadata;
  const cursor = names.find((name) => isTurned && name !== address && leads(plainName(name)));
  return { ...(cursor === undefined ? {} : { cursor }), ...(address === undefined ? {} : { address }) };
}

/** What a property next to a list says, judging by its name and the others; undefined if unknown. */
export function metadataKind(name: string, beside: readonly string[]): MetadataKind | undefined {
  const metadata = BY_NAME.get(plainName(name)) ?? countOf(name, beside);
  const isOfPages = metadata === undefined && plainName(name) === "number";
  if (isOfPages && beside.some((one) => plainName(one) === "totalpages")) return "page";
  // They are about a page only beside its size.
  if (metadata === "from" || metadata === "to" || metadata === "path")
    return beside.some((one) => BY_NAME.get(plainName(one)) === "size") ? metadata : undefined;
  // Beside `sorted`, it is the order that is empty.
  if (metadata === "is-empty" && beside.some((one) => plainName(one) === "sorted")) return "is-unsorted";
  if (metadata !== "count") return metadata;
  if (beside.some((one) => plainName(one).startsWith("total"))) return "count-of-page";
  // Beside links to both sides, it counts what they lead through.
  return ["next", "previous"].every((one) => beside.includes(one)) ? "total" : "count";
}

/** `articlesCount` beside `articles`. */
function countOf(name: string, beside: readonly string[]): MetadataKind | undefined {
  const [, thing] = /^(?:total|num(?:ber)?of)?(.+?)(?:total)?count$/.exec(plainName(name)) ?? [];
  return thing !== undefined && beside.some((one) => plainName(one) === thing && isPlural(one)) ? "count" : undefined;
}

/** What a header says about a list, judging by its name: "X-Total-Count", "X-Pagination-Per-Page". */
export function headerMetadata(name: string): MetadataKind | undefined {
  const plain = plainName(name).replace(/^(?:x(?:wp)?)?(?:pagination|paging)?/, "");
  return plain === "link" ? undefined : metadataKind(plain, []);
}

/** True for the name of an object whose properties describe the list. */
export function isHolder(name: string): boolean {
  return HOLDERS.test(plainName(name));
}
