// The fields of an OpenAPI document, and what each of them is to a reader who asks "who tests this?".
// A field that stands in no table is not one that OpenAPI knows; that too is said, never passed over.

import { METHODS } from "../../src/contract/keywords.ts";

/** What a place of the document is. */
export const PLACE_KINDS = [
  ...(["sentence", "table row", "label", "operation", "parameter", "required", "style", "request body"] as const),
  ...(["response", "media type", "header", "security", "security scheme", "deprecation", "keyword"] as const),
  ...(["annotation", "extension", "example", "default", "access", "encoding", "link", "callback"] as const),
  ...(["information", "server", "tag", "reading aid", "unknown field"] as const),
] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

export type NodeKind =
  | ("root" | "info" | "paths" | "path item" | "operation" | "parameter" | "request body" | "responses" | "response")
  | ("media type" | "header" | "components" | "security scheme" | "schema");

/** How a field is read: as one leaf, as prose, or as one, a list, or a map of further parts. */
export type Field =
  | { readonly leaf: PlaceKind }
  | { readonly prose: true }
  | { readonly one: NodeKind }
  | { readonly list: NodeKind }
  | { readonly map: NodeKind };

export interface NodeGrammar {
  /** The kind of the place that the part itself is; absent for mere containers. */
  readonly self?: PlaceKind;
  /** Fields that only say which part it is: the part's own place answers for them. */
  readonly identity?: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
  /** Every other field, where the keys are free names. */
  readonly rest?: Field;
}

const prose: Field = { prose: true };
const leaf = (kind: PlaceKind): Field => ({ leaf: kind });
const described = { description: prose, summary: leaf("label") };
const examples = { example: leaf("example"), examples: leaf("example") };
const content = { content: { map: "media type" } } as const;

const OPERATION: NodeGrammar = {
  self: "operation",
  identity: ["operationId"],
  fields: {
    ...described,
    tags: leaf("tag"),
    externalDocs: leaf("reading aid"),
    parameters: { list: "parameter" },
    requestBody: { one: "request body" },
    responses: { one: "responses" },
    callbacks: leaf("callback"),
    deprecated: leaf("deprecation"),
    security: leaf("security"),
    servers: leaf("server"),
  },
};

const METHOD_FIELDS = Object.fromEntries(METHODS.map((name) => [name, { one: "operation" }])) as Record<string, Field>;

const DESCRIBED_VALUE = {
  ...described,
  required: leaf("required"),
  deprecated: leaf("deprecation"),
  allowEmptyValue: leaf("style"),
  style: leaf("style"),
  explode: leaf("style"),
  allowReserved: leaf("style"),
  schema: { one: "schema" },
  ...content,
  ...examples,
} as const;

const COMPONENTS: NodeGrammar = {
  fields: {
    schemas: { map: "schema" },
    responses: { map: "response" },
    parameters: { map: "parameter" },
    examples: leaf("example"),
    requestBodies: { map: "request body" },
    headers: { map: "header" },
    securitySchemes: { map: "security scheme" },
    links: leaf("link"),
    callbacks: leaf("callback"),
    pathItems: { map: "path item" },
  },
};

/** Schemas are read by keywords: see schema-fields.ts. */
export const GRAMMAR: Readonly<Record<Exclude<NodeKind, "schema">, NodeGrammar>> = {
  root: {
    fields: {
      openapi: leaf("information"),
      jsonSchemaDialect: leaf("information"),
      info: { one: "info" },
      servers: leaf("server"),
      paths: { one: "paths" },
      webhooks: leaf("callback"),
      components: { one: "components" },
      security: leaf("security"),
      tags: leaf("tag"),
      externalDocs: leaf("reading aid"),
    },
  },
  info: {
    fields: {
      title: leaf("information"),
      version: leaf("information"),
      ...described,
      termsOfService: leaf("information"),
      contact: leaf("information"),
      license: leaf("information"),
    },
  },
  paths: { fields: {}, rest: { one: "path item" } },
  "path item": {
    fields: { ...described, ...METHOD_FIELDS, servers: leaf("server"), parameters: { list: "parameter" } },
  },
  operation: OPERATION,
  parameter: { self: "parameter", identity: ["name", "in"], fields: DESCRIBED_VALUE },
  "request body": { self: "request body", fields: { description: prose, required: leaf("required"), ...content } },
  responses: { fields: {}, rest: { one: "response" } },
  response: {
    self: "response",
    fields: { ...described, headers: { map: "header" }, ...content, links: leaf("link") },
  },
  "media type": {
    self: "media type",
    fields: { schema: { one: "schema" }, ...examples, encoding: leaf("encoding") },
  },
  header: { self: "header", fields: DESCRIBED_VALUE },
  components: COMPONENTS,
  "security scheme": {
    self: "security scheme",
    identity: ["type", "scheme", "name", "in", "bearerFormat", "flows", "openIdConnectUrl"],
    fields: { description: prose, deprecated: leaf("deprecation") },
  },
};
