// Judges the parts of multipart bodies: what they say, and their headers.
import { MULTIPART, coversMedia } from "../../src/contract/media.ts";
import type { Header, MediaType, PartEncodings } from "../../src/contract/model.ts";
import { partsPlace } from "../../src/contract/representation/items.ts";
import { hasNamedParts, isMultipart } from "../../src/contract/representation/parts/parts.ts";
import { type PartFault, readParts, sayPartFault } from "../../src/contract/representation/parts/read-parts.ts";
import { FormReader, isFormMedia } from "../../src/contract/representation/forms/form-reader.ts";
import { readMultipart } from "../../src/contract/serialization/multipart.ts";
import type { Document } from "../../src/document/document.ts";
import type { JsonArray, JsonValue } from "../../src/json/value.ts";
import { once } from "../../src/memo.ts";
import type { Violation } from "../../src/schema/model.ts";
import { showViolations } from "../../src/schema/violation.ts";
import { type Exchange, decodedBody, headerOf, mediaTypeOf, refuseCut } from "../client/exchange.ts";
import { Undecidable } from "../client/undecidable.ts";
import { describedResponse } from "../operations.ts";
import { type BodyFault, MOST_ITEMS } from "./sequence.ts";

/** True for a description of parts, and an answer that has such. */
export function isOfParts(exchange: Exchange, { name, schema, itemSchema, parts }: MediaType): boolean {
  const isDescribed = (schema ?? itemSchema ?? parts) !== undefined;
  return isMultipart(name) && isDescribed && isMultipart(mediaTypeOf(exchange));
}

/** What is wrong with what the parts of an answer say. */
export function partsFault(document: Document, exchange: Exchange, media: MediaType): BodyFault | undefined {
  const reading = readingOf(document, bodyIn(exchange), media);
  return faultIn(reading, media, (kind) => kind === "malformed" || kind === "type");
}

/** What is wrong with the parts of a body that the service sent by itself, their headers included. */
export function sentPartsFault(document: Document, body: PartsBody, media: MediaType): BodyFault | undefined {
  return faultIn(readingOf(document, body, media), media, () => true);
}

function faultIn(
  { value, faults, violations }: Read,
  media: MediaType,
  counts: (kind: PartFault["kind"]) => boolean,
): BodyFault | undefined {
  const fault = faults.find(({ kind }) => counts(kind));
  if (fault !== undefined) return { kind: "schema", message: sayPartFault(fault) };
  const items = Array.isArray(value) ? (value as JsonArray).slice(0, MOST_ITEMS) : undefined;
  const { itemSchema } = media;
  const found = items?.findIndex((item) => (itemSchema?.validate(item) ?? []).length > 0) ?? -1;
  const wrong = found === -1 ? violations() : (itemSchema?.validate(items?.[found]) ?? []);
  if (wrong.length === 0) return undefined;
  const around = items ?? [value ?? null];
  return { kind: "schema", message: `${found === -1 ? "" : `part ${found}: `}${showViolations(wrong)}`, around };
}

/** What is wrong with the headers of the parts of an answer, by the description of its media type. */
export function partHeaderFaults(
  document: Document,
  exchange: Exchange,
  content: readonly MediaType[],
  kind: "missing-header" | "header",
): readonly PartFault[] {
  const media = content.find((one) => isOfParts(exchange, one) && coversMedia(one.name, mediaTypeOf(exchange)));
  if (media?.parts === undefined) return [];
  return readingOf(document, bodyIn(exchange), media).faults.filter((one) => one.kind === kind);
}

/** A body, and its media type with the boundary. */
interface PartsBody {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/** @throws Undecidable if only its beginning is here */
function bodyIn(exchange: Exchange): PartsBody {
  refuseCut(exchange);
  return { bytes: decodedBody(exchange) ?? new Uint8Array(), type: headerOf(exchange, "content-type") ?? "" };
}

interface Read {
  readonly value: JsonValue | undefined;
  readonly faults: readonly PartFault[];
  readonly violations: () => readonly Violation[];
}

const readersOf = once((_document: Document): Map<MediaType, FormReader> => new Map());

/** @throws Undecidable for parts without names where an object is described: no specification says which is which */
function readingOf(document: Document, { bytes, type }: PartsBody, media: MediaType): Read {
  if (isFormMedia(media)) {
    const fields = readMultipart(bytes, type);
    if ("fault" in fields) return malformed(fields.fault);
    const readers = readersOf(document);
    const reader = readers.get(media) ?? new FormReader(document, media);
    readers.set(media, reader);
    const reading = reader.read(fields);
    if ("fault" in reading) return malformed(`has ${reading.fault.property}, which ${reading.fault.message}`);
    const { value, faults, violations } = reading;
    return { value, faults, violations: () => violations };
  }
  const place = partsPlace(document, media);
  const { value, faults } = readParts(document, place, { bytes, type });
  if (value === undefined && media.name !== MULTIPART && hasNamedParts(media.name, place.node))
    throw new Undecidable(
      `nothing says which part of a ${media.name} is which property`,
      "a list of parts, or parts with names",
    );
  return { value, faults, violations: () => (value === undefined ? [] : (media.schema?.validate(value) ?? [])) };
}

const malformed = (message: string): Read => ({
  value: undefined,
  faults: [{ kind: "malformed", at: "", message }],
  violations: () => [],
});

/** The descriptions of an answer whose parts have headers. */
export function withPartHeaders(exchange: Exchange): readonly MediaType[] {
  return (describedResponse(exchange)?.content ?? []).filter(({ parts }) => headersOfParts(parts).length > 0);
}

/** All headers that parts may have, and those inside them. */
export function headersOfParts(parts: PartEncodings | undefined): readonly Header[] {
  if (parts === undefined) return [];
  const all = [...parts.named.values(), ...parts.first, ...(parts.others === undefined ? [] : [parts.others])];
  return all.flatMap((one) => [...one.headers, ...headersOfParts(one.parts)]);
}
