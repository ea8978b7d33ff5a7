// The body of a web form as a value, read from its fields by the types of the schema. What texts tell, and what no schema
// can judge, such as the bytes of a file, is known here alone.
import type { Document } from "../../document/document.ts";
import { pointerSteps, valueAt } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import type { Schema, Violation } from "../../schema/model.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../schema/normal/schema-node.ts";
import { MULTIPART, URLENCODED } from "../media.ts";
import type { MediaType } from "../model.ts";
import { nestedValue } from "./brackets.ts";
import { type Field, fieldSerialization } from "./form.ts";
import { type ParameterReader, parameterReader } from "./strict.ts";
import { type Pair, decodeFor } from "./styles.ts";

/** A form that can be read. */
export type FormMedia = MediaType & { readonly schema: Schema };

/** True for a media type that is read here. One without a schema says nothing that could be judged. */
export function isFormMedia(media: MediaType): media is FormMedia {
  return (media.name === URLENCODED || media.name === MULTIPART) && media.schema !== undefined;
}

/** What fields say: a value, and what of it is no more than there; or the property that no value can be read from. */
export type FormReading =
  | { readonly value: JsonObject; readonly violations: readonly Violation[] }
  | { readonly fault: FormFault };

interface FormFault {
  readonly property: string;
  /** What was sent, where that is one text. */
  readonly text?: string;
  readonly message: string;
}

/** Reads the bodies of one media type. */
export class FormReader {
  readonly media: FormMedia;
  readonly encodings: JsonObject;
  /** Those that alternatives describe among them. */
  readonly properties: ReadonlyMap<string, SchemaNode>;
  /** How each property is read; absent for one that only has to be there. */
  readonly #readers: ReadonlyMap<string, ParameterReader | undefined>;
  /**
   * Alternatives may give a property one type or another, and an object may be spread over fields of other names:
   * texts alone do not tell what is meant then, and only what cannot be read is refused.
   */
  readonly isPlain: boolean;

  constructor(document: Document, media: FormMedia) {
    this.media = media;
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

  /** Reads fields, and judges what they say. */
  read(fields: readonly Field[]): FormReading {
    const value = new Map<string, JsonValue>();
    const unread = new Set<string>();
    for (const [name, own] of this.#byProperty(fields)) {
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
    };
  }

  /** The fields of each property: "tags", "tags[]" and "tags[0]" are all about one, unless the schema has that name. */
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

function plain(text = ""): string {
  return decodeFor("query", text) ?? text;
}

interface Property {
  readonly name: string;
  readonly schema: SchemaNode;
  readonly encoding: Readonly<Record<string, JsonValue>>;
}

/** True for an object each of whose properties is a field of its own, as a styled one is unless it says otherwise. */
function isSpread({ schema, encoding }: Property): boolean {
  const { style, explode } = encoding;
  if (schema.types?.includes("object") !== true || (style === undefined && explode === undefined)) return false;
  return (style ?? "form") === "form" && explode !== false;
}

/** The reader of a property, as its encoding says (OpenAPI 3.1, section 4.8.15); none where texts do not tell its value. */
function readerOf(document: Document, { name, schema, encoding }: Property): ParameterReader | undefined {
  const { pointer, types, items, properties } = schema;
  const parts = types?.includes("array") === true ? [items] : [...properties.values()];
  const isFlat = isSimple(schema) || parts.every((part) => part !== undefined && isSimple(part));
  const isObjectLike = types?.includes("object") === true;
  if (schema.alternatives.length > 0 || isBinary(schema) || !isFlat) return undefined;
  return parameterReader(document, {
    ...fieldSerialization(name, encoding, isObjectLike),
    schema: { pointer, origin: "document", validate: () => [] },
  });
}

function isSimple({ types, alternatives }: SchemaNode): boolean {
  return alternatives.length === 0 && types?.some((type) => type === "array" || type === "object") !== true;
}

/** Bytes: a text of such a format in 3.0, and what has no type in 3.1. */
export function isBinary({ form, types, alternatives }: SchemaNode): boolean {
  return (
    form.formats.includes("binary") || (types === undefined && alternatives.length === 0 && form.values === undefined)
  );
}
