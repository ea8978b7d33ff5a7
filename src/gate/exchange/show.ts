// Shows a witness to people and machines: the request as URL, headers and body; the response likewise.
import { MULTIPART, URLENCODED, formatOf, isJson, plainMedia } from "../../contract/media.ts";
import { MULTIPART_WITH_BOUNDARY, formText, writeField } from "../../contract/representation/forms/form-writer.ts";
import { writeEvent } from "../../contract/representation/rows.ts";
import { separatorOf } from "../../contract/representation/sequence.ts";
import { readServers } from "../../contract/read/servers.ts";
import { cookieText, queryText } from "../../contract/serialization/styles.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import type { PartEncoding, PartEncodings } from "../../contract/model.ts";
import { isParts } from "../../contract/representation/parts/parts.ts";
import { type WrittenParts, writeParts } from "../../contract/representation/parts/write-parts.ts";
import type { Document } from "../../document/document.ts";
import { type CurlRequest, curlOf } from "../../report/renderers/curl.ts";
import type { Grown, Witness } from "../model.ts";
import type { Credential } from "../surface/model.ts";
import { grownText, sayGrown } from "./grown.ts";
import type { WireBody, WireExchange, WireParts, WireRequest, WireResponse } from "./model.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";

export interface ShownRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
  readonly parts?: ShownParts;
}

/** What the parts of a multipart body have besides their values, by name or place. */
export interface ShownParts {
  readonly [key: string]: {
    readonly type?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly parts?: ShownParts;
  };
}

export interface ShownResponse {
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
  readonly parts?: ShownParts;
}

/** The request as it would be sent; credentials as `$API_KEY`. */
export function showRequest(request: WireRequest): ShownRequest {
  const headers: Record<string, string> = Object.fromEntries(request.headers);
  const query = [...request.query];
  const cookies = [...request.cookies];
  for (const credential of request.credentials) {
    const { name, value, place } = credentialPair(credential);
    if (place === "header") headers[name] = value;
    else (place === "query" ? query : cookies).push([name, value]);
  }
  if (cookies.length > 0) headers["cookie"] = cookieText(cookies);
  if (request.accept !== undefined) headers["accept"] = request.accept.mediaType;
  if (request.body !== undefined) headers["content-type"] = contentType(request.body.mediaType);
  const path = pathOf(request);
  const search = queryText(query);
  return {
    method: request.method,
    url: search === "" ? path : `${path}?${search}`,
    headers,
    ...bodyOf(request.body),
  };
}

function pathOf({ path, pathTexts }: WireRequest): string {
  // A webhook has a name, and a callback an expression that yields its address.
  if (!path.startsWith("/")) return `/${path.includes("{") ? "callback" : encodeURIComponent(path)}`;
  let position = 0;
  return path.replaceAll(/\{[^}]*\}/g, () => pathTexts[position++] ?? "1");
}

/**
 * Whether the client receives the request, as with webhooks and callbacks: the new server sends it, and the old client
 * reads it.
 */
export function goesToClient({ exchange, acceptedBy }: Witness): boolean {
  return exchange.kind === "request" && acceptedBy === "revision";
}

/** The response of a witness: status, headers, and the body if there is one. */
export function showResponse(response: WireResponse): ShownResponse {
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  if (response.body !== undefined) headers["content-type"] = response.body.mediaType;
  return { status: response.status, headers, ...bodyOf(response.body) };
}

function bodyOf(body: WireBody | undefined): { body?: JsonValue; parts?: ShownParts } {
  if (body === undefined) return {};
  const parts = body.parts && shownParts(body.parts);
  return { body: body.value, ...(parts === undefined ? {} : { parts }) };
}

/** The parts that have headers, and those around them. */
function shownParts(parts: WireParts): ShownParts | undefined {
  const shown = [...parts].flatMap(([key, { type, headers, parts: inner }]) => {
    const below = inner && shownParts(inner);
    if (headers.length === 0 && below === undefined) return [];
    return [
      [
        key,
        {
          ...(type === undefined ? {} : { type }),
          ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
          ...(below === undefined ? {} : { parts: below }),
        },
      ] as const,
    ];
  });
  return shown.length === 0 ? undefined : Object.fromEntries(shown);
}

