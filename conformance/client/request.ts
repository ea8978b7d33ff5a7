// Turns what a check wants to ask into the bytes of a request: path, query, headers and body.
import { plainMedia } from "../../src/contract/media.ts";
import type { Operation, Parameter } from "../../src/contract/model.ts";
import { type Pair, type Pairs, cookieText, queryText } from "../../src/contract/serialization/styles.ts";
import { writeParameter } from "../../src/contract/serialization/write.ts";
import type { Credential } from "./target/credential.ts";
import { type HeaderPairs, type Intent, type SentRequest, header } from "./exchange.ts";
import { wrapped } from "../places.ts";
import { bodyMediaType, bodyText } from "../bodies.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";
import { namesInPath } from "../../src/contract/parameters.ts";

/** A question to the target. Only the operation is required; everything else defaults to a valid value. */
export interface Probe {
  readonly operation: Operation;
  /** The purpose of the request; "valid" by default. */
  readonly intent?: Intent;
  /** It creates an item with special values, and must leave enough of the write budget for items of other kinds. */
  readonly isSpecial?: true;
  /** It creates an item for what matters least, and only if there are writes enough for everything. */
  readonly isSpare?: true;
  /** It is sent again if the server asks for that, even if it may have been carried out. */
  readonly isIdempotent?: true;
  /** The version that its body names is that of the item as it was. */
  readonly isStale?: true;
  /** Instead of the operation's method. */
  readonly method?: string;
  /** Replaces the operation's path: as it goes on the wire, below the base URL. */
  readonly rawPath?: string;
  /** Values of path parameters, not yet percent-encoded. */
  readonly path?: Readonly<Record<string, string>>;
  /** Sent below a different parent item than the rest of the run, so its answer says nothing about the usual place. */
  readonly elsewhere?: true;
  /** Query parameters, not yet percent-encoded, in order, with duplicates. */
  readonly query?: HeaderPairs;
  /** Query parameters already serialized by their style, with texts percent-encoded. */
  readonly written?: Pairs;
  /** The query as it goes on the wire; replaces `query`. */
  readonly rawQuery?: string;
  /** A required parameter to leave out on purpose. */
  readonly without?: string;
  /** Headers in addition to those that every request has. A name given here replaces the usual one. */
  readonly headers?: HeaderPairs;
  /** Replaces the valid credential. */
  readonly credential?: Credential;
  /** The content of the body: JSON, or the fields of a form if the operation accepts no JSON. */
  readonly json?: JsonValue;
  /** A body to send unchanged. */
  readonly raw?: string | Uint8Array;
  /** The body's media type; "" leaves the header out. */
  readonly mediaType?: string;
}

/** Methods that request no change (RFC 9110 section 9.2.1; RFC 4918 section 9.1). */
export const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY"]);

/**
 * True for requests that must be refused and cannot be sent again. They get a connection of their own, so that a server
 * that closes it without an answer is not mistaken for one that closed an idle connection.
 */
export function needsOwn({ intent = "valid" }: Probe, method: string): boolean {
  return !SAFE.has(method) && intent !== "valid" && intent !== "edge";
}

/** The purpose of a probe. A request with a made-up value in its path may find nothing, even if it is well formed. */
export function intentOf({ intent, operation, rawPath, path }: Probe): Intent {
  if (intent !== undefined) return intent;
  const names = rawPath === undefined ? namesInPath(operation.path) : [];
  return names.every((name) => textFor(path, name) !== undefined) ? "valid" : "invalid";
}

/** What every request to one target shares. */
export interface Common {
  readonly baseUrl: string;
  readonly headers: HeaderPairs;
}

/**
 * Builds the request for a probe. `fill` supplies a valid value for each required parameter that the probe leaves open.
 */
export function buildRequest(
  probe: Probe,
  credential: Credential,
  common: Common,
  fill: (parameter: Parameter) => JsonValue | undefined,
): SentRequest {
  const body = bodyOf(probe);
  const query = [
    ...encoded(probe.query ?? []),
    ...(probe.written ?? []),
    ...requiredPairs(probe, "query", fill),
    ...encoded(credential.query),
  ];
  const path = probe.rawPath ?? pathOf(probe, fill);
  const search = [probe.rawQuery ?? "", queryText(query)].filter((text) => text !== "").join("&");
  const url = common.baseUrl + path + (search === "" ? "" : `${path.includes("?") ? "&" : "?"}${search}`);
  const headers = headersOf(probe, body, [
    ...common.headers,
    ...credential.headers,
    ...requiredPairs(probe, "header", fill).filter(([name]) => header(common.headers, name) === undefined),
    ...cookiePairs(probe, fill),
  ]);
  // A caller that sets Host wants only that one: a server must refuse two (RFC 9112 section 3.2).
  const isNamed = header(headers, "host") !== undefined;
  return {
    method: probe.method ?? probe.operation.method,
    url,
    headers: isNamed ? headers : [["Host", new URL(common.baseUrl).host], ...headers],
    ...(body === undefined ? {} : { body: body.bytes }),
  };
}

