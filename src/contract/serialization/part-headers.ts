// The headers of the parts of a multipart body: written, and judged.
import type { Document } from "../../document/document.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Header } from "../model.ts";
import { readHeader } from "./strict.ts";
import { writeParameter } from "./write.ts";

/** Makes a value for a header of which the document has none. */
export type HeaderMaker = (header: Header) => JsonValue | undefined;

/** What is wrong with a header of a part: "is missing". */
export interface HeaderFault {
  readonly kind: "missing-header" | "header";
  readonly header: string;
  readonly message: string;
}

/** What is wrong with the headers of a part, by the lines of its head. They may contain secrets, so no value is repeated. */
export function partHeaderFaults(
  document: Document,
  headers: readonly Header[] = [],
  lines: readonly string[] = [],
): readonly HeaderFault[] {
  const sent = headers.length === 0 ? new Map<string, string>() : fieldsIn(lines);
  return headers.flatMap((header): HeaderFault[] => {
    const text = sent.get(header.name.toLowerCase());
    if (text === undefined)
      return header.required ? [{ kind: "missing-header", header: header.name, message: "is missing" }] : [];
    const message = faultOf(document, header, text);
    return message === undefined ? [] : [{ kind: "header", header: header.name, message }];
  });
}

function faultOf(document: Document, header: Header, text: string): string | undefined {
  const reading = readHeader(document, header, text);
  if (reading.kind === "fault") return reading.message;
  return reading.kind === "value" ? header.schema.validate(reading.value)[0]?.message : undefined;
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

/**
 * The lines of the headers that a part must have; without those that no value is known for.
 * @param isNamed the part has a name, and so a Content-Disposition anyway
 */
export function partHeaderLines(headers: readonly Header[] = [], make: HeaderMaker, isNamed = false): string {
  const lines = headers.flatMap((header): string[] => {
    if (!header.required || (isNamed && header.name.toLowerCase() === "content-disposition")) return [];
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
