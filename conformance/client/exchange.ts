// One request and its response, raw, and the few readings of it that every check needs.
import { plainMedia } from "../../src/contract/media.ts";
import type { Operation, Parameter } from "../../src/contract/model.ts";
import { clip, count } from "../../src/report/text.ts";
import { messageIn, tellsOfInput } from "./bodies/message.ts";
import { type JsonReading, readJsonBytes } from "../../src/json/read.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { type Decoding, undoCoding } from "./bodies/content-coding.ts";
import { forgetReading, keepReading, knownReading } from "./bodies/readings.ts";
import { Undecidable } from "./undecidable.ts";

export type HeaderPairs = readonly (readonly [name: string, value: string])[];

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderPairs;
  readonly body?: Uint8Array;
}

export interface ReceivedResponse {
  readonly status: number;
  /** As sent: in order, with duplicates. */
  readonly headers: HeaderPairs;
  readonly body: Uint8Array;
  /** False if the connection closed before the body was complete. */
  readonly complete: boolean;
  /** The result of undoing the content coding, if the response has one. */
  readonly decoding?: Decoding;
  /** Why only the beginning of the body is here; absent if it is complete. */
  readonly cut?: Cut;
}

/**
 * `large`: longer than `limit`, the number of bytes that are read. `dropped`: it was read, but is no longer kept.
 * `stream`: events without an end, of which the first were read.
 */
type Cut = { readonly kind: "large"; readonly limit: number } | { readonly kind: "dropped" | "stream" };

/** Bytes of a body that are read, and the most that it is decoded to, unless the user sets another limit. */
export const MAX_BODY = 4 * 1024 * 1024;

/**
 * The purpose of a request, so that its answer can be judged later. `valid`: plain, nothing special about it. `edge`:
 * allowed, and special in a way that a check of its own judges. `invalid`: not allowed, or one that the server is free
 * to refuse. `unauthenticated`: without the valid credential. `foreign`: not described by the operation. `deferred`:
 * the server asked to come back later, and the request was sent again.
 */
export type Intent = "valid" | "edge" | "invalid" | "unauthenticated" | "foreign" | "deferred";

/**
 * How an answer was lost. `late`: it did not come in time. `reset`: the connection was closed without one. `broken`: it
 * was HTTP, but too malformed to read. `other`: anything else, such as a host that is not there.
 */
export type Loss = "late" | "reset" | "broken" | "other";

export interface Exchange {
  /** The operation it was sent to, if any; "foreign" requests have none. */
  readonly operation?: Operation;
  readonly intent: Intent;
  readonly request: SentRequest;
  readonly response?: ReceivedResponse;
  /** Why there is no response: "ECONNRESET", "no answer in 10000 ms". */
  readonly failure?: string;
  /** What kind of failure that is. */
  readonly loss?: Loss;
  /** True if it failed on a reused connection, which the server may have closed by then. */
  readonly stale?: boolean;
  /** Sent below a different parent item than the rest of the run. */
  readonly elsewhere?: true;
  readonly ms: number;
  /** When it was sent and answered, by a clock that counts what the run sends and receives. */
  readonly span?: Span;
}

interface Span {
  readonly sent: number;
  readonly answered: number;
}

/** True if one exchange was over before the other began. Answers of requests that overlap may come in any order. */
export function precedes({ span: one }: Exchange, { span: other }: Exchange): boolean {
  return one !== undefined && other !== undefined && one.answered < other.sent;
}

/** The values of a response header, repeated lines joined by a comma (RFC 9110 section 5.3). */
export function headerOf(exchange: Exchange, name: string): string | undefined {
  return header(exchange.response?.headers ?? [], name);
}

/** Like `headerOf`, for any list of pairs. */
export function header(headers: HeaderPairs, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(", ");
}

/** The status, or 0 if there was no answer. */
export function statusOf(exchange: Exchange): number {
  return exchange.response?.status ?? 0;
}

