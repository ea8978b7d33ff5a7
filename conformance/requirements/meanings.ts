// What each field of a document and each keyword of a schema means for the question "which check tests this?". The
// OpenAPI grammar and the table of keywords define the fields; anything in neither is reported as unknown.
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

/** How a field is read: as a statement of a kind, as prose, or as the name of its part. */
export type Meaning = StatementKind | "prose" | "identity";

type Meanings = Readonly<Record<string, Meaning>>;

/** The kinds of parts that state something by their presence; others only contain statements. */
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

/** Fields that mean the same everywhere. */
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

/** What other fields mean, by the kind of their part. */
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

/** The fields that identify a part, in the order in which they name it. */
export function identityOf(kind: PartKind): string[] {
  const meanings = BY_KIND.get(kind) ?? {};
  return Object.keys(meanings).filter((field) => meanings[field] === "identity");
}

/** What a field means that contains no further parts; "unknown field" if OpenAPI does not define it there. */
export function meaningOf(kind: Exclude<PartKind, "schema">, field: string): Meaning {
  const own = BY_KIND.get(kind) ?? {};
  const meanings = Object.hasOwn(own, field) ? own : EVERYWHERE;
  return Object.hasOwn(meanings, field) ? (meanings[field] as Meaning) : "unknown field";
}

/** Parts that are reported as a whole, by the field that contains them: nothing inside them is required of a server. */
const CLOSED: ReadonlySet<PartKind> = new Set<PartKind>([
  ...(["server", "tag", "external-docs", "contact", "license", "security-requirement", "oauth-flows"] as const),
  ...(["example", "link", "callback", "encoding"] as const),
]);

/** True if the parts of a kind are examined. */
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
  // Validators treat these as annotations; to a reader they state what is allowed.
  ...meaning("keyword", "contentEncoding", "contentMediaType"),
};

/** Keywords that mean nothing beyond the schemas in them. */
const TRANSPARENT = new Set(["properties", "items", "allOf"]);

/** What a keyword of a schema means by itself; undefined if only the schemas in it mean something. */
export function meaningOfKeyword(name: string): Meaning | undefined {
  const keyword = KEYWORDS.get(name);
  if (keyword === undefined) return "unknown field";
  if (Object.hasOwn(BY_KEYWORD, name)) return BY_KEYWORD[name];
  return isTransparent(name, keyword) ? undefined : (BY_FAMILY[keyword.family] ?? "keyword");
}

function isTransparent(name: string, { applies }: Keyword): boolean {
  return TRANSPARENT.has(name) || applies === "definition";
}
