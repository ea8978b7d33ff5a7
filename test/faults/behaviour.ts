// The behaviour of a store in replaceable parts. A fault or a variant replaces one or two of them; the others come from
// the reference. Parts call each other through `call.behaviour`, so that a replacement takes effect everywhere.
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

export type OperationName = "list" | "create" | "fetch";
export type Integer = number | bigint;

export interface NewItem {
  readonly name: string;
  readonly categoryId: Integer;
  readonly status?: string;
}

export interface Item extends NewItem {
  readonly id: Integer;
}

/** The state of one server. Faults that need additional state keep it in `notes`. */
export interface State {
  readonly key: string;
  /** By the digits of the identifier, in the order of creation. */
  readonly items: Map<string, Item>;
  nextId: bigint;
  readonly notes: Map<string, unknown>;
}

/** One complete request. */
export interface Call {
  /** The request's number on this server, from 1. */
  readonly serial: number;
  readonly method: string;
  /** Without the query, percent-encoding untouched. */
  readonly path: string;
  readonly search: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The operation of the request; HEAD counts as GET. */
  readonly operation: OperationName | undefined;
  /** True for the path of an item, with any method. */
  readonly onItem: boolean;
  readonly state: State;
  readonly behaviour: Behaviour;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Written as JSON, bigints as their digits. */
  readonly json?: unknown;
  /** Sent verbatim, instead of `json`. */
  readonly raw?: string | Buffer;
}

/** A refused request, and its response. */
export interface Refusal {
  readonly refuse: number;
  readonly code: string;
  readonly message: string;
}

export interface ListQuery {
  readonly limit: number;
  readonly status: string | undefined;
}

export interface Behaviour {
  /** The initial items. */
  seed: () => Iterable<Item>;
  /** The whole response, and the order of its checks. */
  answer: (call: Call) => Answer;
  /** The key in the request. */
  credential: (call: Call) => string | undefined;
  accepts: (key: string, call: Call) => boolean;
  /** The 401. */
  challenge: (presented: boolean, call: Call) => Answer;
  limit: (values: readonly string[], call: Call) => number | Refusal;
  filter: (values: readonly string[], call: Call) => string | undefined | Refusal;
  /** The items of one page. */
  select: (query: ListQuery, call: Call) => readonly Item[];
  listed: (items: readonly Item[], call: Call) => Answer;
  /** From bytes to a value: media type, size, syntax. */
  parse: (call: Call) => { readonly value: JsonValue } | Refusal;
  /** From a value to an item that may be added. */
  check: (body: JsonValue, call: Call) => NewItem | Refusal;
  identify: (item: NewItem, call: Call, body: JsonObject) => Integer;
  keep: (item: Item, call: Call) => void;
  created: (item: Item, call: Call) => Answer;
  /** From the text in the path to an identifier, or undefined. */
  identifier: (text: string, call: Call) => bigint | undefined;
  find: (id: bigint, call: Call) => Item | undefined;
  found: (item: Item, call: Call) => Answer;
  missing: (call: Call) => Answer;
  unknownPath: (call: Call) => Answer;
  wrongMethod: (call: Call) => Answer;
  /** The error body. */
  refuse: (refusal: Refusal, call: Call) => Answer;
  /** The last change to a response: the headers of the deprecated path. */
  finish: (answer: Answer, call: Call) => Answer;
  send: (answer: Answer, call: Call, response: ServerResponse) => void;
}

export type Overrides = Partial<Behaviour>;

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refuse" in value;
}
