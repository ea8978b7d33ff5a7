// Runtime expressions (OpenAPI section "Runtime Expressions"): the URL of a callback, made of parts of the request that it
// follows and of the response to it.
import { memberOf, pointerSteps } from "../json/pointer.ts";
import { type JsonValue, isLeaf } from "../json/value.ts";
import { showScalar } from "./serialization/text.ts";

/** What an expression refers to. */
export type Source =
  | { readonly of: "exchange"; readonly part: "url" | "method" | "statusCode" }
  | { readonly of: "request" | "response"; readonly part: "header" | "query" | "path"; readonly name: string }
  | { readonly of: "request" | "response"; readonly part: "body"; readonly pointer: string };

/** Literal texts and what is put between them. */
export type Template = readonly (string | Source)[];

/** A header name is a token (RFC 9110 section 5.6.2). */
const HEADER = /^[!#$%&'*+.^_`|~\w-]+$/;
const SOURCE = /^\$(request|response)\.(?:(header|query|path)\.(.+)|body(?:#((?:\/(?:[^~]|~[01])*)?))?)$/s;
/** Longer texts are no URLs. */
const LONGEST = 2_000;

/** Reads an expression with its dollar sign; undefined if it is none. */
export function parseSource(text: string): Source | undefined {
  if (text === "$url") return { of: "exchange", part: "url" };
  if (text === "$method") return { of: "exchange", part: "method" };
  if (text === "$statusCode") return { of: "exchange", part: "statusCode" };
  const found = SOURCE.exec(text);
  if (found === null) return undefined;
  const [, message, part, name = "", pointer = ""] = found;
  const of = message === "request" ? "request" : "response";
  if (part === undefined) return { of, part: "body", pointer };
  if (part === "header" && !HEADER.test(name)) return undefined;
  return { of, part: part as "header" | "query" | "path", name };
}

/** Reads a text with expressions in braces, or a text that is one expression. */
export function parseTemplate(text: string): Template | { readonly fault: string } {
  if (text.length > LONGEST) return { fault: `has more than ${LONGEST} characters` };
  const pieces = text.startsWith("$") ? ["", text, ""] : text.split(/\{([^{}]*)\}/);
  const parts: (string | Source)[] = [];
  for (const [at, piece] of pieces.entries()) {
    const isExpression = at % 2 === 1;
    const source = isExpression ? parseSource(piece) : undefined;
    if (isExpression && source === undefined) return { fault: `has ${piece}, which is no runtime expression` };
    if (!isExpression && /[{}]/.test(piece)) return { fault: "has a brace without its other half" };
    if (piece !== "") parts.push(source ?? piece);
  }
  return parts;
}

/** A source as the document writes it. */
export function showSource(source: Source): string {
  if (source.of === "exchange") return `$${source.part}`;
  const place = source.part === "body" ? (source.pointer === "" ? "" : `#${source.pointer}`) : `.${source.name}`;
  return `$${source.of}.${source.part}${place}`;
}

/** What sources are looked up in. */
export interface Sources {
  readonly url: string;
  readonly method: string;
  readonly status: number;
  readonly request: Message;
  readonly response: Message;
}

export interface Message {
  /** The value of a header, by its name in lower case; empty if it was not sent. */
  header(name: string): string;
  query?(name: string): string | undefined;
  path?(name: string): string | undefined;
  body(): JsonValue | undefined;
}

/** The text of a template; or the source that has no value, or none that can be written in a text. */
export function evaluate(template: Template, sources: Sources): string | { readonly missing: Source } {
  let text = "";
  for (const part of template) {
    const value = typeof part === "string" ? part : textOf(part, sources);
    if (value === undefined) return { missing: part as Source };
    text += value;
  }
  return text;
}

function textOf(source: Source, { url, method, status, ...messages }: Sources): string | undefined {
  if (source.of === "exchange") return { url, method, statusCode: String(status) }[source.part];
  const message = messages[source.of];
  if (source.part === "header") return message.header(source.name.toLowerCase()) || undefined;
  if (source.part !== "body") return message[source.part]?.(source.name);
  let value = message.body();
  for (const step of pointerSteps(source.pointer)) {
    if (typeof value !== "object" || value === null) return undefined;
    value = memberOf(value, step);
  }
  return value === undefined || value === null || !isLeaf(value) ? undefined : showScalar(value);
}
