// What is wrong with the media type and body of an answer, by the plain reading of the document: callers decide whether
// a claim is a `must`, and which answers it applies to.
import { coversMedia, formatOf, isJson, isText, mayBeJson } from "../../src/contract/media.ts";
import type { MediaType, Response } from "../../src/contract/model.ts";
import { isMultipart } from "../../src/contract/representation/parts/parts.ts";
import { isOfItems } from "../../src/contract/representation/items.ts";
import { isSequence } from "../../src/contract/representation/sequence.ts";
import type { Document } from "../../src/document/document.ts";
import { type Exchange, jsonOf, mediaTypeOf, textOf } from "../client/exchange.ts";
import { Undecidable } from "../client/undecidable.ts";
import { isOfParts, partsFault } from "./parts.ts";
import { type BodyFault, itemFault } from "./sequence.ts";

/** One thing wrong with an answer. */
export interface Opinion {
  readonly part: "status" | "media-type" | "body" | "headers";
  /** JSON pointer into the body, or the name of a header in lower case; "" for other parts. */
  readonly at: string;
  /** The JSON Schema keyword that is violated, or "json" for a body that cannot be read; "" otherwise. */
  readonly keyword: string;
  readonly message: string;
  /** Pointer to the violated keyword in the document, if known. */
  readonly pointer?: string;
}

/** What is wrong with a body of parts or of items; undefined for others. */
function manyFault(document: Document, exchange: Exchange, media: MediaType): readonly BodyFault[] | undefined {
  if (!isOfParts(exchange, media) && !(isSequence(media.name) && isOfItems(document, media))) return undefined;
  try {
    const fault = isOfParts(exchange, media) ? partsFault(document, exchange, media) : itemFault(exchange, media);
    return fault === undefined ? [] : [fault];
  } catch (error) {
    if (error instanceof Undecidable) return [];
    throw error;
  }
}

/** What is wrong with the content of an answer to which a description applies. */
export function contentFaults(document: Document, exchange: Exchange, described: Response): readonly Opinion[] {
  return [...mediaTypeFaults(exchange, described), ...bodyFaults(document, exchange, described)];
}

function mediaTypeFaults(exchange: Exchange, { content }: Response): Opinion[] {
  const seen = mediaTypeOf(exchange);
  if (content.length === 0 || content.some(({ name }) => coversMedia(name, seen))) return [];
  const message = `the media type is ${seen || "missing"}, not ${content.map(({ name }) => name).join(" or ")}`;
  return [{ part: "media-type", at: "", keyword: "", message }];
}

function bodyFaults(document: Document, exchange: Exchange, { content }: Response): Opinion[] {
  const seen = mediaTypeOf(exchange);
  // If no description covers the media type of the answer, any that is read here may match its body.
  const covering = content.filter(({ name }) => coversMedia(name, seen));
  const judged = (covering.length > 0 ? covering : content.filter(({ name }) => !isOpaque(name))).filter(
    ({ schema, itemSchema }) => (schema ?? itemSchema) !== undefined,
  );
  const each = judged.map((media) => faultsBy(document, exchange, media));
  return each.some((faults) => faults.length === 0) ? [] : (each[0] ?? []);
}

/** False where only a parser of the media type would see what a schema asks for. */
const isRead = (name: string): boolean =>
  /^(?:json|text|bytes)$/.test(formatOf(name)) && (isText(name) || mayBeJson(name));

const isOpaque = (name: string): boolean => !isRead(name) && !isSequence(name) && !isMultipart(name);

function faultsBy(document: Document, exchange: Exchange, media: MediaType): Opinion[] {
  const { name, schema } = media;
  const many = manyFault(document, exchange, media);
  if (many !== undefined) return many.map(({ message }) => ({ part: "body", at: "", keyword: "", message }));
  if (schema === undefined || !isRead(name)) return [];
  let value: unknown = textOf(exchange);
  const reading = jsonOf(exchange);
  // A number in a text body is written as its digits.
  if ("value" in reading && schema.validate(reading.value).length === 0) return [];
  if (isJson(name) || name.includes("*")) {
    if ("value" in reading) value = reading.value;
    else if (mayBeJson(name)) {
      return [{ part: "body", at: "", keyword: "json", message: `the body ${reading.fault.message}` }];
    }
  }
  return schema.validate(value).map(({ keyword, at, message, pointer }) => ({
    part: "body",
    at,
    keyword,
    message: at === "" ? message : `${at} ${message}`,
    pointer,
  }));
}