/** The headers of parts in words: ["x-sum: 00ff of part 0 of files"]. */
export function sayPartHeaders(parts: ShownParts = {}, of = ""): string[] {
  return Object.entries(parts).flatMap(([key, { headers = {}, parts: inner }]) => {
    const label = `${/^\d+$/.test(key) ? `part ${key}` : key}${of}`;
    const own = Object.entries(headers).map(([name, text]) => `${name}: ${text} of ${label}`);
    return [...own, ...sayPartHeaders(inner, ` of ${label}`)];
  });
}

/** Where a credential is sent, and how. */
function credentialPair({ type, scheme, in: place = "header", key }: Credential) {
  if (type === "apiKey" && key !== undefined) return { name: key, value: "$API_KEY", place };
  return { name: "authorization", value: `${scheme === "basic" ? "Basic" : "Bearer"} $API_KEY`, place: "header" };
}

/** The request against a server, for a shell. */
export function requestOf(shown: ShownRequest, server: string): CurlRequest {
  const mediaType = shown.headers["content-type"] ?? "";
  const parts = shown.body === undefined ? undefined : partsText(shown.body, shown.parts, mediaType);
  const body = shown.body === undefined ? {} : { body: parts?.text ?? bodyText(shown.body, mediaType) };
  const headers = parts === undefined ? shown.headers : { ...shown.headers, "content-type": parts.type };
  return { method: shown.method, url: `${server}${shown.url}`, headers: Object.entries(headers), ...body };
}

/** A body of parts without names, or whose parts have headers; undefined for others. */
function partsText(body: JsonValue, parts: ShownParts | undefined, mediaType: string): WrittenParts | undefined {
  const name = plainMedia(mediaType);
  if (!isParts(name) && (name !== MULTIPART || parts === undefined)) return undefined;
  return writeParts({ parts: encodingsOf(parts ?? {}), node: undefined }, name, body, () => undefined);
}

function encodingsOf(parts: ShownParts): PartEncodings {
  const all = Object.entries(parts).map(([key, { type, headers = {}, parts: inner }]) => {
    const encoding: PartEncoding = {
      types: type === undefined ? [] : [type],
      headers: Object.entries(headers).map(([name, known]) => ({ ...ANY_HEADER, name, known })),
      ...(inner === undefined ? {} : { parts: encodingsOf(inner) }),
    };
    return [key, encoding] as const;
  });
  const first: PartEncoding[] = [];
  for (const [key, encoding] of all) if (/^\d+$/.test(key)) first[Number(key)] = encoding;
  return { named: new Map(all), first };
}

const ANY_HEADER = {
  required: true,
  pointer: "",
  explode: false,
  fixed: true,
  schema: { pointer: "", origin: "absent", validate: () => [] },
} as const;

function bodyText(body: JsonValue, mediaType: string): string {
  if (isJson(mediaType)) return writeJson(body);
  const plain = plainMedia(mediaType);
  if ((plain === URLENCODED || plain === MULTIPART) && isObject(body)) {
    return formText(
      plain,
      Object.entries(body).flatMap(([name, value]) => writeField(name, value) ?? []),
    ).body;
  }
  if (!Array.isArray(body)) return showScalar(body ?? "");
  const isEvents = formatOf(plain) === "events";
  return body.map((item) => (isEvents ? writeEvent(item) : `${separatorOf(plain)}${writeJson(item)}\n`)).join("");
}

function contentType(mediaType: string): string {
  return mediaType === MULTIPART ? MULTIPART_WITH_BOUNDARY : mediaType;
}

/** A witness in one text: a command, or a status and a body. */
export function describeExchange(
  exchange: WireExchange,
  server: string,
  grown?: Grown,
): { curl?: string; request?: string; response?: string } {
  if (exchange.kind === "request") {
    const request = requestOf(showRequest(exchange), server);
    if (grown === undefined || exchange.body === undefined) return { curl: curlOf(request) };
    return { curl: curlOf(request, grownText(exchange.body.value, grown)) };
  }
  const { status, headers, body, parts } = showResponse(exchange);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const shown =
    body === undefined ? [] : ["", writeJson(body, 2), ...(grown === undefined ? [] : [`(${sayGrown(grown)})`])];
  const inParts = sayPartHeaders(parts).map((said) => `(${said})`);
  return { response: [`HTTP ${status}`, ...lines, ...shown, ...inParts].join("\n") };
}

/** The first server of a document with its variables filled in; without servers, the mock. */
export function serverOf(document: Document): string {
  const [{ url } = { url: "" }] = readServers(document.root);
  return (url === "" || url.startsWith("/") ? `http://127.0.0.1:4010${url}` : url).replace(/\/+$/, "");
}
