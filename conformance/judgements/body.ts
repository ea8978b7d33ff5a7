// Compares the body of an answer with the document.
import { coversMedia, formatOf, isJson, isText, mayBeJson, plainMedia } from "../../src/contract/media.ts";
import type { MediaType } from "../../src/contract/model.ts";
import { blameOf } from "../causes/large-integers.ts";
import { valueAt } from "../../src/json/pointer.ts";
import type { Document } from "../../src/document/document.ts";
import { isMultipart } from "../../src/contract/representation/parts/parts.ts";
import { isOfItems } from "../../src/contract/representation/items.ts";
import { isOfParts, partsFault } from "./parts.ts";
import { type BodyFault, itemFault } from "./sequence.ts";
import { isSequence } from "../../src/contract/representation/sequence.ts";
import type { JsonValue } from "../../src/json/value.ts";
import type { Schema } from "../../src/schema/model.ts";
import { showViolations } from "../../src/schema/violation.ts";
import { type Exchange, jsonOf, mediaTypeOf, refuseCut, textOf } from "../client/exchange.ts";
import { Undecidable } from "../client/undecidable.ts";

/**
 * Judges a body by the description of its media type, or by any description if none covers that type.
 * @throws Undecidable if a schema says nothing about it
 */
export function bodyFault(
  document: Document,
  exchange: Exchange,
  content: readonly MediaType[],
): BodyFault | undefined {
  const seen = mediaTypeOf(exchange);
  const own = content.filter(({ name }) => coversMedia(name, seen));
  const faults = (own.length > 0 ? own : content).map((media) => faultOf(document, exchange, media));
  return faults.includes(undefined) ? undefined : faults[0];
}

/** The media types that were expected and the one received; undefined if it is one of them. */
export function mediaTypeFault(
  exchange: Exchange,
  content: readonly MediaType[],
): readonly [expected: string, seen: string] | undefined {
  const seen = mediaTypeOf(exchange);
  if (content.some(({ name }) => coversMedia(name, seen))) return undefined;
  return [content.map(({ name }) => name).join(" or "), seen || "no Content-Type"];
}

function faultOf(document: Document, exchange: Exchange, media: MediaType): BodyFault | undefined {
  const { name, schema } = media;
  if (isOfParts(exchange, media)) return partsFault(document, exchange, media);
  if (isMultipart(name) && schema === undefined) return undefined;
  if (isSequence(name) && isOfItems(document, media)) return itemFault(exchange, media);
  const asText = isText(name) || (!isJson(mediaTypeOf(exchange)) && name.includes("*"));
  if (schema === undefined) return undefined;
  if (!asText && !mayBeJson(name)) {
    // Bytes may be any text. Whatever else the schema asks for, only a parser of the media type would see.
    if (schema.validate("").length === 0 || schema.validate("bytes").length === 0) return undefined;
    throw new Undecidable(
      `nothing here reads ${plainMedia(name)}, so the body was not judged`,
      "JSON, or another judge",
    );
  }
  const reading = asText ? textReading(exchange, schema) : jsonOf(exchange);
  if ("fault" in reading) return { kind: "json", message: `a body that ${reading.fault.message}` };
  const violations = schema.validate(reading.value);
  // Rows and events are written in a format of their own: their text is not the value that the schema describes.
  if (violations.length > 0 && !/^(?:json|text|bytes)$/.test(formatOf(name))) return undefined;
  if (violations.length > 0) {
    const values = violations.map(({ at }) => valueAt(reading.value, at));
    const around = violations.map(({ at }) => valueAt(reading.value, at.replace(/\/[^/]*$/, "")) ?? null);
    return { kind: "schema", message: showViolations(violations), blame: blameOf(...values), around };
  }
  if (schema.verdict === undefined || schema.verdict(reading.value) !== undefined) return undefined;
  throw new Undecidable(
    `the schema of the body leads back to itself and says nothing of it (${schema.pointer})`,
    "a schema that comes to an end; animal-store lint names those that do not",
  );
}

/** Reads a text as itself, or as JSON if that matches the schema: digits may be a number. */
function textReading(exchange: Exchange, schema: Schema): { readonly value: JsonValue } {
  refuseCut(exchange);
  const text = textOf(exchange);
  const reading = jsonOf(exchange);
  return "value" in reading && schema.validate(reading.value).length === 0 ? reading : { value: text };
}