/** True for a status from 200 to 299 (RFC 9110, section 15.3). */
export function isSuccess(exchange: Exchange): boolean {
  return statusOf(exchange) >= 200 && statusOf(exchange) < 300;
}

/** True for a success of a request that the contract allows. */
export function isServed(exchange: Exchange): boolean {
  return (exchange.intent === "valid" || exchange.intent === "edge") && isSuccess(exchange);
}

/** True for a refusal of the request itself: 4xx. */
export function isRefusal(exchange: Exchange): boolean {
  return statusOf(exchange) >= 400 && statusOf(exchange) < 500;
}

/** What a link in a mail has, which nobody can make up. */
const OWN_SECRETS = /(?:^|[_-]|[a-z])(?:token|Token|otp|Otp|secret|Secret|signature|Signature|ticket|Ticket)$/;

/** True for an operation whose path or query has to have such a secret. */
export function needsSecret(operation: Operation | undefined): boolean {
  const isOne = ({ in: place, name, required }: Parameter): boolean =>
    required && (place === "path" || place === "query") && OWN_SECRETS.test(name);
  return operation?.parameters.some(isOne) === true;
}

/**
 * True for a refusal of the credential: 401, or 403 unless it tells what is wrong with the rest of the request. It may also be
 * about a secret in the path or the query.
 */
export function isTurnedAway(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  if (exchange.intent !== "unauthenticated" && needsSecret(exchange.operation)) return false;
  return (
    status === 401 || (status === 403 && (exchange.response?.cut !== undefined || !tellsOfInput(valueOf(exchange))))
  );
}

/** True for a 403 to a request for what need not be there: a service may hide so that it is not. */
export function isHidden(exchange: Exchange): boolean {
  const isOne = exchange.operation?.path.includes("{") === true;
  return statusOf(exchange) === 403 && exchange.intent === "invalid" && isOne;
}

/** True if no answer came in time. A connection that broke is not a timeout. */
export function isTimeout({ loss }: { readonly loss?: Loss }): boolean {
  return loss === "late";
}

/** A refused request created nothing. A change of an item created nothing either, unless the answer says so. */
export function mayHaveCreated(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status === 0 || status >= 500 || status === 201 || (status < 400 && exchange.request.method === "POST");
}

/** The media type without parameters, in lower case; "" if the answer names none. */
export function mediaTypeOf(exchange: Exchange): string {
  return plainMedia(headerOf(exchange, "content-type") ?? "");
}

/**
 * The body as JSON, with content codings undone. It is read once.
 * @throws Undecidable if only its beginning is known, or if it contains too many values
 */
export function jsonOf(exchange: Exchange): JsonReading {
  const known = knownReading(exchange);
  if (known !== undefined) return known;
  refuseCut(exchange);
  const bytes = decodedBody(exchange);
  if (bytes !== undefined && holdsTooMuch(bytes)) {
    throw new Undecidable(`the response holds more than ${count(MOST_VALUES, "JSON value")}`, "a smaller response");
  }
  const reading: JsonReading =
    bytes === undefined
      ? { fault: { kind: "encoding", message: "cannot be decoded with its Content-Encoding" } }
      : readJsonBytes(bytes, 512);
  keepReading(exchange, reading, bytes?.length ?? 0);
  return reading;
}

/**
 * The most values to read from one answer. A value takes many times the memory of its text, so without a limit the
 * target would decide how much memory is used.
 */
const MOST_VALUES = 500_000;

/** Whether a JSON text has too many values. It counts the commas outside strings. */
function holdsTooMuch(bytes: Uint8Array): boolean {
  if (bytes.length < 2 * MOST_VALUES) return false;
  let commas = 0;
  let quoted = false;
  for (let index = 0; index < bytes.length; index++) {
    const code = bytes[index];
    if (code === 0x22) quoted = !quoted;
    else if (code === 0x5c && quoted) index++;
    else if (code === 0x2c && !quoted) commas++;
  }
  return commas >= MOST_VALUES;
}

