// A request or response on the wire, in as much detail as a contract can judge.
import type { Credential } from "../surface/model.ts";
import type { Pair } from "../../contract/serialization/styles.ts";
import type { JsonValue } from "../../json/value.ts";

export interface WireRequest {
  readonly kind: "request";
  readonly method: string;
  /** The path template. */
  readonly path: string;
  /** Texts of the path parameters by position, percent-encoded. */
  readonly pathTexts: readonly string[];
  /** Path parameters that do not appear in the template. */
  readonly unplaced: readonly Pair[];
  /** Percent-encoded. */
  readonly query: readonly Pair[];
  /** Names in the query that are properties of an exploded object. */
  readonly loose?: readonly string[];
  readonly headers: readonly Pair[];
  readonly cookies: readonly Pair[];
  readonly credentials: readonly Credential[];
  /** The media types that the client can read, and for which status, if the witness is about those. */
  readonly accept?: { readonly mediaType: string; readonly status: string };
  readonly body?: WireBody;
}

export interface WireResponse {
  readonly kind: "response";
  readonly status: string;
  readonly headers: readonly Pair[];
  readonly body?: WireBody;
}

export interface WireBody {
  readonly mediaType: string;
  readonly value: JsonValue;
  /** Of a multipart body: what its parts have besides their values. */
  readonly parts?: WireParts;
}

/** By name, or by place. */
export type WireParts = ReadonlyMap<string, WirePart>;

export interface WirePart {
  readonly type?: string;
  readonly headers: readonly Pair[];
  /** Set if it has parts itself. */
  readonly parts?: WireParts;
}

export type WireExchange = WireRequest | WireResponse;
