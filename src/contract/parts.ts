// The kinds of parts of an OpenAPI document and how they hold each other: whoever walks through a document walks by this table.
import { METHODS } from "./keywords.ts";
import type { Direction } from "./model.ts";
import type { StructureKind } from "./structure.ts";

export type PartKind =
  | StructureKind
  | "document"
  | "components"
  | "operation"
  | "media-type"
  | "encoding"
  | "server"
  | "schema";

/** How children stand under a key: one, a list, a map by free names, or a map in which `x-` names are extensions. */
export type Holding = "one" | "list" | "map" | "extensible-map";

export interface Child {
  /** Absent: the part itself is the map. */
  readonly key?: string;
  readonly how: Holding;
  readonly kind: PartKind;
  /** The direction in which values below travel, where this decides it. */
  readonly direction?: Direction;
}

const EXAMPLES: Child = { key: "examples", how: "map", kind: "example" };
const SCHEMA: Child = { key: "schema", how: "one", kind: "schema" };
const CONTENT: Child = { key: "content", how: "map", kind: "media-type" };
const SERVERS: Child = { key: "servers", how: "list", kind: "server" };
const PARAMETERS: Child = { key: "parameters", how: "list", kind: "parameter", direction: "request" };

/** What each kind of part holds. Schemas hold schemas by the keyword tables of the contract. */
export const CHILDREN: Readonly<Record<Exclude<PartKind, "schema">, readonly Child[]>> = {
  document: [
    SERVERS,
    { key: "paths", how: "extensible-map", kind: "path-item" },
    { key: "webhooks", how: "map", kind: "path-item" },
    { key: "components", how: "one", kind: "components" },
  ],
  components: [
    { key: "schemas", how: "map", kind: "schema" },
    { key: "responses", how: "map", kind: "response", direction: "response" },
    { key: "parameters", how: "map", kind: "parameter", direction: "request" },
    EXAMPLES,
    { key: "requestBodies", how: "map", kind: "request-body", direction: "request" },
    { key: "headers", how: "map", kind: "header", direction: "response" },
    { key: "securitySchemes", how: "map", kind: "security-scheme" },
    { key: "links", how: "map", kind: "link" },
    { key: "callbacks", how: "map", kind: "callbacks" },
    { key: "pathItems", how: "map", kind: "path-item" },
  ],
  "path-item": [PARAMETERS, SERVERS, ...METHODS.map((key): Child => ({ key, how: "one", kind: "operation" }))],
  operation: [
    PARAMETERS,
    { key: "requestBody", how: "one", kind: "request-body", direction: "request" },
    { key: "responses", how: "extensible-map", kind: "response", direction: "response" },
    { key: "callbacks", how: "map", kind: "callbacks" },
    SERVERS,
  ],
  callbacks: [{ how: "extensible-map", kind: "path-item" }],
  "request-body": [CONTENT],
  response: [{ key: "headers", how: "map", kind: "header" }, CONTENT, { key: "links", how: "map", kind: "link" }],
  parameter: [SCHEMA, CONTENT, EXAMPLES],
  header: [SCHEMA, CONTENT, EXAMPLES],
  "media-type": [SCHEMA, EXAMPLES, { key: "encoding", how: "map", kind: "encoding" }],
  encoding: [{ key: "headers", how: "map", kind: "header" }],
  link: [{ key: "server", how: "one", kind: "server" }],
  example: [],
  server: [],
  "security-scheme": [],
};
