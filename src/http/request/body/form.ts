// Bodies in the two media types of web forms. Their fields are texts; read by the types of the schema, they are judged
// by it as JSON is. What no schema can judge, such as the bytes of a file, has only to be there.
import type { Document } from "../../../document/document.ts";
import { MULTIPART, URLENCODED } from "../../../contract/media.ts";
import type { MediaType } from "../../../contract/model.ts";
import { pointerSteps, valueAt } from "../../../json/pointer.ts";
import { type SchemaNode, schemaAt } from "../../../schema/normal/schema-node.ts";
import { fieldSerialization } from "../../../contract/serialization/form.ts";
import { type ParameterReader, parameterReader } from "../../../contract/serialization/strict.ts";
import { decodeFor } from "../../../contract/serialization/styles.ts";
import { quote, refuse } from "../../../mock/errors/refusal.ts";
import { type BodyReading, invalidBody } from "./reading.ts";
import { nestedValue } from "./brackets.ts";
import type { Field, Fields } from "./fields.ts";
import { readMultipart } from "./multipart.ts";
import { queryPairs } from "../target.ts";
import { type JsonValue, isObject, ownValue } from "../../../json/value.ts";

/** True for a media type that is read here. One without a schema says nothing that could be judged. */
export function isForm({ name, schema }: MediaType): boolean {
  return (name === URLENCODED || name === MULTIPART) && schema !== undefined;
}

/** Judges the bodies of one media type. */
export class FormStage {
  readonly #media: MediaType;
  /** How each property is read; absent for one that only has to be there. */
  readonly #readers: ReadonlyMap<string, ParameterReader | undefined>;
  readonly #properties: ReadonlyMap<string, SchemaNode>;
  /**
   * Alternatives may give a property one type or another, and an object may be spread over fields of other names:
   * texts alone do not tell what is meant then, and only what cannot be read is refused.
   */
  readonly #isPlain: boolean;

  constructor(document: Document, media: MediaType) {
    this.#media = media;
    const whole = schemaAt(document, media.schema?.pointer ?? media.pointer, "request");
    const described = valueAt(document.root, media.pointer);
    const encodings = isObject(described) ? described["encoding"] : undefined;
    const properties = [...whole.properties].map(([name, schema]): Property => {
      const encoding = isObject(encodings) ? ownValue(encodings, name) : undefined;
      return { name, schema, encoding: isObject(encoding) ? encoding : {} };
    });
    this.#properties = whole.properties;
    this.#isPlain = whole.alternatives.length === 0 && !properties.some(isSpread);
    this.#readers = new Map(properties.map((property) => [property.name, readerOf(document, property)]));
  }

  /** Judges the bytes of a body. */
  judge(bytes: Uint8Array, contentType: string): BodyReading {
    const fields = this.#media.name === MULTIPART ? readMultipart(bytes, contentType) : readUrlencoded(bytes);
    if ("fault" in fields) return { refusal: refuse("malformed_body", "body", `the body ${fields.fault}`) };
    const value = new Map<string, JsonValue>();
    const unread = new Set<string>();
    for (const [name, own] of this.#byProperty(fields)) {
      const reader = this.#readers.get(name);
      const pairs = own.flatMap((field) => (field.text === undefined ? [] : [[field.name, field.text] as const]));
      if (reader === undefined || pairs.length < own.length) {
        unread.add(name);
        const schema = pairs.length < own.length ? undefined : this.#properties.get(name);
        value.set(name, schema === undefined ? plain(pairs[0]?.[1]) : nestedValue(pairs, schema));
        continue;
      }
      const reading = reader(pairs);
      if (reading.kind === "value") value.set(name, reading.value);
      else if (reading.kind === "fault") {
        const seen = pairs.length > 1 ? "" : ` is ${quote(plain(pairs[0]?.[1]))}:`;
        return { refusal: refuse("invalid_body", `body /${name}`, `${name}${seen} ${reading.message}`) };
      }
    }
    const body = Object.fromEntries(value);
    const violations = this.#isPlain ? (this.#media.schema?.validate(body) ?? []) : [];
    const judged = violations.filter(({ at }) => at === "" || !unread.has(pointerSteps(at)[0] ?? ""));
    return judged.length > 0 ? { refusal: invalidBody(body, judged) } : { value: body };
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

function readUrlencoded(bytes: Uint8Array): Fields {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { fault: "is not UTF-8" };
  }
  const pairs = queryPairs(text);
  const [wrong] = pairs.find(([, value]) => decodeFor("query", value) === undefined) ?? [];
  if (wrong !== undefined) return { fault: `has a field ${quote(wrong)} that is not percent-encoded UTF-8` };
  return pairs.map(([name, value]) => ({ name, text: value }));
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
function isBinary({ form, types }: SchemaNode): boolean {
  return form.formats.includes("binary") || types === undefined;
}
