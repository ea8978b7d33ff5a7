// From what a check wants to ask to the bytes of a request: path, query, headers and body.
import { plainMedia } from "../../src/contract/media.ts";
import type { Operation, Parameter } from "../../src/contract/model.ts";
import { type Pair, type Pairs, cookieText, queryText } from "../../src/contract/serialization/styles.ts";
import { writeParameter } from "../../src/contract/serialization/write.ts";
import type { Credential } from "./target/credential.ts";
import type { HeaderPairs, Intent, SentRequest } from "./exchange.ts";
import { wrapped } from "../places.ts";
import { bodyMediaType, bodyText } from "../bodies.ts";
import type { JsonValue } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";

/** A question to the target. Only the operation is needed; everything else has a valid value of its own. */
export interface Probe {
  readonly operation: Operation;
  /** What the request is meant to be; "valid" unless told otherwise. */
  readonly intent?: Intent;
  /** It adds an item with special values, and leaves writes to items of other kinds. */
  readonly isSpecial?: true;
  /** Instead of the operation's method. */
  readonly method?: string;
  /** Instead of the operation's path: as it goes on the wire, below the base URL. */
  readonly rawPath?: string;
  /** Values of path parameters, as text that is not yet percent-encoded. */
  readonly path?: Readonly<Record<string, string>>;
  /** It is asked below another item than the rest of the run: what it shows tells nothing of the usual place. */
  readonly elsewhere?: true;
  /** Query parameters, not yet percent-encoded, in order, repeated ones repeated. */
  readonly query?: HeaderPairs;
  /** Query parameters that were written by their style: texts percent-encoded. */
  readonly written?: Pairs;
  /** The query as it goes on the wire, instead of `query`. */
  readonly rawQuery?: string;
  /** A required parameter that is left out all the same. */
  readonly without?: string;
  /** Headers beside those that every request has. A name given here replaces the usual one. */
  readonly headers?: HeaderPairs;
  /** Instead of the valid credential. */
  readonly credential?: Credential;
  /** What the body says: JSON, or the fields of a form where the operation takes no JSON. */
  readonly json?: JsonValue;
  /** A body that is sent as it stands. */
  readonly raw?: string | Uint8Array;
  /** The body's media type; "" leaves the header out. */
  readonly mediaType?: string;
}

/** Methods that ask for no change (RFC 9110 section 9.2.1). */
export const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/**
 * True for what must be refused and cannot be sent again: on a connection of its own, so that one that closes without
 * an answer is not taken for one that was idle too long.
 */
export function needsOwn({ intent = "valid" }: Probe, method: string): boolean {
  return !SAFE.has(method) && intent !== "valid" && intent !== "edge";
}

/** What a probe is meant to be. With a made-up value in its path it may lead to nothing, however well it is formed. */
export function intentOf({ intent, operation, rawPath, path }: Probe): Intent {
  if (intent !== undefined) return intent;
  const names = rawPath === undefined ? [...operation.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? "") : [];
  return names.every((name) => textFor(path, name) !== undefined) ? "valid" : "invalid";
}

/** What every request to one target shares. */
export interface Common {
  readonly baseUrl: string;
  readonly headers: HeaderPairs;
}

/** Builds the request for a probe. `fill` gives a valid value for each required parameter that the probe leaves open. */
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
    ...requiredPairs(probe, "header", fill).filter(([name]) => !hasHeader(common.headers, name)),
    ...cookiePairs(probe, fill),
  ]);
  // Who names a host by a header wants that one alone: two are refused (RFC 9112 section 3.2).
  const isNamed = headers.some(([name]) => name.toLowerCase() === "host");
  return {
    method: probe.method ?? probe.operation.method,
    url,
    headers: isNamed ? headers : [["Host", new URL(common.baseUrl).host], ...headers],
    ...(body === undefined ? {} : { body: body.bytes }),
  };
}

function hasHeader(headers: HeaderPairs, name: string): boolean {
  return headers.some(([other]) => other.toLowerCase() === name.toLowerCase());
}

/** The bytes of a body, and what they are. */
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
  // Under another name than its own a body is JSON: no form is taken for what it is not.
  if (isOther) return { bytes: encode(writeJson(value)), mediaType };
  const written = bodyText(operation, value);
  return { bytes: encode(written.body), mediaType: mediaType ?? written.mediaType };
}

/** What every request says, unless it is about that. */
const USUAL: HeaderPairs = [
  ["Accept", "application/json, application/*+json;q=0.9, */*;q=0.1"],
  ["User-Agent", "animal-store-verify"],
  // Whoever compresses all the same shows it: protocol.coding-unasked.
  ["Accept-Encoding", "identity"],
  ["Connection", "keep-alive"],
];

/** True for a header that every request has: it says nothing about this one. */
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
  // What the document has a parameter for is sent as that one, or not at all.
  for (const parameter of probe.operation.parameters) {
    if (parameter.in === "header") replaced.add(parameter.name.toLowerCase());
  }
  const kept = usual.filter(([name]) => !replaced.has(name.toLowerCase()));
  const shared = more.filter(([name]) => !own.some(([other]) => other.toLowerCase() === name.toLowerCase()));
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

/** Plain pairs as a query carries them. */
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
