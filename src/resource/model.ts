// What a group of operations means: a collection of items that can be listed, added to and fetched from.
import type { Header, MediaType, Operation, Parameter } from "../contract/model.ts";
import type { Schema } from "../schema/model.ts";
import type { BodyPath } from "./items/envelope.ts";

export const ROLES = [
  ...(["list", "create", "fetch", "replace", "update", "remove"] as const),
  ...(["replace-many", "update-many", "remove-many", "action"] as const),
] as const;

/** What an operation does to its resource. An action does something to one item that its role does not tell. */
export type Role = (typeof ROLES)[number];

/** A collection of items. */
export interface Resource {
  readonly kind: "collection";
  /** A name for people, from the collection path: "items". */
  readonly name: string;
  /** The collection path template: "/items". */
  readonly collection: string;
  /** The item path template, where there is one: "/items/{itemId}". */
  readonly itemPath?: string;
  /** The path parameters that lead to the collection, in order: "/users/{userId}/notes" has one. */
  readonly scope: readonly ScopeStep[];
  /** The resource one of whose items the collection belongs to: it goes with the item, and without it there is none. */
  readonly parent?: ParentLink;
  /** Where the same items are reached by another path: the resource that keeps them. */
  readonly sharedWith?: Resource;
  readonly identifier: Identifier;
  /** The schema of an item, as responses show it. */
  readonly item: Schema;
  /** The names of an item's properties, in the order of the document. */
  readonly properties: readonly ItemProperty[];
  readonly filters: readonly Filter[];
  readonly pageSize?: PageSize;
  /** The most items that an answer of the list may have, by its schema: maxItems. */
  readonly mostListed?: number;
  readonly pageStart?: PageStart;
  readonly cursors: readonly Cursor[];
  /** What arranges a list, by the operation that lists: those alone that something is known of. */
  readonly arranging: ReadonlyMap<Operation, Arranging>;
  /** The operations by role: of several with the same role, the first. */
  readonly operations: Readonly<Partial<Record<Role, Operation>>>;
  /** Where the bodies of each operation have the item or the list. */
  readonly shapes: ReadonlyMap<Operation, Shape>;
  /** An item that is replaced need not be there before. */
  readonly upserts: boolean;
}

interface ScopeStep {
  /** The name of the path parameter in the collection's template. */
  readonly parameter: string;
  /** The property of an item that repeats it. */
  readonly property?: string;
}

export interface ParentLink {
  readonly resource: Resource;
  /** How many path parameters lead to the parent's item: the first ones of the scope. */
  readonly parameters: number;
}

/** Where the bodies of an operation have what it is about. */
export interface Shape {
  /** In the response to success: the list of a list, else the item; absent where the response shows neither. */
  readonly shown?: BodyPath;
  /** The response shows many, though the operation is not a list: a creation of many. */
  readonly showsMany: boolean;
  /** In the request. */
  readonly sent: BodyPath;
  /** The request has many. */
  readonly sendsMany: boolean;
  /** What is sent is not the item, but what the item shows in this property: `{ id, version, spec: … }`. */
  readonly within?: string;
}

/** A single thing at a path of its own: it is there without being created, such as settings. */
export interface Singleton {
  readonly kind: "singleton";
  readonly name: string;
  readonly path: string;
  readonly scope: readonly ScopeStep[];
  readonly parent?: ParentLink;
  /** The schema of the thing, as responses show it. */
  readonly item: Schema;
  readonly properties: readonly ItemProperty[];
  readonly operations: Readonly<Partial<Record<Role, Operation>>>;
  readonly shapes: ReadonlyMap<Operation, Shape>;
}

export interface ItemProperty {
  readonly name: string;
  readonly required: boolean;
  /** It is sent and never shown again: writeOnly. */
  readonly hidden: boolean;
  readonly schema: Schema;
}

export interface Identifier {
  /** The item's property that identifies it, for people: "id", "metadata.name"; "" where items do not show it. */
  readonly property: string;
  /** The way to it, the outermost property first; none where items do not show it. */
  readonly steps: readonly string[];
  readonly schema: Schema;
  /** How the service makes new ones: counting up, or a UUID, or other text. */
  readonly kind: "integer" | "uuid" | "text";
  /** The client chooses it: the body of a creation requires it. Without this, the service assigns it. */
  readonly chosen?: true;
  /** The client may choose it: a natural key, such as a name, is kept where a body has one. */
  readonly kept?: true;
  /** The largest integer the schema allows, for kind `integer`. */
  readonly maximum?: bigint;
  /** The least integer from 1 that the schema and the path parameter allow, where that is not 1. */
  readonly least?: bigint;
  /** The largest integer that the schema and the path parameter allow: items beyond it cannot be asked for. */
  readonly reach?: bigint;
  /** The path parameter that carries it, where there is an item path. */
  readonly parameter?: Parameter;
  /** The path parameters that carry it anywhere: what lies below an item may ask for it in another form. */
  readonly asked?: readonly Parameter[];
}

/** A query parameter that keeps the items whose property equals its value. */
export interface Filter {
  readonly parameter: Parameter;
  readonly property: string;
  /** The schema of the property: a value that it refuses, such as "all", keeps every item. */
  readonly schema: Schema;
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

/** A query parameter that names the item beside which a page begins, or bears what an answer gave for it. */
export interface Cursor {
  readonly parameter: Parameter;
  /** On which side of the item the page is. */
  readonly side: "after" | "before";
  /** What it is for the beginning of the list, if the document says so by a default: no item's own. */
  readonly first?: string;
}

/** How the query of a list says in which order it is, and what of it is shown. */
export interface Arranging {
  readonly sort?: Sort;
  /** The parameter whose text is looked for, and where: in any of these properties. */
  readonly search?: Chosen;
  /** The parameter that names the properties to show, and those that it may name. */
  readonly fields?: Chosen;
}

export interface Chosen {
  readonly parameter: Parameter;
  readonly properties: readonly string[];
}

export interface Sort extends Chosen {
  /** The parameter that says which way, where that is not said beside the property. */
  readonly direction?: Parameter;
  /** What a list is sorted by where only the way is said. */
  readonly usual?: string;
}

/** The role of one operation, and why. */
export type Assignment =
  | { readonly operation: Operation; readonly role: Role; readonly resource: Resource; readonly why: string }
  | { readonly operation: Operation; readonly role: Role; readonly resource: Singleton; readonly why: string }
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

/** Something that could not be recognised though the document may mean it, and the x-resource that would name it. */
export interface Unrecognised {
  readonly kind: "page size" | "query parameters" | "ignored parameters" | "error message" | "error status";
  /** The part of the document that lacks it. */
  readonly pointer: string;
  readonly message: string;
}

/** Everything that was inferred from a contract. */
export interface Inference {
  readonly resources: readonly Resource[];
  readonly singletons: readonly Singleton[];
  /** One for each operation, in the order of the document. */
  readonly assignments: readonly Assignment[];
  /** The error body of most error responses; absent where the document describes none. */
  readonly error?: ErrorShape;
  /** What an `x-resource` says and cannot be followed: it is left out of account. */
  readonly problems: readonly HintProblem[];
  readonly unrecognised: readonly Unrecognised[];
}

/** Something in an `x-resource` that cannot be used: where, and what would be right. */
export interface HintProblem {
  readonly pointer: string;
  readonly message: string;
}
