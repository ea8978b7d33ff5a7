// What `serve` says when it is up: where, with which key, a command to try, what will go away, how to stop.
import type { Contract, Operation, SecurityScheme } from "../contract/model.ts";
import { shellWord } from "../report/curl.ts";
import { oneLine } from "../report/text.ts";
import type { Inference } from "../resource/model.ts";
import type { ServeOptions } from "./serve-options.ts";

/** What is being served. */
export interface Served {
  readonly contract: Contract;
  readonly inference: Inference;
  /** The base URL. */
  readonly url: string;
}

/** Deprecated operations that are named; of more than these, only the number is told. */
const SHOWN_DEPRECATED = 4;

/** The banner, at most ten lines. */
export function banner({ contract, inference, url }: Served, options: ServeOptions): string {
  // A key that somebody chose may be a secret; the one that everybody has is none.
  const key = options.isDefaultKey ? (options.keys[0] ?? "") : "$API_KEY";
  const lines = [
    `${contract.title} ${contract.version} is served at ${url}`,
    ...keyLine(contract, options),
    `  try      ${curl(contract, inference, { url, key })}`,
    ...deprecations(contract),
    "  stop     Ctrl-C",
  ];
  return `${lines.map(oneLine).join("\n")}\n`;
}

/** Of keys nothing is said where the document asks for none, unless somebody thought otherwise. */
function keyLine({ operations }: Contract, { keys, isDefaultKey }: ServeOptions): string[] {
  const isAsked = operations.some(({ security }) => security.length > 0);
  if (isDefaultKey) return isAsked ? [`  key      ${keys[0] ?? ""}`] : [];
  if (!isAsked) return ["  key      the document asks for none; --key has no effect"];
  const which = keys.length === 1 ? "the one" : `any of the ${keys.length}`;
  return [`  key      ${which} you gave (below as $API_KEY)`];
}

function deprecations(contract: Contract): string[] {
  const deprecated = contract.operations.filter(({ lifecycle }) => lifecycle.deprecated);
  const lines = deprecated.slice(0, SHOWN_DEPRECATED).map(({ method, path, lifecycle }, index) => {
    const until = lifecycle.sunset === undefined ? "" : `, served until ${lifecycle.sunset}`;
    return `  ${index === 0 ? "going  " : "       "}  ${method} ${path} is deprecated${until}`;
  });
  const more = deprecated.length - SHOWN_DEPRECATED;
  return more > 0 ? [...lines, `           and ${more} more`] : lines;
}

interface Caller {
  readonly url: string;
  readonly key: string;
}

/** A command for the operation that is the easiest to try: a list, or something else that can be got. */
function curl(contract: Contract, inference: Inference, { url, key }: Caller): string {
  const list = inference.assignments.find(({ role, operation }) => role === "list" && isPlain(operation))?.operation;
  const operation = list ?? contract.operations.find((one) => one.method === "GET" && isPlain(one));
  if (operation === undefined) return `curl ${quote(url)}`;
  const schemes = operation.security[0] ?? [];
  const query = schemes.flatMap((scheme) => (scheme.in === "query" ? [`${scheme.key ?? ""}=${key}`] : []));
  const address = `${url}${operation.path}${query.length > 0 ? `?${query.join("&")}` : ""}`;
  return ["curl", ...schemes.flatMap((scheme) => credential(scheme, key)), quote(address)].join(" ");
}

/** True where nothing but a credential has to be sent. */
function isPlain({ path, parameters }: Operation): boolean {
  return !path.includes("{") && !parameters.some(({ required }) => required);
}

function credential({ type, scheme, in: place, key: name = "" }: SecurityScheme, key: string): string[] {
  const token = type === "http" && scheme !== undefined && scheme !== "bearer" ? scheme : "Bearer";
  if (type === "apiKey" && place === "header") return ["-H", quote(`${name}: ${key}`)];
  if (type === "apiKey" && place === "cookie") return ["-b", quote(`${name}=${key}`)];
  if (type === "apiKey" || type === "mutualTLS") return [];
  if (type === "http" && scheme === "basic") return ["-u", quote(`:${key}`)];
  return ["-H", quote(`Authorization: ${token} ${key}`)];
}

/**
 * A word for a shell, in which $API_KEY is still filled in and nothing else: names and paths are the document's.
 * Double quotes, which every shell knows, wherever they are enough.
 */
function quote(text: string): string {
  if (/^[\w./:=-]+$/.test(text)) return text;
  return /["\\`$!]/.test(text.replaceAll("$API_KEY", "")) ? shellWord(text) : `"${text}"`;
}
