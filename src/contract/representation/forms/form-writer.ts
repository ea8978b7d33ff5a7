// Writes values as web forms and checks whether a form can express them: it contains strings, which the receiver
// converts as far as it can.
import { only } from "../../../json/parts.ts";
import type { Document } from "../../../document/document.ts";
import { appendPointer } from "../../../json/pointer.ts";
import {
  type JsonArray,
  type JsonObject,
  type JsonValue,
  equalJson,
  isLeaf,
  isObject,
  ownValue,
} from "../../../json/value.ts";
import type { Violation } from "../../../schema/model.ts";
import { JSON_TYPE, MULTIPART, concreteMedia, isJson as isJsonType } from "../../media.ts";
import { isMultipart, partNamed } from "../parts/parts.ts";
import { writePart } from "../parts/write-parts.ts";
import { FormReader, type FormMedia, isBinary } from "./form-reader.ts";
import { fieldSerialization } from "../../serialization/form.ts";
import { type HeaderMaker, partHeaderLines } from "../../serialization/part-headers.ts";
import {
  type Pair,
  type Pairs,
  type Serialization,
  decodeFor,
  encodeFor,
  undecoded,
} from "../../serialization/styles.ts";
import { showScalar } from "../../serialization/text.ts";
import { writeParameter } from "../../serialization/write.ts";

/** A field to send, its value percent-encoded. */
export interface WrittenField {
  readonly name: string;
  readonly text: string;
  /** What a multipart parser sees; text if absent. */
  readonly holds?: "json" | "file" | "parts";
  /** The media type that the document names for the part. */
  readonly type?: string;
  /** The lines of the headers that the part must have. */
  readonly lines?: string;
}

/** The `keyword` of a violation for a value that may be valid but that a form cannot express. */
const UNCARRIED = "form";

/** True if a value is invalid however it is sent. That a form cannot express it does not count. */
export function isRefused(violations: readonly Violation[]): boolean {
  return violations.length > 0 && violations.every(({ keyword }) => keyword !== UNCARRIED);
}

/** Writes the bodies of one media type. */
export class FormWriter {
  readonly #form: FormReader;
  readonly #make: HeaderMaker;

  /** @param make makes what headers of parts say */
  constructor(document: Document, media: FormMedia, make: HeaderMaker) {
    this.#form = new FormReader(document, media);
    this.#make = make;
  }

