// A witness for people and machines: the request as URL, headers and body; the response likewise.
import type { Document } from "../../contract/document.ts";
import { type JsonValue, isObject, writeJson } from "../../contract/json.ts";
import { type CurlRequest, curlOf } from "../../report/curl.ts";
import type { WireBody, WireExchange, WireRequest, WireResponse } from "./model.ts";

export interface ShownRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
}

export interface ShownResponse {
  readonly status: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: JsonValue;
}

/** The request as it would be sent; credentials as `$API_KEY`. */
export function showRequest(request: WireRequest): ShownRequest {
  const headers: Record<string, string> = Object.fromEntries(request.headers);
  const query = [...request.query];
  for (const credential of request.credentials) {
    const [name, value, inQuery] = credentialPair(credential.identity);
    if (inQuery) query.push([name, value]);
    else headers[name] = value;
  }
  if (request.cookies.length > 0) headers["cookie"] = request.cookies.map((pair) => pair.join("=")).join("; ");
  if (request.accept !== undefined) headers["accept"] = request.accept.mediaType;
  if (request.body !== undefined) headers["content-type"] = request.body.mediaType;
  let position = 0;
  const path = request.path.replaceAll(/\{[^}]*\}/g, () => request.pathTexts[position++] ?? "1");
  const search = query.map(([name, value]) => `${encodeURIComponent(name)}=${value}`).join("&");
  return {
    method: request.method,
    url: search === "" ? path : `${path}?${search}`,
    headers,
    ...bodyOf(request.body),
  };
}

export function showResponse(response: WireResponse): ShownResponse {
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  if (response.body !== undefined) headers["content-type"] = response.body.mediaType;
  return { status: response.status, headers, ...bodyOf(response.body) };
}

function bodyOf(body: WireBody | undefined): { body?: JsonValue } {
  return body === undefined ? {} : { body: body.value };
}

/** Where a credential travels: [name, value, whether in the query]. */
function credentialPair(identity: string): [string, string, boolean] {
  let parts: unknown;
  try {
    parts = JSON.parse(identity);
  } catch {
    parts = [];
  }
  const [type, scheme, place, key] = Array.isArray(parts) ? (parts as (string | null)[]) : [];
  if (type === "apiKey" && typeof key === "string") {
    if (place === "cookie") return ["cookie", `${key}=$API_KEY`, false];
    return [key, "$API_KEY", place === "query"];
  }
  return ["authorization", `${scheme === "basic" ? "Basic" : "Bearer"} $API_KEY`, false];
}

/** The request against a server, for a shell. */
export function requestOf(shown: ShownRequest, server: string): CurlRequest {
  const body = shown.body === undefined ? {} : { body: bodyText(shown.body, shown.headers["content-type"] ?? "") };
  return { method: shown.method, url: `${server}${shown.url}`, headers: Object.entries(shown.headers), ...body };
}

function bodyText(body: JsonValue, mediaType: string): string {
  return typeof body === "string" && !mediaType.includes("json") ? body : writeJson(body);
}

/** A witness in one text: a command, or a status and a body. */
export function describeExchange(
  exchange: WireExchange,
  server: string,
): { curl?: string; request?: string; response?: string } {
  if (exchange.kind === "request") {
    const request = requestOf(showRequest(exchange), server);
    return { curl: curlOf(request) };
  }
  const { status, headers, body } = showResponse(exchange);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return { response: [`HTTP ${status}`, ...lines, ...(body === undefined ? [] : ["", writeJson(body, 2)])].join("\n") };
}

/** The first server of a document with its variables filled in; where it names none, the mock. */
export function serverOf(document: Document): string {
  const servers = document.root["servers"];
  const [first] = Array.isArray(servers) ? servers : [];
  if (!isObject(first) || typeof first["url"] !== "string") return "http://127.0.0.1:4010";
  const variables = isObject(first["variables"]) ? first["variables"] : {};
  const url = first["url"].replaceAll(/\{([^}]+)\}/g, (whole, name: string) => {
    const variable = variables[name];
    return isObject(variable) ? textOf(variable["default"]) : whole;
  });
  return (url.startsWith("/") ? `http://127.0.0.1:4010${url}` : url).replace(/\/+$/, "");
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : writeJson(value ?? "");
}
