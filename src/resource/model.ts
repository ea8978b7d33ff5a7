// The meaning of a group of operations: a collection whose items can be listed, created and fetched.
import type { Header, MediaType, Operation, Parameter } from "../contract/model.ts";
import type { JsonValue } from "../json/value.ts";
import type { Schema, Warning } from "../schema/model.ts";
import type { BodyPath } from "./items/envelope.ts";

export const ROLES = [
  ...(["list", "create", "fetch", "replace", "update", "remove"] as const),
  ...(["replace-many", "update-many", "remove-many", "action"] as const),
] as const;

/** What an operation does to its resource. "action" changes one item in a way that no other role describes. */
export type Role = (typeof ROLES)[number];

/** What a collection and a singleton have in common. */
interface Modelled {
  /** A readable name from the path: "items". No other collection has it, unless both store the same items. */
  readonly name: string;
  /** The path parameters that lead to it, in order: "/users/{userId}/notes" has one. */
  readonly scope: readonly ScopeStep[];
  /** The resource to whose items it belongs. It exists only as long as the parent item does. */
  readonly parent?: ParentLink;
  /** The schema of an item, or of the single thing, as responses show it. */
  readonly item: Schema;
  /** Its properties, in document order. */
  readonly properties: readonly ItemProperty[];
  /** The operations by role; if several have the same role, the first one. */
  readonly operations: Readonly<Partial<Record<Role, Operation>>>;
  /** Where the bodies of each operation contain the item or the list. */
  readonly shapes: ReadonlyMap<Operation, Shape>;
}

/** A collection of items. */
export interface Resource extends Modelled {
  readonly kind: "collection";
  /** The collection path template: "/items". */
  readonly collection: string;
  /** The template of the item path, if any: "/items/{itemId}". */
  readonly itemPath?: string;
  /** If another path leads to the same items: the resource that stores them. */
  readonly sharedWith?: Resource;
  /** The path names items of another collection by a property of theirs: "/releases/tags/{tag}". */
  readonly foundIn?: { readonly collection: string; readonly property: string };
  readonly identifier: Identifier;
  readonly filters: readonly Filter[];
  readonly pageSize?: PageSize;
  /** How many items a list response may have: minItems (else 0) and maxItems (else Infinity) of its schema. */
  readonly listed: { readonly least: number; readonly most: number };
  readonly pageStart?: PageStart;
  readonly cursors: readonly Cursor[];
  /** What arranges each list, for those with known parameters. */
  readonly arranging: ReadonlyMap<Operation, Arranging>;
  /** A replacement also creates an item that does not exist yet. */
  readonly upserts: boolean;
}

interface ScopeStep {
  /** The name of the path parameter in the collection's template. */
  readonly parameter: string;
  /** The property of an item that repeats it. */
  readonly property?: string;
  /** The part of that property, if it is an object: `login` of `owner`. */
  readonly part?: string;
}

export interface ParentLink {
  readonly resource: Resource;
  /** How many path parameters, from the start of the scope, lead to the parent item. */
  readonly parameters: number;
}

/** Where the bodies of an operation contain its subject. */
export interface Shape {
  /** In a success response: the list for a list, otherwise the item; absent if the response shows neither. */
  readonly shown?: BodyPath;
  /** A creation answers with no more than the identifier, which items have at this path. */
  readonly identified?: readonly string[];
  /** The response shows several items although the operation is not a list: it creates many. */
  readonly showsMany: boolean;
  /** In the request. */
  readonly sent: BodyPath;
  /** The request has several items. */
  readonly sendsMany: boolean;
  /** The request does not contain the item but what the item shows in this property: `{ id, version, spec: … }`. */
  readonly within?: string;
}

/** A single thing with its own path that exists without being created, such as settings. */
export interface Singleton extends Modelled {
  readonly kind: "singleton";
  readonly path: string;
}

export interface ItemProperty {
  readonly name: string;
  readonly required: boolean;
  /** It can be set but is never shown: writeOnly. */
  readonly hidden: boolean;
  readonly schema: Schema;
}

export interface Identifier {
  /** The identifying property in readable form: "id", "metadata.name"; "" if items do not show it. */
  readonly property: string;
  /** The path to it, outermost property first; empty if items do not show it. */
  readonly steps: readonly string[];
  readonly schema: Schema;
  /** How the service generates new ones: counting up, as a UUID, or as another string. */
  readonly kind: "integer" | "uuid" | "text";
  /** The client chooses it, because the body of a create request requires it. Otherwise the service assigns it. */
  readonly chosen?: true;
  /** The client may choose it: a natural key, such as a name, is kept if the body has one. */
  readonly kept?: true;
  /** The largest integer that the schema allows, for kind `integer`. */
  readonly maximum?: bigint;
  /** The smallest positive integer that the schema and the path parameter allow, unless that is 1. */
  readonly least?: bigint;
  /** The largest integer that the schema and the path parameter allow. Items beyond it cannot be requested. */
  readonly reach?: bigint;
  /** The path parameter that contains it, if there is an item path. */
  readonly parameter?: Parameter;
  /** The last step of the collection's path, "tenants": some items are called "projects/1/tenants/2". */
  readonly under?: string;
  /** Other properties that the path parameter may contain: the `key` for {issueIdOrKey}. */
  readonly also?: readonly string[];
  /** All path parameters that contain it: paths below an item may use another form. */
  readonly asked?: readonly Parameter[];
}

