// Requests to the mock: built from an operation and the user's input, with the credential that the document requires;
// and the same request as a shell command or as code.
import { type Json, get, isObject, list, text } from "./json.ts";
import type { Draft } from "./plane.ts";
import { at, follow, pointerOf } from "./spec.ts";
import type { Operation, Served } from "./served.ts";

/** Adds the credential of an operation: the first alternative in the document. */
export function withKey(spec: Json, operation: Operation, key: string, draft: Draft): Draft {
  const own = at(spec, pointerOf(operation));
  const ways = get(own, "security") === undefined ? list(spec, "security") : list(own, "security");
  const [way] = ways;
  if (!isObject(way) || key === "") return draft;
  const schemes = get(get(spec, "components"), "securitySchemes");
  return Object.keys(way).reduce((all, name) => addTo(all, follow(spec, get(schemes, name)), key), draft);
}

function addTo(draft: Draft, scheme: Json | undefined, key: string): Draft {
  const header = (name: string, value: string): Draft => ({ ...draft, headers: [...draft.headers, [name, value]] });
  const name = text(scheme, "name");
  if (text(scheme, "type") === "apiKey") {
    if (text(scheme, "in") === "header") return header(name, key);
    if (text(scheme, "in") !== "query") return draft;
    const mark = draft.url.includes("?") ? "&" : "?";
    return { ...draft, url: `${draft.url}${mark}${encodeURIComponent(name)}=${encodeURIComponent(key)}` };
  }
  if (text(scheme, "scheme").toLowerCase() === "basic") return header("Authorization", `Basic ${btoa(`:${key}`)}`);
  return header("Authorization", `Bearer ${key}`);
}

/** The path and the query of an operation, with its parameters filled in. */
export function urlOf(served: Served, operation: Operation, values: ReadonlyMap<string, string>): string {
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(values.get(`path ${name}`) ?? ""),
  );
  const query = [...values].flatMap(([name, value]) =>
    name.startsWith("query ") && value !== ""
      ? [`${encodeURIComponent(name.slice(6))}=${encodeURIComponent(value)}`]
      : [],
  );
  return served.basePath + path + (query.length > 0 ? `?${query.join("&")}` : "");
}

/** Header lines that clients set by themselves. */
const AUTOMATIC =
  /^(?:host|connection|content-length|accept-encoding|user-agent|origin|referer|cookie|accept-language|sec-.*|te|transfer-encoding|cache-control|pragma|dnt|upgrade-insecure-requests|priority)$/i;

/** What the journal shows in place of a secret. */
const MASKED = /<hidden>|\$API_KEY/;

/** A draft from a journal entry, without masked values and without what the browser sets by itself. */
export function draftOf(exchange: Json): Draft {
  const request = get(exchange, "request");
  const headers = list(request, "headers").map((pair): readonly [string, string] => {
    const [name = "", value = ""] = pair as readonly string[];
    return [name, value];
  });
  const body = text(request, "body");
  return {
    method: text(exchange, "method"),
    url: text(exchange, "url"),
    headers: headers.filter(([name, value]) => !AUTOMATIC.test(name) && !MASKED.test(value)),
    ...(body === "" ? {} : { body }),
  };
}

/** True if the journal has masked a header: the request had a credential. */
export function hadKey(exchange: Json): boolean {
  return list(get(exchange, "request"), "headers").some((pair) => MASKED.test((pair as readonly string[])[1] ?? ""));
}

/** True if the journal has the complete body, so that the request can be sent again. */
export function isWhole(exchange: Json): boolean {
  const request = get(exchange, "request");
  const bytes = Number(get(request, "bytes") ?? 0);
  return bytes === 0 || new TextEncoder().encode(text(request, "body")).length >= bytes;
}

function word(value: string): string {
  if (value.includes("$API_KEY") && !/["\\`!]|\$(?!API_KEY)/.test(value)) return `"${value}"`;
  return /^[\w./:=@%+-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

/** The request as a shell command. */
export function asCurl({ method, url, headers, body }: Draft, origin: string): string {
  const parts = ["curl"];
  if (method !== "GET" || body !== undefined) parts.push("-X", word(method));
  for (const [name, value] of headers) parts.push("-H", word(`${name}: ${value}`));
  if (body !== undefined) parts.push("--data-raw", word(body));
  return [...parts, word(origin + url)].join(" ");
}

/** The request as JavaScript code. */
export function asFetch({ method, url, headers, body }: Draft, origin: string): string {
  const options = { method, headers: Object.fromEntries(headers), ...(body === undefined ? {} : { body }) };
  return `await fetch(${JSON.stringify(origin + url)}, ${JSON.stringify(options, null, 2)})`;
}
