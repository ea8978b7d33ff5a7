// What a group of operations means: a collection of items that can be listed, added to and fetched from.
import type { Header, MediaType, Operation, Parameter, Schema } from "../contract/model.ts";

export const ROLES = ["list", "create", "fetch", "replace", "update", "remove"] as const;

/** What an operation does to its resource. */
export type Role = (typeof ROLES)[number];

export interface Resource {
  /** A name for people, from the collection path: "items". */
  readonly name: string;
  /** The collection path template: "/items". */
  readonly collection: string;
  /** The item path template, where there is one: "/items/{itemId}". */
  readonly itemPath?: string;
  readonly identifier: Identifier;
  /** The schema of an item, as responses show it. */
  readonly item: Schema;
  /** The names of an item's properties, in the order of the document. */
  readonly properties: readonly ItemProperty[];
  readonly filters: readonly Filter[];
  readonly pageSize?: PageSize;
  readonly pageStart?: PageStart;
  /** The operations by role. */
  readonly operations: Readonly<Partial<Record<Role, Operation>>>;
}

export interface ItemProperty {
  readonly name: string;
  readonly required: boolean;
  /** It is sent and never shown again: writeOnly. */
  readonly hidden: boolean;
  readonly schema: Schema;
}

export interface Identifier {
  /** The item's property that identifies it. */
  readonly property: string;
  readonly schema: Schema;
  /** How the service makes new ones: counting up, or a UUID, or other text. */
  readonly kind: "integer" | "uuid" | "text";
  /** The client chooses it: the body of a creation requires it. Without this, the service assigns it. */
  readonly chosen?: true;
  /** The largest integer the schema allows, for kind `integer`. */
  readonly maximum?: bigint;
  /** The least integer from 1 that the schema and the path parameter allow, where that is not 1. */
  readonly least?: bigint;
  /** The largest integer that the schema and the path parameter allow: items beyond it cannot be asked for. */
  readonly reach?: bigint;
  /** The path parameter that carries it, where there is an item path. */
  readonly parameter?: Parameter;
}

/** A query parameter that keeps the items whose property equals its value. */
export interface Filter {
  readonly parameter: Parameter;
  readonly property: string;
}

/** A query parameter that bounds how many items a list returns. */
export interface PageSize {
  readonly parameter: Parameter;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** A query parameter that says where in a list a page begins. */
export interface PageStart {
  readonly parameter: Parameter;
  /** What it counts: items to pass over, or pages. */
  readonly counts: "items" | "pages";
  /** What it is for the beginning of the list. */
  readonly first: number;
}

/** The role of one operation, and why. */
export type Assignment =
  | { readonly operation: Operation; readonly role: Role; readonly resource: Resource; readonly why: string }
  | { readonly operation: Operation; readonly role: "unmodelled"; readonly why: string };

/** Which property of an error's body carries what. */
export interface ErrorFields {
  /** The machine-readable code. */
  readonly code?: ErrorField;
  /** The text for people. */
  readonly message?: ErrorField;
  /** The HTTP status, repeated. */
  readonly status?: ErrorField;
  /** The same of one object in it, where the body itself has no text for people: `{ error: { code, message } }`. */
  readonly inner?: InnerFields;
}

export interface InnerFields extends Omit<ErrorFields, "inner"> {
  /** The property that holds the object. */
  readonly property: string;
  /** It holds a list of such objects. */
  readonly isList: boolean;
}

/** The body that the contract gives errors: its schema, and which property carries what. */
export interface ErrorShape extends ErrorFields {
  readonly media: MediaType;
  readonly schema: Schema;
  /** Headers of the response it was found in. */
  readonly headers: readonly Header[];
}

export interface ErrorField {
  readonly property: string;
  readonly type: "string" | "integer" | "number";
  readonly required: boolean;
}

/** Everything that was inferred from a contract. */
export interface Inference {
  readonly resources: readonly Resource[];
  /** One for each operation, in the order of the document. */
  readonly assignments: readonly Assignment[];
  /** The error body of most error responses; absent where the document describes none. */
  readonly error?: ErrorShape;
}
