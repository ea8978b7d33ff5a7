// What a store does, cut into replaceable parts. A fault or a variant replaces one or two of them; the rest is
// the reference. Parts call each other through `call.behaviour`, so that a replacement is seen everywhere.
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

/** What one server remembers. Faults that need a memory of their own keep it in `notes`. */
export interface State {
  readonly key: string;
  /** By the digits of the identifier, in the order of creation. */
  readonly items: Map<string, Item>;
  nextId: bigint;
  readonly notes: Map<string, unknown>;
}

/** One request, read to its end. */
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
  /** The operation of the document that the request means; HEAD means that of GET. */
  readonly operation: OperationName | undefined;
  /** True below the path of one item, whatever the method. */
  readonly onItem: boolean;
  readonly state: State;
  readonly behaviour: Behaviour;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Written as JSON, bigints as their digits. */
  readonly json?: unknown;
  /** Sent as it is, instead of `json`. */
  readonly raw?: string | Buffer;
}

/** A request that is not carried out, and the answer it gets. */
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
  /** What the store holds at the start. */
  seed: () => Iterable<Item>;
  /** The whole answer: which judgement comes first. */
  answer: (call: Call) => Answer;
  /** The key that the request presents. */
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
  /** From the text of the path to an identifier, or nothing where it is none. */
  identifier: (text: string, call: Call) => bigint | undefined;
  find: (id: bigint, call: Call) => Item | undefined;
  found: (item: Item, call: Call) => Answer;
  missing: (call: Call) => Answer;
  unknownPath: (call: Call) => Answer;
  wrongMethod: (call: Call) => Answer;
  /** The error body. */
  refuse: (refusal: Refusal, call: Call) => Answer;
  /** The last word on an answer: headers of the deprecated path. */
  finish: (answer: Answer, call: Call) => Answer;
  send: (answer: Answer, call: Call, response: ServerResponse) => void;
}

export type Overrides = Partial<Behaviour>;

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === "object" && value !== null && "refuse" in value;
}
