// Compares the body of an answer with the document.
import { coversMedia, formatOf, isJson, isText, mayBeJson, plainMedia } from "../../src/contract/media.ts";
import type { MediaType } from "../../src/contract/model.ts";
import type { Blame } from "../causes/cause.ts";
import { blameOf } from "../causes/large-integers.ts";
import { valueAt } from "../../src/json/pointer.ts";
import { isSequence, readSequence } from "../../src/contract/representation/sequence.ts";
import { readJson } from "../../src/json/read.ts";
import { type JsonValue, isObject } from "../../src/json/value.ts";
import type { Schema } from "../../src/schema/model.ts";
import { showViolations } from "../../src/schema/violation.ts";
import { type Exchange, jsonOf, mediaTypeOf, refuseCut, textOf } from "../client/exchange.ts";
import { Undecidable } from "../client/undecidable.ts";

/** The fault in a body: it should be JSON and is not, or it violates its schema. */
export interface BodyFault {
  readonly kind: "json" | "schema";
  readonly message: string;
  readonly blame?: Blame;
  /** The objects that have what is wrong. */
  readonly around?: readonly JsonValue[];
}

/**
 * Judges a body by the description of its media type, or by any description if none covers that type.
 * @throws Undecidable if a schema says nothing about it
 */
export function bodyFault(exchange: Exchange, content: readonly MediaType[]): BodyFault | undefined {
  const seen = mediaTypeOf(exchange);
  const own = content.filter(({ name }) => coversMedia(name, seen));
  const faults = (own.length > 0 ? own : content).map((media) => faultOf(exchange, media));
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

/** Judges a sequence item by item. */
function itemFault(exchange: Exchange, name: string, itemSchema: Schema): BodyFault | undefined {
  refuseCut(exchange);
  const reading = readSequence(textOf(exchange), name);
  if ("fault" in reading) return { kind: "schema", message: `item ${reading.at}, as JSON, ${reading.fault}` };
  for (const [at, item] of reading.items.slice(0, MOST_ITEMS).entries()) {
    const violations = itemSchema.validate(item);
    if (violations.length === 0 || isOfData(item, itemSchema)) continue;
    return { kind: "schema", message: `item ${at}: ${showViolations(violations)}`, around: [item] };
  }
  return undefined;
}

/** More items say no more. */
const MOST_ITEMS = 10_000;

/** True for an event whose data the schema describes rather than the event, and for the mark of the end. */
function isOfData(item: JsonValue, schema: Schema): boolean {
  const data = isObject(item) ? item["data"] : undefined;
  if (typeof data !== "string") return false;
  const reading = readJson(data);
  return data === "[DONE]" || ("value" in reading && schema.validate(reading.value).length === 0);
}

function faultOf(exchange: Exchange, { name, schema, itemSchema }: MediaType): BodyFault | undefined {
  const own = itemSchema !== undefined && isSequence(name) ? itemFault(exchange, name, itemSchema) : undefined;
  if (own !== undefined) return own;
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
