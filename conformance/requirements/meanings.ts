// What each field of a document and each keyword of a schema is to a reader who asks "who tests this?". Which fields
// there are is said by the grammar of OpenAPI and by the table of keywords; what stands in neither is told as unknown.
import type { PartKind } from "../../src/document/grammar.ts";
import { type Keyword, type KeywordFamily, KEYWORDS } from "../../src/schema/keywords.ts";

/** The kinds of statements in a document. */
const STATEMENT_KINDS = [
  ...(["sentence", "table row", "label", "operation", "parameter", "required", "style", "request body"] as const),
  ...(["response", "media type", "header", "security", "security scheme", "deprecation", "keyword"] as const),
  ...(["annotation", "extension", "example", "default", "access", "encoding", "link", "callback"] as const),
  ...(["information", "server", "tag", "reading aid", "unknown field"] as const),
] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** How a field is read: as a statement of a kind, as sentences, or as naming the part that it belongs to. */
export type Meaning = StatementKind | "prose" | "identity";

type Meanings = Readonly<Record<string, Meaning>>;

/** The kinds of parts that state something by being there; others only hold statements. */
export const SELVES: ReadonlyMap<PartKind, StatementKind> = new Map<PartKind, StatementKind>([
  ["operation", "operation"],
  ["parameter", "parameter"],
  ["request-body", "request body"],
  ["response", "response"],
  ["media-type", "media type"],
  ["header", "header"],
  ["security-scheme", "security scheme"],
]);

const meaning = <T extends Meaning>(kind: T, ...fields: readonly string[]): Record<string, T> =>
  Object.fromEntries(fields.map((field) => [field, kind]));

/** Fields that mean the same wherever they stand. */
const EVERYWHERE: Meanings = {
  description: "prose",
  ...meaning("label", "summary", "title"),
  ...meaning("example", "example", "examples"),
  deprecated: "deprecation",
  externalDocs: "reading aid",
  required: "required",
  ...meaning("style", "style", "explode", "allowReserved", "allowEmptyValue"),
  ...meaning("encoding", "encoding", "prefixEncoding", "itemEncoding"),
  security: "security",
  servers: "server",
  tags: "tag",
  ...meaning("link", "links"),
  ...meaning("callback", "callbacks", "webhooks"),
};

/** What else a field means, by the kind of part that it belongs to. */
const BY_KIND: ReadonlyMap<PartKind, Meanings> = new Map<PartKind, Meanings>([
  ["document", meaning("information", "openapi", "$self", "jsonSchemaDialect")],
  ["info", meaning("information", "title", "version", "termsOfService", "contact", "license")],
  ["operation", { operationId: "identity" }],
  ["parameter", meaning("identity", "name", "in")],
  [
    "security-scheme",
    meaning(
      "identity",
      ...["type", "scheme", "name", "in", "bearerFormat", "flows", "openIdConnectUrl", "oauth2MetadataUrl"],
    ),
  ],
]);

/** The fields that say which part it is, in the order in which they name it. */
export function identityOf(kind: PartKind): string[] {
  const meanings = BY_KIND.get(kind) ?? {};
  return Object.keys(meanings).filter((field) => meanings[field] === "identity");
}

/** What a field means that holds no part that is looked into; "unknown field" for what OpenAPI does not know there. */
export function meaningOf(kind: Exclude<PartKind, "schema">, field: string): Meaning {
  const own = BY_KIND.get(kind) ?? {};
  const meanings = Object.hasOwn(own, field) ? own : EVERYWHERE;
  return Object.hasOwn(meanings, field) ? (meanings[field] as Meaning) : "unknown field";
}

/** Parts that are told as a whole, by the field that holds them: nothing inside them is asked of a server. */
const CLOSED: ReadonlySet<PartKind> = new Set<PartKind>([
  ...(["server", "tag", "external-docs", "contact", "license", "security-requirement", "oauth-flows"] as const),
  ...(["example", "link", "callback", "encoding"] as const),
]);

/** True where the parts of a kind are looked into. */
export function isLookedInto(kind: PartKind, holder: PartKind): boolean {
  return !CLOSED.has(kind) && !(kind === "path-item" && holder === "document");
}

const BY_FAMILY: Readonly<Partial<Record<KeywordFamily, StatementKind>>> = {
  identity: "annotation",
  annotation: "annotation",
};

const BY_KEYWORD: Meanings = {
  description: "prose",
  title: "label",
  ...meaning("example", "example", "examples"),
  default: "default",
  ...meaning("access", "readOnly", "writeOnly"),
  deprecated: "deprecation",
  externalDocs: "reading aid",
  // Annotations to a validator; to a reader they say what is allowed.
  ...meaning("keyword", "contentEncoding", "contentMediaType"),
};

/** Keywords that say no more than the schemas that they hold. */
const TRANSPARENT = new Set(["properties", "items", "allOf"]);

/** What a keyword of a schema means by itself; undefined where only the schemas in it mean something. */
export function meaningOfKeyword(name: string): Meaning | undefined {
  const keyword = KEYWORDS.get(name);
  if (keyword === undefined) return "unknown field";
  if (Object.hasOwn(BY_KEYWORD, name)) return BY_KEYWORD[name];
  return isTransparent(name, keyword) ? undefined : (BY_FAMILY[keyword.family] ?? "keyword");
}

function isTransparent(name: string, { applies }: Keyword): boolean {
  return TRANSPARENT.has(name) || applies === "definition";
}
