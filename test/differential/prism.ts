// Prism's own validator as a judge of answers, one operation at a time.
import { createRequire } from "node:module";
import { mayBeJson, mediaFor } from "../../src/contract/media.ts";
import type { Operation } from "../../src/contract/model.ts";
import { responseFor } from "../../src/contract/responses.ts";
import type { Document } from "../../src/document/document.ts";
import { type Exchange, mediaTypeOf, statusOf, textOf } from "../../conformance/client/exchange.ts";
import { operationAlone } from "./one-operation.ts";
import type { Opinion } from "./own-opinion.ts";

/** An operation in Prism's form. */
type Resource = object;

/** A response in Prism's form. */
interface Element {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

interface Diagnostic {
  readonly message: string;
  readonly code?: string | number;
  readonly path?: readonly (string | number)[];
}

type Validate = (input: { resource: Resource; element: Element }) => { readonly left?: readonly Diagnostic[] };
type BundleService = (input: { document: object }) => {
  readonly operations: readonly object[];
  readonly components: object;
};
type BundleTarget = (input: { document: object; path: string; cloneDocument: boolean }) => Resource;

// Only the validator is loaded, and Prism's parts are resolved from Prism itself.
const own = createRequire(import.meta.url);
const requirePart = createRequire(own.resolve("@stoplight/prism-http/package.json"));
const { validateOutput } = requirePart("./dist/validator/index.js") as { readonly validateOutput: Validate };
const { bundleOas3Service } = requirePart("@stoplight/http-spec/oas3") as { readonly bundleOas3Service: BundleService };
const { bundleTarget } = requirePart("@stoplight/json") as { readonly bundleTarget: BundleTarget };

/** Prism's opinion on an answer; undefined if it fails instead of having one. */
export type PrismJudge = (exchange: Exchange) => readonly Opinion[] | undefined;

/**
 * Does the same as Prism's `getHttpOperationsFromSpec` for a document of one operation, without reading what it refers
 * to.
 * @returns undefined if Prism cannot read the operation
 */
export function prismFor(document: Document, operation: Operation): PrismJudge | undefined {
  const alone = operationAlone(document, operation);
  if (alone === undefined) return undefined;
  const { operations, components } = bundleOas3Service({ document: plainNumbers(alone) as object });
  const [target] = operations;
  if (target === undefined) return undefined;
  const bundle = { components, __target__: target };
  const resource = bundleTarget({ document: bundle, path: "#/__target__", cloneDocument: false });
  return (exchange) => diagnose(resource, elementOf(exchange, operation))?.map(opinionOf);
}

function diagnose(resource: Resource, element: Element): readonly Diagnostic[] | undefined {
  try {
    return validateOutput({ resource, element }).left ?? [];
  } catch {
    // Prism throws for a media type that it cannot parse, and for an absent header that is a list. Without the media
    // type it judges the rest and reports the type as missing. An error of its own is not an opinion.
    const { "content-type": mediaType, ...headers } = element.headers;
    return mediaType === undefined ? undefined : diagnose(resource, { ...element, headers });
  }
}

function opinionOf({ message, code, path = [] }: Diagnostic): Opinion {
  const [part, ...rest] = path.map(String);
  const keyword = typeof code === "string" ? code : "";
  // Prism splits Ajv's pointer at its slashes and leaves the steps escaped.
  if (part === "body") return { part, keyword, message, at: rest.map((step) => `/${step}`).join("") };
  if (part === "header") {
    // If the header is missing, only the message names it.
    return { part: "headers", keyword, message, at: rest[0] ?? /property '([^']+)'/.exec(message)?.[1] ?? "" };
  }
  return { part: message.includes("media type") ? "media-type" : "status", at: "", keyword, message };
}

function elementOf(exchange: Exchange, { responses }: Operation): Element {
  const headers = new Map<string, string>();
  for (const [name, value] of exchange.response?.headers ?? []) {
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  const statusCode = statusOf(exchange);
  const { content = [] } = responseFor(responses, statusCode) ?? {};
  const described = mediaFor(content, mediaTypeOf(exchange));
  const isJson = described === undefined ? content.some(({ name }) => mayBeJson(name)) : mayBeJson(described.name);
  return { statusCode, headers: Object.fromEntries(headers), body: bodyOf(textOf(exchange), isJson) };
}

/** A body in Prism's form: a value if the text is JSON, and JSON is described. */
function bodyOf(text: string, isJson: boolean): unknown {
  if (!isJson) return text;
  if (text === "") return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A copy without bigint, which Prism does not know. */
function plainNumbers(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainNumbers(item)]));
}
