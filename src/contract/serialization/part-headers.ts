// The headers of the parts of a multipart body: written, and judged.
import type { Document } from "../../document/document.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Header, MediaType } from "../model.ts";
import { readHeader } from "./strict.ts";
import { writeParameter } from "./write.ts";

/** A part: its name, or its place among parts without names. */
type PartKey = string | number;

/** Makes a value for a header of which the document has none. */
export type HeaderMaker = (header: Header) => JsonValue | undefined;

/** The headers that the document describes for a part. */
function headersAt({ partHeaders }: Pick<MediaType, "partHeaders">, part: PartKey): readonly Header[] {
  if (partHeaders === undefined) return [];
  return typeof part === "string"
    ? (partHeaders.named.get(part) ?? [])
    : (partHeaders.first[part] ?? partHeaders.others);
}

/** What is wrong with the headers of a part: "header X-Sum is missing"; undefined if nothing is. */
export function partHeaderFault(
  document: Document,
  media: Pick<MediaType, "partHeaders">,
  part: PartKey,
  lines: readonly string[],
): string | undefined {
  const headers = headersAt(media, part);
  const sent = headers.length === 0 ? new Map<string, string>() : fieldsIn(lines);
  for (const header of headers) {
    const fault = faultOf(document, header, sent.get(header.name.toLowerCase()));
    // Headers may contain secrets, so their values are not repeated.
    if (fault !== undefined) return `header ${header.name} ${fault}`;
  }
  return undefined;
}

function faultOf(document: Document, header: Header, text: string | undefined): string | undefined {
  const reading = text === undefined ? undefined : readHeader(document, header, text);
  if (reading?.kind === "fault") return reading.message;
  if (reading?.kind === "value") return header.schema.validate(reading.value)[0]?.message;
  return header.required ? "is missing" : undefined;
}

/** The fields of a head by their names in lower case, the lines of each joined (RFC 9110 section 5.3). */
function fieldsIn(lines: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon === -1) continue;
    const [name, text] = [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    const former = found.get(name);
    found.set(name, former === undefined ? text : `${former}, ${text}`);
  }
  return found;
}

/** The lines of the headers that a part must have; without those that no value is known for. */
export function partHeaderLines(media: Pick<MediaType, "partHeaders">, part: PartKey, make: HeaderMaker): string {
  const lines = headersAt(media, part).flatMap((header): string[] => {
    // The part of a form has this one anyway, with its name.
    if (!header.required || (typeof part === "string" && header.name.toLowerCase() === "content-disposition"))
      return [];
    const isFree = header.schema.origin === "absent";
    const text = header.known ?? (isFree ? ANY_TEXT : textOf(header, make(header)));
    return text !== undefined && LINE.test(`${header.name}: ${text}`) ? [`${header.name}: ${text}\r\n`] : [];
  });
  return lines.join("");
}

const ANY_TEXT = "sample";

/** A token, and what a field may contain (RFC 9110 section 5). */
const LINE = /^[\w!#$%&'*+.^`|~-]+: [\t\x20-\x7e]*$/;

function textOf(header: Header, value: JsonValue | undefined): string | undefined {
  return value === undefined
    ? undefined
    : writeParameter({ ...header, in: "header", style: "simple" }, value)?.[0]?.[1];
}
