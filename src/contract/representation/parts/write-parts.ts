// Writes bodies of parts, and the parts in these, in the media types and with the headers that the document names.
import { type JsonArray, type JsonValue, isObject } from "../../../json/value.ts";
import { writeJson } from "../../../json/write.ts";
import { JSON_TYPE, concreteMedia, formatOf, isJson } from "../../media.ts";
import { type HeaderMaker, partHeaderLines } from "../../serialization/part-headers.ts";
import { showScalar } from "../../serialization/text.ts";
import { type PartPlace, type PartsPlace, hasNamedParts, isMultipart, partAt, partNamed } from "./parts.ts";
import { writeXml } from "../xml.ts";

/** A body with its media type, whose boundary nothing in it contains. */
export interface WrittenParts {
  readonly text: string;
  readonly type: string;
}

/** Writes a value as parts: the items of a list, or the properties of an object. @param make makes what headers say */
export function writeParts(place: PartsPlace, name: string, value: JsonValue, make: HeaderMaker): WrittenParts {
  const texts =
    isObject(value) && hasNamedParts(name, place.node)
      ? named(place, value, make)
      : listed(place, itemsOf(value), make);
  const boundary = boundaryFor(texts);
  const text = `${texts.map((part) => `--${boundary}\r\n${part}\r\n`).join("")}--${boundary}--\r\n`;
  return { text, type: `${concreteMedia(name)}; boundary=${boundary}` };
}

function itemsOf(value: JsonValue): JsonArray {
  return Array.isArray(value) ? (value as JsonArray) : isObject(value) ? Object.values<JsonValue>(value) : [value];
}

const BOUNDARY = "next-part";

/** All boundaries that a text has, those of the parts inside it too: "next-part", "1-next-part". */
const TAKEN = /(?<!\d)\d{0,6}-?next-part/g;

function boundaryFor(texts: readonly string[]): string {
  const taken = new Set(texts.flatMap((text) => Array.from(text.matchAll(TAKEN), ([one]) => one)));
  let boundary = BOUNDARY;
  for (let number = 1; taken.has(boundary); number++) boundary = `${number}-${BOUNDARY}`;
  return boundary;
}

function listed(place: PartsPlace, items: JsonArray, make: HeaderMaker): string[] {
  return items.map((item, at) => {
    const part = partAt(place, at);
    const { type, text } = writePart(part, item, make);
    return `Content-Type: ${type}\r\n${partHeaderLines(part.encoding?.headers, make)}\r\n${text}`;
  });
}

function named(place: PartsPlace, value: object, make: HeaderMaker): string[] {
  return Object.entries<JsonValue>(value as Record<string, JsonValue>).flatMap(([name, own]) => {
    const part = partNamed(place, name);
    const quoted = name.replaceAll(/["\r\n]/g, encodeURIComponent);
    // Where nothing says what a list is, its items are parts.
    const isRepeated = part.isRepeated || (place.node === undefined && part.encoding?.parts === undefined);
    return (isRepeated && Array.isArray(own) ? (own as JsonArray) : [own]).map((item) => {
      const { type, text } = writePart(part, item, make);
      const lines = partHeaderLines(part.encoding?.headers, make, true);
      return `Content-Disposition: form-data; name="${quoted}"\r\nContent-Type: ${type}\r\n${lines}\r\n${text}`;
    });
  });
}

/** What a part says, and its media type. */
export function writePart({ encoding, node }: PartPlace, value: JsonValue, make: HeaderMaker): WrittenParts {
  const isCompound = typeof value === "object" && value !== null;
  const named = headerType(encoding?.types[0]);
  const type = named ?? (isCompound ? JSON_TYPE : "text/plain");
  if (isMultipart(type) && encoding?.parts !== undefined && isCompound)
    return writeParts({ parts: encoding.parts, node }, type, value, make);
  if (isCompound && formatOf(type) === "xml") return { type, text: writeXml(value, node) };
  return { type, text: isJson(type) || isCompound ? writeJson(value) : showScalar(value) };
}

/** A media type, if a header can carry it. */
function headerType(first = ""): string | undefined {
  return /^[\w.+-]+\/[\w.+*-]+(?:;[ -~]*)?$/.test(first) ? concreteMedia(first) : undefined;
}
