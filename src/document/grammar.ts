// The grammar of OpenAPI 3.0 to 3.2 in one table: the fields of each kind of object, what they hold, and the version
// that introduced them. Everything that walks a document or asks whether a field exists reads this table. Schema
// keywords have their own table, in schema/keywords.ts.
import { METHODS, isExtension } from "./field-names.ts";
import type { Version, ReferableKind } from "./versions.ts";

/** Whether a value travels to the server or from it. This decides what readOnly and writeOnly mean. */
export type Direction = "request" | "response";

/** The kinds of objects in a document. */
export type PartKind =
  | ReferableKind
  | ("document" | "info" | "contact" | "license" | "server" | "server-variable" | "tag" | "external-docs")
  | ("paths" | "operation" | "encoding" | "responses" | "components")
  | ("security-requirement" | "oauth-flows" | "oauth-flow")
  | "schema";

/** What a field says of the API. Prose is read sentence by sentence; an identity names the object that has it. */
export type Stated =
  | ("prose" | "identity" | "label" | "information" | "tag" | "server" | "reading aid" | "example" | "link")
  | ("deprecation" | "required" | "style" | "encoding" | "security" | "callback");

/** What a field holds. */
export type GrammarField = PlainField | ObjectField;

interface PlainField {
  /**
   * "value" is a plain value, such as a name or a flag; "text" is prose for people; "data" is any JSON, in which `$ref`
   * is an ordinary name.
   */
  readonly holds: "value" | "text" | "data";
  /** Absent in objects that another field states as a whole. */
  readonly states?: Stated;
  /** Since 3.0 if absent. */
  readonly since?: Version;
}

export interface ObjectField {
  /** One object, a list of them, or a map with free keys. */
  readonly holds: "one" | "list" | "map";
  readonly of: PartKind;
  /** The direction in which values below this field travel, if the field decides it. */
  readonly direction?: Direction;
  /** What the field states as a whole: nothing inside it is required of a server. */
  readonly states?: Stated;
  readonly since?: Version;
}

/** One kind of object. */
export interface ObjectGrammar {
  readonly fields: ReadonlyMap<string, GrammarField>;
  /** What a name holds that is neither a field nor an extension. If absent, such names are unknown. */
  readonly entries?: GrammarField;
}

/** The objects that a field states as a whole. */
const STATED: Readonly<Partial<Record<PartKind, Stated>>> = {
  server: "server",
  tag: "tag",
  "external-docs": "reading aid",
  contact: "information",
  license: "information",
  "security-requirement": "security",
  "oauth-flows": "identity",
  example: "example",
  link: "link",
  callback: "callback",
  encoding: "encoding",
};

const value: GrammarField = { holds: "value" };
const text: GrammarField = { holds: "text", states: "prose" };
const label: GrammarField = { holds: "text", states: "label" };
const data: GrammarField = { holds: "data" };
const stating = (states: Stated, field: GrammarField = value): GrammarField => ({ ...field, states });
const information = stating("information");
const identity = stating("identity");
const deprecation = stating("deprecation");
const required = stating("required");
const style = stating("style");
const holding =
  (holds: ObjectField["holds"]) =>
  (of: PartKind, direction?: Direction): GrammarField => {
    const states = STATED[of];
    return { holds, of, ...(direction && { direction }), ...(states && { states }) };
  };
const one = holding("one");
const list = holding("list");
const map = holding("map");
const since = <T extends GrammarField>(version: Version, field: T): T => ({ ...field, since: version });
const object = (fields: Readonly<Record<string, GrammarField>>, entries?: GrammarField): ObjectGrammar => ({
  fields: new Map(Object.entries(fields)),
  ...(entries && { entries }),
});

const described = { summary: label, description: text };
const documented = { description: text, externalDocs: one("external-docs") };
const exemplified = { example: stating("example", data), examples: map("example") };
const content = { content: map("media-type") };
const serialized = { style, explode: style, allowReserved: style };
const parameters = { parameters: list("parameter", "request") };
const servers = { servers: list("server") };
const security = { security: list("security-requirement") };
const valued = { ...serialized, ...exemplified, ...content, schema: one("schema") };
const encodings = {
  encoding: map("encoding"),
  prefixEncoding: since("3.2", list("encoding")),
  itemEncoding: since("3.2", one("encoding")),
};

