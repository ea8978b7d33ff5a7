// Reads the body of a web form as a value, using the types of the schema. Only this module knows what strings can
// express, and what no schema can judge, such as the bytes of a file.
import type { Document } from "../../../document/document.ts";
import { appendPointer, pointerSteps, valueAt } from "../../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../../json/value.ts";
import type { Schema, Violation } from "../../../schema/model.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../../schema/normal/schema-node.ts";
import { MULTIPART, URLENCODED } from "../../media.ts";
import type { MediaType, PartEncodings } from "../../model.ts";
import { partsPlace } from "../items.ts";
import { type PartsPlace, isMultipart, partNamed } from "../parts/parts.ts";
import { type PartFault, type PartsReading, readParts } from "../parts/read-parts.ts";
import { nestedValue } from "../../serialization/brackets.ts";
import { type Field, fieldSerialization } from "../../serialization/form.ts";
import { partHeader } from "../../serialization/multipart.ts";
import { partHeaderFaults } from "../../serialization/part-headers.ts";
import { type ParameterReader, parameterReader } from "../../serialization/strict.ts";
import { type Pair, decodeFor } from "../../serialization/styles.ts";

/** A form that can be read. */
export type FormMedia = MediaType & { readonly schema: Schema };

/** True for a media type that can be read here. One without a schema has nothing to validate. */
export function isFormMedia(media: MediaType): media is FormMedia {
  return (media.name === URLENCODED || media.name === MULTIPART) && media.schema !== undefined;
}

/**
 * The result of reading fields: a value, and the properties that are merely present; or the property that cannot be
 * read.
 */
export type FormReading =
  | {
      readonly value: JsonObject;
      readonly violations: readonly Violation[];
      /** What parts may not be, or lack. */
      readonly faults: readonly PartFault[];
    }
  | { readonly fault: FormFault };

interface FormFault {
  readonly property: string;
  /** The string that was sent, if it is a single one. */
  readonly text?: string;
  readonly message: string;
}

/** Reads the bodies of one media type. */
export class FormReader {
  readonly media: FormMedia;
  readonly encodings: JsonObject;
  /** Includes those described in alternatives. */
  readonly properties: ReadonlyMap<string, SchemaNode>;
  /** How to read each property; absent if it only has to be present. */
  readonly #readers: ReadonlyMap<string, ParameterReader | undefined>;
  /**
   * Alternatives may give a property different types, and an object may be spread over fields with other names. Strings
   * alone are ambiguous then, so only what cannot be read at all is refused.
   */
  readonly isPlain: boolean;
  readonly #document: Document;
  /** What is said of its parts. */
  readonly place: PartsPlace;

  constructor(document: Document, media: FormMedia) {
    this.media = media;
    this.place = partsPlace(document, media);
    this.#document = document;
    const whole = schemaAt(document, media.schema.pointer, "request");
    const described = valueAt(document.root, media.pointer);
    const encodings = isObject(described) ? described["encoding"] : undefined;
    this.encodings = isObject(encodings) ? encodings : {};
    const properties = [...whole.properties].map(([name, schema]): Property => {
      const encoding = ownValue(this.encodings, name);
      return { name, schema, encoding: isObject(encoding) ? encoding : {} };
    });
    this.properties = propertiesIn(whole);
    this.isPlain = whole.alternatives.length === 0 && !properties.some(isSpread);
    this.#readers = new Map(properties.map((property) => [property.name, readerOf(document, property)]));
  }