  /** The fields for a value; undefined if fields cannot express it. */
  write(value: JsonValue): readonly WrittenField[] | undefined {
    if (!isObject(value)) return undefined;
    const fields: WrittenField[] = [];
    for (const [name, part] of Object.entries<JsonValue>(value)) {
      const own = this.#writeParts(name, part) ?? writeField(name, part, this.#form.encodings);
      if (own === undefined || !name.isWellFormed()) return undefined;
      const holds = this.isFile(name) ? ({ holds: "file" } as const) : {};
      const lines = partHeaderLines(this.#form.media.parts?.named.get(name)?.headers, this.#make, true);
      fields.push(...own.map((field) => ({ ...field, ...holds, ...(lines === "" ? {} : { lines }) })));
    }
    return fields;
  }

  /** The fields of a property whose value, or each item of it, is parts itself; undefined for others. */
  #writeParts(name: string, value: JsonValue): WrittenField[] | undefined {
    const { place } = this.#form;
    const part = partNamed(place, name);
    if (part.encoding?.parts === undefined || isLeaf(value)) return undefined;
    const items = part.isRepeated && Array.isArray(value) ? (value as JsonArray) : [value];
    const written = items.map((item) => writePart(part, item, this.#make));
    return written.map(({ type, text }) => {
      const holds = isMultipart(type) ? "parts" : "json";
      return { name, text: undecoded(text), type, holds };
    });
  }

  /**
   * Validates a value that is sent as a form, as its receiver sees it: text is not a wrong type if everything is text.
   * A value that fields cannot express gets a violation that is not a keyword of JSON Schema; see `isRefused`.
   * @param isRequired whether there must be a body; a form without fields is no body
   */
  validate(value: unknown, isRequired: boolean): readonly Violation[] {
    const fields = this.write(value as JsonValue);
    if (fields === undefined) return this.#uncarried();
    if (fields.length === 0) {
      const violations = this.#form.media.schema.validate(value);
      return violations.length > 0 === isRequired ? violations : this.#uncarried();
    }
    const reading = this.#form.read(
      fields.map(({ name, text, holds, type = "" }) => {
        if (holds !== "parts") return { name, text: holds === "file" ? undefined : text };
        const file = { type, bytes: new TextEncoder().encode(decodeFor("query", text) ?? text) };
        return { name, text: undefined, file, lines: [`Content-Type: ${type}`] };
      }),
    );
    if ("fault" in reading) {
      const { property, message } = reading.fault;
      const { pointer } = this.#form.properties.get(property) ?? this.#form.media.schema;
      return [{ keyword: "type", params: {}, at: appendPointer("", property), message, pointer }];
    }
    if (reading.violations.length > 0) return reading.violations;
    const files = new Set(fields.filter(({ holds }) => holds === "file").map(({ name }) => name));
    const texts = (whole: JsonObject): JsonObject => only(whole, (name) => !files.has(name));
    const isSame = !this.#form.isPlain || equalJson(texts(reading.value), texts(value as JsonObject));
    return isSame && this.#form.media.schema.validate(value).length === 0 ? [] : this.#uncarried();
  }

  /** True for a property whose value is sent as the bytes of a file, so the value shown is something else. */
  isFile(name: string): boolean {
    const property = this.#form.properties.get(name);
    return this.#form.media.name === MULTIPART && property !== undefined && isBinary(property);
  }

  /** The body for some fields, and its media type. */
  text(fields: readonly WrittenField[]): { readonly body: string; readonly mediaType: string } {
    return formText(this.#form.media.name, fields);
  }

  #uncarried(): readonly Violation[] {
    const { pointer } = this.#form.media.schema;
    return [{ keyword: UNCARRIED, params: {}, at: "", message: "cannot be written as a form", pointer }];
  }
}

/** The body for some fields, and its media type, including the boundary of a multipart body. */
export function formText(
  name: string,
  fields: readonly WrittenField[],
): { readonly body: string; readonly mediaType: string } {
  return name === MULTIPART
    ? { body: multipartText(fields), mediaType: MULTIPART_WITH_BOUNDARY }
    : { body: fields.map((field) => `${encodeURIComponent(field.name)}=${field.text}`).join("&"), mediaType: name };
}

/**
 * The fields of one property; undefined for a value that cannot be written or leaves no trace, such as an empty array.
 */
export function writeField(name: string, value: JsonValue, encodings: JsonObject = {}): WrittenField[] | undefined {
  const encoding = ownValue(encodings, name);
  const form = fieldSerialization(name, isObject(encoding) ? encoding : {}, isObject(value));
  // Null cannot be written: a receiver reads "null" as a string.
  const written = value === null ? undefined : pairsOf(form, value);
  const isJson = form.mediaType !== undefined || (Array.isArray(value) && !value.every(isLeaf) && !isDeep(form));
  const named = typeOf(encoding);
  const type = named === undefined || isJsonType(named) ? {} : { type: named };
  const holds = isJson ? ({ holds: "json" } as const) : {};
  return written?.map(([field, text]) => ({ name: field, text, ...type, ...holds }));
}

/** The first media type that an encoding names for a part. */
function typeOf(encoding: JsonValue | undefined): string | undefined {
  const named = isObject(encoding) ? encoding["contentType"] : undefined;
  const [first = ""] = typeof named === "string" ? named.split(",") : [];
  return first.trim() === "" ? undefined : concreteMedia(first.trim());
}

function pairsOf(form: Serialization, value: JsonValue): Pairs | undefined {
  return isDeep(form) ? bracketPairs(form.name, value) : writeParameter(form, value);
}

function isDeep({ style }: Serialization): boolean {
  return style === "deepObject";
}

/** The fields of a nested value; undefined if it cannot be written or leaves no trace. */
function bracketPairs(name: string, value: JsonValue): Pairs | undefined {
  const parts = Array.isArray(value) ? value.entries() : isObject(value) ? Object.entries(value) : undefined;
  if (parts === undefined) {
    const text = value === null ? undefined : encodeFor("query", showScalar(value));
    return text === undefined ? undefined : [[name, text]];
  }
  const pairs: Pair[] = [];
  for (const [step, part] of parts) {
    const own = /[[\]]/.test(String(step)) ? undefined : bracketPairs(`${name}[${step}]`, part as JsonValue);
    if (own === undefined) return undefined;
    pairs.push(...own);
  }
  return pairs.length === 0 ? undefined : pairs;
}

/** The multipart boundary; no value generated from a schema contains it. */
const BOUNDARY = "part-of-the-form";

/** The media type for `multipartText`. */
export const MULTIPART_WITH_BOUNDARY = `${MULTIPART}; boundary=${BOUNDARY}`;

function usualType(holds: WrittenField["holds"]): string | undefined {
  return holds === "json" ? JSON_TYPE : holds === "file" ? "application/octet-stream" : undefined;
}

/** The fields as parts. A part that is not text declares its type (OpenAPI 3.1 section 4.8.15.1). */
function multipartText(fields: readonly WrittenField[]): string {
  const parts = fields.map(({ name, text, holds, type = usualType(holds), lines = "" }) => {
    const quoted = name.replaceAll(/["\r\n]/g, encodeURIComponent);
    const file = holds === "file" ? '; filename="file"' : "";
    const typed = type === undefined ? "" : `\r\nContent-Type: ${type}`;
    const plain = decodeFor("query", text) ?? text;
    const head = `Content-Disposition: form-data; name="${quoted}"${file}${typed}\r\n${lines}`;
    return `--${BOUNDARY}\r\n${head}\r\n${plain}\r\n`;
  });
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}