/** The bytes of a body and their media type. */
interface Body {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

function bodyOf({ operation, raw, json, mediaType }: Probe): Body | undefined {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  if (raw !== undefined)
    return { bytes: typeof raw === "string" ? encode(raw) : raw, mediaType: mediaType ?? bodyMediaType(operation) };
  if (json === undefined) return undefined;
  const value = wrapped(operation, json);
  const isOther = mediaType !== undefined && plainMedia(mediaType) !== bodyMediaType(operation);
  // Under a media type that the operation does not describe, send JSON: a form must not pass for something else.
  if (isOther) return { bytes: encode(writeJson(value)), mediaType };
  const written = bodyText(operation, value);
  return { bytes: encode(written.body), mediaType: mediaType ?? written.mediaType };
}

/** The headers of every request that does not test them. */
const USUAL: HeaderPairs = [
  ["Accept", "application/json, application/*+json;q=0.9, */*;q=0.1"],
  ["User-Agent", "animal-store-verify"],
  // A server that compresses anyway is caught by protocol.coding-unasked.
  ["Accept-Encoding", "identity"],
  ["Connection", "keep-alive"],
];

/** True for a header that every request has, so it says nothing about this one. */
export function isUsual(name: string, value: string): boolean {
  return USUAL.some(([other, usual]) => other.toLowerCase() === name.toLowerCase() && usual === value);
}

function headersOf(probe: Probe, body: Body | undefined, more: HeaderPairs): HeaderPairs {
  const usual: [string, string][] = USUAL.map(([name, value]) => [name, value]);
  if (body !== undefined) {
    if (body.mediaType !== "") usual.push(["Content-Type", body.mediaType]);
    usual.push(["Content-Length", String(body.bytes.length)]);
  }
  const own = probe.headers ?? [];
  const replaced = new Set([...own, ...more].map(([name]) => name.toLowerCase()));
  // If the document has a parameter for it, send it as that parameter or not at all.
  for (const parameter of probe.operation.parameters) {
    if (parameter.in === "header") replaced.add(parameter.name.toLowerCase());
  }
  const kept = usual.filter(([name]) => !replaced.has(name.toLowerCase()));
  const shared = more.filter(([name]) => header(own, name) === undefined);
  return [...kept, ...shared, ...own];
}

function pathOf(probe: Probe, fill: (parameter: Parameter) => JsonValue | undefined): string {
  return probe.operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = probe.operation.parameters.find((one) => one.in === "path" && one.name === name);
    const value = textFor(probe.path, name) ?? (parameter === undefined ? undefined : fill(parameter)) ?? "1";
    const written = writeParameter(parameter ?? { name, in: "path", style: "simple", explode: false }, value);
    return written?.[0]?.[1] ?? "1";
  });
}

/** The text that a probe gives for a path parameter. */
function textFor(path: Probe["path"], name: string): string | undefined {
  return path !== undefined && Object.hasOwn(path, name) ? path[name] : undefined;
}

/** Plain pairs, encoded for a query. */
function encoded(pairs: HeaderPairs): Pairs {
  return pairs.map(([name, text]): Pair => [name, encodeURIComponent(text)]);
}

function requiredPairs(
  probe: Probe,
  place: Parameter["in"],
  fill: (parameter: Parameter) => JsonValue | undefined,
): Pairs {
  const own = place === "query" ? [...(probe.query ?? []), ...(probe.written ?? [])] : (probe.headers ?? []);
  const given = new Set(own.map(([name]) => name.toLowerCase()));
  return probe.operation.parameters
    .filter(({ in: own, name, required }) => own === place && required && name !== probe.without)
    .filter(({ name }) => !given.has(name.toLowerCase()))
    .flatMap((parameter) => {
      const value = fill(parameter);
      return (value === undefined ? undefined : writeParameter(parameter, value)) ?? [];
    });
}

function cookiePairs(probe: Probe, fill: (parameter: Parameter) => JsonValue | undefined): HeaderPairs {
  const pairs = requiredPairs(probe, "cookie", fill);
  return pairs.length === 0 ? [] : [["Cookie", cookieText(pairs)]];
}
