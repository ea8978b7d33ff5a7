// Web forms: the fields that carry the properties of an object (OpenAPI 3.1 sections 4.8.14 and 4.8.15).
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { JSON_TYPE } from "../media.ts";
import { bracketPairs } from "./brackets.ts";
import type { Pairs, Serialization } from "./styles.ts";
import { writeParameter } from "./write.ts";

/** A field as it was sent, its text percent-encoded; without a text where it is a file. */
export interface Field {
  readonly name: string;
  readonly text: string | undefined;
}

/** The fields of a body, or what is wrong with it: "has no boundary". */
export type Fields = readonly Field[] | { readonly fault: string };

/** A field to send, its text percent-encoded. */
export interface WrittenField {
  readonly name: string;
  readonly text: string;
  /** What it is to a reader of parts; a text unless told otherwise. */
  readonly holds?: "json" | "file";
}

/** How a property is written: as its encoding says; without one an object is JSON, and anything else a form field. */
export function fieldSerialization(name: string, encoding: JsonObject, isObjectLike: boolean): Serialization {
  const { style, explode } = encoding;
  const isStyled = style !== undefined || explode !== undefined;
  const own = typeof style === "string" ? style : "form";
  return {
    name,
    in: "query",
    style: own,
    explode: typeof explode === "boolean" ? explode : own === "form",
    ...(isObjectLike && !isStyled ? { mediaType: JSON_TYPE } : {}),
  };
}

/** The fields of one property; undefined for what leaves no trace, such as an empty array, or cannot be written. */
export function writeField(name: string, value: JsonValue, encodings: JsonObject = {}): WrittenField[] | undefined {
  const encoding = ownValue(encodings, name);
  const form = fieldSerialization(name, isObject(encoding) ? encoding : {}, isObject(value));
  // Null is no text; who reads "null" has a text.
  const written = value === null ? undefined : pairsOf(form, value);
  const isJson = form.mediaType !== undefined || (Array.isArray(value) && value.some(isNested) && !isDeep(form));
  return written?.map(([field, text]) => ({ name: field, text, ...(isJson ? { holds: "json" } : {}) }));
}

function pairsOf(form: Serialization, value: JsonValue): Pairs | undefined {
  return isDeep(form) ? bracketPairs(form.name, value) : writeParameter(form, value);
}

function isDeep({ style }: Serialization): boolean {
  return style === "deepObject";
}

function isNested(value: JsonValue): boolean {
  return typeof value === "object" && value !== null;
}