  /** Reads fields and validates the result. */
  read(fields: readonly Field[]): FormReading {
    const value = new Map<string, JsonValue>();
    const unread = new Set<string>();
    const faults = fields.flatMap((field) => this.#headerFaults(field));
    for (const [name, own] of this.#byProperty(fields)) {
      if (own.every(hasParts) && this.#partsOf(name) !== undefined) {
        const readings = own.map((field) => this.#readParts(field));
        faults.push(...readings.flatMap((one) => one.faults));
        const values = readings.map((one) => one.value ?? null);
        if (faults.some(({ kind }) => kind === "malformed")) unread.add(name);
        value.set(name, partNamed(this.place, name).isRepeated || values.length > 1 ? values : (values[0] ?? null));
        continue;
      }
      const reader = this.#readers.get(name);
      const pairs = own.flatMap((field): Pair[] => (field.text === undefined ? [] : [[field.name, field.text]]));
      if (reader === undefined || pairs.length < own.length) {
        unread.add(name);
        const schema = pairs.length < own.length ? undefined : this.properties.get(name);
        value.set(name, schema === undefined ? plain(pairs[0]?.[1]) : nestedValue(pairs, schema));
        continue;
      }
      const reading = reader(pairs);
      if (reading.kind === "value") value.set(name, reading.value);
      else if (reading.kind === "fault") {
        const text = pairs.length > 1 ? {} : { text: plain(pairs[0]?.[1]) };
        return { fault: { property: name, message: reading.message, ...text } };
      }
    }
    const body = Object.fromEntries(value);
    const violations = this.isPlain ? this.media.schema.validate(body) : [];
    return {
      value: body,
      violations: violations.filter(({ at }) => at === "" || !unread.has(pointerSteps(at)[0] ?? "")),
      faults,
    };
  }

  /** What is said of a property whose value, or each item of it, has parts itself; undefined for others. */
  #partsOf(name: string): PartEncodings | undefined {
    return this.media.parts?.named.get(name)?.parts;
  }

  #readParts({ name, file, lines = [] }: Field): PartsReading {
    const place = { ...this.place, parts: this.#partsOf(name), node: partNamed(this.place, name).node };
    const bytes = file?.bytes ?? new Uint8Array();
    return readParts(this.#document, place, {
      bytes,
      type: partHeader(lines, "content-type"),
      at: appendPointer("", name),
    });
  }

  #headerFaults({ name, lines }: Field): readonly PartFault[] {
    if (lines === undefined) return [];
    const at = appendPointer("", name);
    const headers = this.media.parts?.named.get(name)?.headers;
    return partHeaderFaults(this.#document, headers, lines).map((fault) => ({ ...fault, at }));
  }

  /**
   * The fields of each property: "tags", "tags[]" and "tags[0]" all belong to one, unless the schema has a property
   * with that name.
   */
  #byProperty(fields: readonly Field[]): Map<string, Field[]> {
    const groups = new Map<string, Field[]>();
    for (const field of fields) {
      const bracket = this.#readers.has(field.name) ? -1 : field.name.indexOf("[");
      const name = bracket > 0 ? field.name.slice(0, bracket) : field.name;
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [field]);
      else group.push(field);
    }
    return groups;
  }
}

function hasParts({ file }: Field): boolean {
  return file?.type !== undefined && isMultipart(file.type);
}

function plain(text = ""): string {
  return decodeFor("query", text) ?? text;
}

interface Property {
  readonly name: string;
  readonly schema: SchemaNode;
  readonly encoding: Readonly<Record<string, JsonValue>>;
}

/** True for an object whose properties are separate fields, which is the default for a styled one. */
function isSpread({ schema, encoding }: Property): boolean {
  const { style, explode } = encoding;
  if (schema.types?.includes("object") !== true || (style === undefined && explode === undefined)) return false;
  return (style ?? "form") === "form" && explode !== false;
}

/**
 * The reader of a property, as its encoding says (OpenAPI 3.1, section 4.8.15); undefined if strings do not determine
 * its value.
 */
function readerOf(document: Document, { name, schema, encoding }: Property): ParameterReader | undefined {
  const { pointer, types, items, properties } = schema;
  const parts = types?.includes("array") === true ? [items] : [...properties.values()];
  const isFlat = isSimple(schema) || parts.every((part) => part !== undefined && isSimple(part));
  const isObjectLike = types?.includes("object") === true;
  if (schema.alternatives.length > 0 || isBinary(schema) || !isFlat) return undefined;
  // No specification says how a list is written in this style: clients write "events[]" or "events[0]".
  if (types?.includes("array") === true && encoding["style"] === "deepObject") return undefined;
  return parameterReader(document, {
    ...fieldSerialization(name, encoding, isObjectLike),
    schema: { pointer, origin: "document", validate: () => [] },
  });
}

function isSimple({ types, alternatives }: SchemaNode): boolean {
  return alternatives.length === 0 && types?.some((type) => type === "array" || type === "object") !== true;
}

/** Bytes: a string with such a format in 3.0, and a schema without a type in 3.1. */
export function isBinary({ form, types, alternatives }: SchemaNode): boolean {
  return (
    form.formats.includes("binary") || (types === undefined && alternatives.length === 0 && form.values === undefined)
  );
}
