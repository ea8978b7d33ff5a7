// One request and its response, raw, and the few readings of it that every check needs.
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { type JsonReading, type JsonValue, readJsonBytes } from "../src/contract/json.ts";
import type { Operation } from "../src/contract/model.ts";
import { count } from "../src/report/text.ts";

export type HeaderPairs = readonly (readonly [name: string, value: string])[];

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderPairs;
  readonly body?: Uint8Array;
}

export interface ReceivedResponse {
  readonly status: number;
  /** As sent, in order, repeated ones repeated. */
  readonly headers: HeaderPairs;
  readonly body: Uint8Array;
  /** False when the connection closed before the body was whole. */
  readonly complete: boolean;
}

/**
 * What the request was meant to be, so that its answer can be judged later. `valid`: plain, nothing special about it.
 * `edge`: allowed, and special in a way that a check of its own judges. `invalid`: not allowed, or free to be refused.
 * `unauthenticated`: without the valid credential. `foreign`: not described by the operation. `deferred`: the server
 * asked to come back later, and the request was sent again.
 */
export type Intent = "valid" | "edge" | "invalid" | "unauthenticated" | "foreign" | "deferred";

export interface Exchange {
  /** The operation it was sent to, if any; "foreign" requests have none. */
  readonly operation?: Operation;
  readonly intent: Intent;
  readonly request: SentRequest;
  readonly response?: ReceivedResponse;
  /** Why there is no response: "ECONNRESET", "no answer in 10000 ms". */
  readonly failure?: string;
  /** True where it broke on a connection that was used before, which the server may have closed by then. */
  readonly stale?: boolean;
  readonly ms: number;
}

/** The values of a response header, repeated lines joined by a comma (RFC 9110 section 5.3). */
export function headerOf(exchange: Exchange, name: string): string | undefined {
  return header(exchange.response?.headers ?? [], name);
}

/** As `headerOf`, for any list of pairs. */
export function header(headers: HeaderPairs, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const values = headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value);
  return values.length === 0 ? undefined : values.join(", ");
}

/** The status, or 0 where there was no answer. */
export function statusOf(exchange: Exchange): number {
  return exchange.response?.status ?? 0;
}

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

/** True where an answer did not come in time; a connection that broke is another matter. */
export function isTimeout(failure = ""): boolean {
  return failure.startsWith("no complete answer");
}

/** What was refused created nothing; what changed an item created none, unless it says so. */
export function mayHaveCreated(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status === 0 || status >= 500 || status === 201 || (status < 400 && exchange.request.method === "POST");
}

/** The media type without parameters, in lower case; "" where the answer names none. */
export function mediaTypeOf(exchange: Exchange): string {
  return (headerOf(exchange, "content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

const readings = new WeakMap<Exchange, JsonReading>();

/** The body as JSON, content codings undone. Read once. */
export function jsonOf(exchange: Exchange): JsonReading {
  const known = readings.get(exchange);
  if (known !== undefined) return known;
  const bytes = decodedBody(exchange);
  const reading: JsonReading =
    bytes === undefined
      ? { fault: { kind: "encoding", message: "cannot be decoded with its Content-Encoding" } }
      : readJsonBytes(bytes, 512);
  readings.set(exchange, reading);
  return reading;
}

/** The JSON value of the body, or undefined where it is none. */
export function valueOf(exchange: Exchange): JsonValue | undefined {
  const reading = jsonOf(exchange);
  return "value" in reading ? reading.value : undefined;
}

/** The body with its content coding undone (RFC 9110 section 8.4); undefined where that fails. */
export function decodedBody(exchange: Exchange): Uint8Array | undefined {
  const body = exchange.response?.body ?? new Uint8Array();
  const coding = (headerOf(exchange, "content-encoding") ?? "identity").trim().toLowerCase();
  try {
    if (body.length === 0 || coding === "identity" || coding === "") return body;
    if (coding === "gzip" || coding === "x-gzip") return gunzipSync(body);
    if (coding === "br") return brotliDecompressSync(body);
    if (coding === "deflate") return inflateSync(body);
    return undefined;
  } catch {
    return undefined;
  }
}

/** The body as text, for people; bytes that are no UTF-8 become U+FFFD. */
export function textOf(exchange: Exchange): string {
  return new TextDecoder().decode(decodedBody(exchange) ?? exchange.response?.body ?? new Uint8Array());
}

/** "201 application/json, 82 bytes", or why there is no answer. */
export function describeAnswer(exchange: Exchange): string {
  const { response } = exchange;
  if (response === undefined) return `no answer (${exchange.failure ?? "unknown reason"})`;
  const media = mediaTypeOf(exchange) || "no media type";
  return `${response.status} ${media}, ${count(response.body.length, "byte")}`;
}