/** Every kind of object except the schema. */
export const GRAMMAR: Readonly<Record<Exclude<PartKind, "schema">, ObjectGrammar>> = {
  document: object({
    openapi: information,
    $self: since("3.2", information),
    info: one("info"),
    jsonSchemaDialect: since("3.1", information),
    ...servers,
    paths: one("paths"),
    webhooks: since("3.1", stating("callback", map("path-item"))),
    components: one("components"),
    ...security,
    tags: list("tag"),
    externalDocs: one("external-docs"),
  }),
  info: object({
    title: information,
    summary: since("3.1", label),
    description: text,
    termsOfService: information,
    contact: one("contact"),
    license: one("license"),
    version: information,
  }),
  contact: object({ name: value, url: value, email: value }),
  license: object({ name: value, identifier: since("3.1", value), url: value }),
  server: object({ url: value, description: text, name: since("3.2", value), variables: map("server-variable") }),
  "server-variable": object({ enum: value, default: value, description: text }),
  tag: object({
    name: value,
    summary: since("3.2", text),
    ...documented,
    parent: since("3.2", value),
    kind: since("3.2", value),
  }),
  "external-docs": object({ description: text, url: value }),
  components: object({
    schemas: map("schema"),
    responses: map("response", "response"),
    parameters: map("parameter", "request"),
    examples: map("example"),
    requestBodies: map("request-body", "request"),
    headers: map("header", "response"),
    securitySchemes: map("security-scheme"),
    links: map("link"),
    callbacks: map("callback"),
    pathItems: since("3.1", map("path-item")),
    mediaTypes: since("3.2", map("media-type")),
  }),
  paths: object({}, one("path-item")),
  "path-item": object({
    $ref: value,
    ...described,
    ...parameters,
    ...servers,
    ...Object.fromEntries(METHODS.map((method) => [method, one("operation")])),
    query: since("3.2", one("operation")),
    additionalOperations: since("3.2", map("operation")),
  }),
  operation: object({
    tags: stating("tag"),
    ...described,
    externalDocs: one("external-docs"),
    operationId: identity,
    ...parameters,
    requestBody: one("request-body", "request"),
    responses: one("responses", "response"),
    callbacks: map("callback"),
    deprecated: deprecation,
    ...security,
    ...servers,
  }),
  callback: object({}, one("path-item")),
  parameter: object({
    name: identity,
    in: identity,
    description: text,
    required,
    deprecated: deprecation,
    allowEmptyValue: style,
    ...valued,
  }),
  header: object({ description: text, required, deprecated: deprecation, allowEmptyValue: style, ...valued }),
  "request-body": object({ description: text, required, ...content }),
  responses: object({}, one("response")),
  response: object({
    summary: since("3.2", label),
    description: text,
    headers: map("header"),
    ...content,
    links: map("link"),
  }),
  "media-type": object({
    schema: one("schema"),
    itemSchema: since("3.2", one("schema")),
    ...exemplified,
    ...encodings,
  }),
  encoding: object({ contentType: value, headers: map("header"), ...serialized, ...encodings }),
  example: object({
    ...described,
    value: data,
    dataValue: since("3.2", data),
    serializedValue: since("3.2", value),
    externalValue: value,
  }),
  link: object({
    operationRef: value,
    operationId: value,
    parameters: data,
    requestBody: data,
    description: text,
    server: one("server"),
  }),
  "security-requirement": object({}, value),
  "security-scheme": object({
    description: text,
    // In the order in which they name it.
    type: identity,
    scheme: identity,
    name: identity,
    in: identity,
    bearerFormat: identity,
    flows: one("oauth-flows"),
    openIdConnectUrl: identity,
    oauth2MetadataUrl: since("3.2", identity),
    deprecated: since("3.2", deprecation),
  }),
  "oauth-flows": object({
    implicit: one("oauth-flow"),
    password: one("oauth-flow"),
    clientCredentials: one("oauth-flow"),
    authorizationCode: one("oauth-flow"),
    deviceAuthorization: since("3.2", one("oauth-flow")),
  }),
  "oauth-flow": object({
    authorizationUrl: value,
    deviceAuthorizationUrl: since("3.2", value),
    tokenUrl: value,
    refreshUrl: value,
    scopes: value,
  }),
};

/** What a field of an object holds; undefined for extensions and for names that OpenAPI does not define there. */
export function fieldOf(kind: Exclude<PartKind, "schema">, name: string): GrammarField | undefined {
  const { fields, entries } = GRAMMAR[kind];
  return fields.get(name) ?? (isExtension(name) ? undefined : entries);
}
