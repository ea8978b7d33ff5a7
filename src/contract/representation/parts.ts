// The parts of `multipart/mixed` and its like, which have no names (OpenAPI 3.2 section 4.14.5): each is an item, in a media
// type of its own.
import type { Document } from "../../document/document.ts";
import { textOf } from "../../json/bytes.ts";
import { memberOf, valueAt } from "../../json/pointer.ts";
import { readJson } from "../../json/read.ts";
import { type JsonArray, type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { JSON_TYPE, MULTIPART, concreteMedia, isJson, plainMedia } from "../media.ts";
import type { MediaType } from "../model.ts";
import { partHeader, readPartsOf } from "../serialization/multipart.ts";
import { type HeaderMaker, partHeaderLines } from "../serialization/part-headers.ts";
import { showScalar } from "../serialization/text.ts";

const BOUNDARY = "next-part";

/** True for a multipart type that is no form. */
export function isParts(name: string): boolean {
  const plain = plainMedia(name);
  return plain.startsWith("multipart/") && plain !== MULTIPART;
}

/** The media type with the boundary that `writeParts` uses. */
export function partsType(name: string): string {
  return `${concreteMedia(name)}; boundary=${BOUNDARY}`;
}

/** Writes items as parts, in the media types and with the headers that `prefixEncoding` and `itemEncoding` name. */
export function writeParts(
  document: Document,
  media: Pick<MediaType, "pointer" | "partHeaders">,
  items: readonly JsonValue[],
  make: HeaderMaker,
): string {
  const typesOf = partTypes(document, media);
  const parts = items.map((item, at) => {
    const type = headerType(typesOf(at)[0]) ?? (typeof item === "object" ? JSON_TYPE : "text/plain");
    const text = isJson(type) ? writeJson(item) : typeof item === "object" ? writeJson(item) : showScalar(item);
    return `--${BOUNDARY}\r\nContent-Type: ${type}\r\n${partHeaderLines(media, at, make)}\r\n${text}\r\n`;
  });
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}

/** The media types that `prefixEncoding` and `itemEncoding` allow for a part, by its position; none if they say nothing. */
export function partTypes(
  document: Document,
  { pointer }: Pick<MediaType, "pointer">,
): (at: number) => readonly string[] {
  const described = valueAt(document.root, pointer);
  const { prefixEncoding, itemEncoding } = isObject(described) ? described : {};
  return (at) => {
    const own = Array.isArray(prefixEncoding) ? memberOf(prefixEncoding as JsonArray, String(at)) : undefined;
    const encoding = own ?? itemEncoding;
    const named = isObject(encoding) && typeof encoding["contentType"] === "string" ? encoding["contentType"] : "";
    return named
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "");
  };
}

/** A media type, if a header can carry it. */
function headerType(first = ""): string | undefined {
  return /^[\w.+-]+\/[\w.+*-]+(?:;[ -~]*)?$/.test(first) ? concreteMedia(first) : undefined;
}

export interface PartsReading {
  readonly items: readonly JsonValue[];
  readonly types: readonly string[];
  /** The lines of their heads. */
  readonly heads: readonly (readonly string[])[];
}

/** The items in the parts of a body, or what is wrong with it. */
export function readParts(bytes: Uint8Array, type: string): PartsReading | { readonly fault: string } {
  const parts = readPartsOf(bytes, type);
  if ("fault" in parts) return parts;
  const items: JsonValue[] = [];
  // A part without a type is text (RFC 2046 section 5.2).
  const types = parts.map(({ lines }) => partHeader(lines, "content-type").trim() || "text/plain");
  for (const { content } of parts) {
    const text = textOf(content);
    const reading = isJson(types[items.length] ?? "") ? readJson(text) : { value: text };
    if ("fault" in reading) return { fault: `has a part ${items.length} that ${reading.fault.message}` };
    items.push(reading.value);
  }
  return { items, types, heads: parts.map(({ lines }) => lines) };
}