/** @throws Undecidable if only the beginning of a body is known, so that nothing can be claimed about all of it */
export function refuseCut({ response }: Exchange): void {
  if (response?.cut?.kind === "large") {
    throw new Undecidable(`the response is larger than ${size(response.cut.limit)}`, "a larger --max-body");
  }
  if (response?.cut?.kind === "dropped") {
    throw new Undecidable("not every response of so large a run is kept", "a smaller run, or smaller responses");
  }
}

/** "4 MiB", "2,000 bytes". */
export function size(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return Number.isInteger(mebibytes) && mebibytes > 0 ? `${mebibytes} MiB` : count(bytes, "byte");
}

/** Drops all but the beginning of a body to free its memory. Later judgements see only what is left. */
export function dropBody(exchange: Exchange, kept: number): void {
  const { response } = exchange;
  if (response === undefined) return;
  forgetReading(exchange);
  // The only place where a recorded response changes: everything that holds the exchange must release the body. The
  // beginning is copied, because a view of it would keep all of it alive.
  const body = Uint8Array.from(response.body.subarray(0, kept));
  const decoding = response.decoding === undefined ? undefined : { fault: "large" };
  Object.assign(response, { body, decoding, cut: response.cut ?? { kind: "dropped" } });
}

/** The JSON value of the body, or undefined if it is not JSON. */
export function valueOf(exchange: Exchange): JsonValue | undefined {
  const reading = jsonOf(exchange);
  return "value" in reading ? reading.value : undefined;
}

/** The body with its content coding undone (RFC 9110 section 8.4); undefined if that fails. */
export function decodedBody(exchange: Exchange): Uint8Array | undefined {
  const { body = new Uint8Array(), decoding: known } = exchange.response ?? {};
  const decoding = known ?? undoCoding(body, headerOf(exchange, "content-encoding") ?? "", MAX_BODY);
  return "bytes" in decoding ? decoding.bytes : undefined;
}

/** The body as text, for people. Bytes that are not UTF-8 become U+FFFD. */
export function textOf(exchange: Exchange): string {
  return new TextDecoder().decode(decodedBody(exchange) ?? exchange.response?.body ?? new Uint8Array());
}

/** Characters shown of the message of an error. */
const LONGEST_MESSAGE = 160;

/** "400 application/json “name is missing”", "201 application/json, 82 bytes", or why there is no answer. */
export function describeAnswer(exchange: Exchange): string {
  const { response } = exchange;
  if (response === undefined) return `no answer (${exchange.failure ?? "unknown reason"})`;
  const media = mediaTypeOf(exchange) || "no media type";
  const { cut } = response;
  const said = response.status >= 400 && cut === undefined ? messageIn(valueOf(exchange)) : undefined;
  if (said !== undefined) return `${response.status} ${media} “${clip(said, LONGEST_MESSAGE)}”`;
  return `${response.status} ${media}, ${cut?.kind === "large" ? `more than ${size(cut.limit)}` : count(response.body.length, "byte")}`;
}

/**
 * An answer, or why there was none. `fresh`: the connection was new, so it cannot have been stale. `http`: what answers
 * there speaks HTTP. `todo`: what the user can do.
 */
export type Transmission =
  | { readonly response: ReceivedResponse; readonly ms: number }
  | {
      readonly failure: string;
      readonly loss: Loss;
      readonly fresh: boolean;
      readonly http: boolean;
      readonly todo?: string;
      readonly ms: number;
    };

/** Carries requests to a target. Nothing in this type comes from Node, so users need no Node types. */
export interface Carrier {
  /** Sends a request unchanged. Network failures are returned, never thrown. @param fresh on a connection of its own */
  send(sent: SentRequest, fresh?: boolean): Promise<Transmission>;
}