/** A query parameter that keeps items whose property equals its value. */
export interface Filter {
  readonly parameter: Parameter;
  readonly property: string;
  /** The schema of the property. A value that it rejects, such as "all", keeps every item. */
  readonly schema: Schema;
}

/** A query parameter that limits how many items a list returns. */
export interface PageSize {
  readonly parameter: Parameter;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

/** A query parameter that says where in a list a page begins. */
export interface PageStart {
  readonly parameter: Parameter;
  /** What it counts: items to skip, or pages. */
  readonly counts: "items" | "pages";
  /** Its value for the beginning of the list. */
  readonly first: number;
}

/** A query parameter with the item next to which a page begins: its identifier, or a token from a response. */
export interface Cursor {
  readonly parameter: Parameter;
  /** The side of the item on which the page is. */
  readonly side: "after" | "before";
  /** Its value for the beginning of the list, if the document gives a default. It is never an item's. */
  readonly first?: string;
}

/** Which query parameters set a list's order and what it shows. */
export interface Arranging {
  readonly sort?: Sort;
  /** The parameter with the text to search for, and the properties to search. */
  readonly search?: Chosen;
  /** The parameter that selects the properties to show, and the allowed ones. */
  readonly fields?: Chosen;
  /** The parameters that keep some items by comparing a property. */
  readonly comparisons: readonly Comparison[];
  /** What was created last comes first, unless a request asks for another order. */
  readonly isLatestFirst?: true;
}

/** A query parameter that compares a property, which may be in an object or a list, with its value. */
export interface Comparison {
  readonly parameter: Parameter;
  readonly path: readonly string[];
  readonly relation: "equal" | "above" | "from" | "below" | "to" | "day" | "flag" | "entry";
  /** The only values that the property can have, if the document lists them. */
  readonly possible?: readonly JsonValue[] | undefined;
  /** A part of a text is enough, because the document says so. */
  readonly takesParts?: true;
  /** Its case does not matter, because the document says so. */
  readonly ignoresCase?: true;
}

export interface Chosen {
  readonly parameter: Parameter;
  readonly properties: readonly string[];
}

export interface Sort extends Chosen {
  /** The parameter with the direction, if that is not part of the sort value. */
  readonly direction?: Parameter;
  /** The property to sort by if only the direction is given. */
  readonly usual?: string;
}

/** The role of one operation, and the reason. */
export type Assignment =
  | { readonly operation: Operation; readonly role: Role; readonly resource: Resource; readonly why: string }
  | { readonly operation: Operation; readonly role: Role; readonly resource: Singleton; readonly why: string }
  | { readonly operation: Operation; readonly role: "unmodelled"; readonly why: string };

/** Which property of an error body contains what. */
export interface ErrorFields {
  /** The machine-readable code. */
  readonly code?: ErrorField;
  /** The text for people. */
  readonly message?: ErrorField;
  /** The HTTP status, repeated. */
  readonly status?: ErrorField;
  /** The same for a nested object, if the body itself has no text for people: `{ error: { code, message } }`. */
  readonly inner?: InnerFields;
}

export interface InnerFields extends Omit<ErrorFields, "inner"> {
  /** The property with the object. */
  readonly property: string;
  /** It contains a list of such objects. */
  readonly isList: boolean;
}

/** The contract's error body: its schema, and which property contains what. */
export interface ErrorShape extends ErrorFields {
  readonly media: MediaType;
  readonly schema: Schema;
  /** The headers of the response it was found in. */
  readonly headers: readonly Header[];
}

export interface ErrorField {
  readonly property: string;
  readonly type: "string" | "integer" | "number";
  readonly required: boolean;
}

/** Something that the document may mean but that was not recognized, and the x-resource that would declare it. */
export interface Unrecognised {
  readonly kind: "page size" | "query parameters" | "ignored parameters" | "error message" | "error status";
  /** The part of the document in question. */
  readonly pointer: string;
  readonly message: string;
  /** The query parameters that the mock ignores, with the operation: "sort of GET /items". */
  readonly ignored?: readonly string[];
}

/** Everything inferred from a contract. */
export interface Inference {
  readonly resources: readonly Resource[];
  readonly singletons: readonly Singleton[];
  /** One for each operation, in document order. */
  readonly assignments: readonly Assignment[];
  /** The body of most error responses; absent if the document describes none. */
  readonly error?: ErrorShape;
  /** Parts of `x-resource` that cannot be followed and are ignored. */
  readonly problems: readonly HintProblem[];
}

/** A mistake in an `x-resource`: where it is, and what would be right. */
export type HintProblem = Warning;
