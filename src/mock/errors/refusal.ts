// A request that the contract does not allow, as a value, and the status of its answer.
import type { Operation } from "../../contract/model.ts";

/**
 * The statuses that suit each kind of refusal, best first. The first one that the operation documents is used; if it
 * documents none of them, the first. The kind is also the code in the error body.
 */
export const REFUSAL_STATUSES = {
  malformed_request: [400],
  invalid_host: [400],
  foreign_host: [421],
  foreign_origin: [403],
  missing_credential: [401, 403],
  invalid_credential: [401, 403],
  not_found: [404, 410],
  malformed_identifier: [404, 400, 422],
  method_not_allowed: [405],
  invalid_parameter: [400, 422],
  malformed_body: [400, 422],
  // Where a document tells both apart, 400 is for what cannot be read.
  invalid_body: [422, 400],
  conflict: [409, 422, 400],
  precondition_failed: [412],
  precondition_required: [428],
  reused_key: [422, 409, 400],
  request_timeout: [408],
  body_too_large: [413],
  unsupported_media_type: [415],
  // The document has the media type, so that 400 is as good where it does not have 415.
  unread_media_type: [415, 400, 422],
  expectation_failed: [417],
  headers_too_large: [431],
  internal_error: [500],
  not_implemented: [501],
  store_full: [507],
  service_unavailable: [503],
  too_many_sessions: [503],
  bad_gateway: [502],
  gateway_timeout: [504],
  rate_limited: [429],
  impossible_wish: [400],
} as const satisfies Readonly<Record<string, readonly number[]>>;

export type RefusalKind = keyof typeof REFUSAL_STATUSES;

export interface Refusal {
  readonly kind: RefusalKind;
  /** The part of the request: "query limit", "body". */
  readonly where: string;
  /** What is wrong, for people, in one line. */
  readonly why: string;
  /** Each fault on its own, if there may be several. */
  readonly faults?: readonly Fault[];
}

/** One fault of a request. */
export interface Fault {
  /** "body", "query", "header". */
  readonly place: string;
  /** The steps to the part: property names and indexes. */
  readonly path: readonly string[];
  /** What was broken, as a word: "required". */
  readonly keyword: string;
  /** "must be 1 or greater". */
  readonly message: string;
}

/** Creates a refusal; constant ones are created once. */
export function refuse(kind: RefusalKind, where: string, why: string, faults?: readonly Fault[]): Refusal {
  return faults === undefined ? { kind, where, why } : { kind, where, why, faults };
}

/** The status of a refusal for an operation, or outside any. */
export function statusOf(kind: RefusalKind, operation?: Operation): number {
  const suitable: readonly number[] = REFUSAL_STATUSES[kind];
  const documented = suitable.find((status) => operation?.responses.some((one) => one.status === String(status)));
  return documented ?? (kind === "invalid_body" ? 400 : (suitable[0] as number));
}

const SAME_CODES: ReadonlyMap<RefusalKind, RefusalKind> = new Map([
  ["malformed_identifier", "not_found"],
  ["unread_media_type", "unsupported_media_type"],
]);

/** The code of a refusal in an error body: kinds that differ only in their status share one code. */
export function errorCode(kind: RefusalKind): string {
  return SAME_CODES.get(kind) ?? kind;
}

/** The answer for something missing: the same message for an item and for a removed operation. */
export const NOT_FOUND = refuse("not_found", "path", "the requested resource could not be found");
/** The same for an operation past its sunset: the client sees no difference, but the operator does. */
export const GONE = refuse("not_found", "sunset", NOT_FOUND.why);

const LONGEST_ECHO = 60;

/** Quotes what a client sent for use in a message: shortened, and well-formed. */
export function quote(text: string): string {
  if (text.length > LONGEST_ECHO) return JSON.stringify(`${text.slice(0, LONGEST_ECHO)}…`.toWellFormed());
  return JSON.stringify(text.toWellFormed());
}
