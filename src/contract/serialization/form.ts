// Web forms: the fields that carry the properties of an object (OpenAPI 3.1 sections 4.8.14 and 4.8.15).
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { JSON_TYPE } from "../media.ts";
import type { Pairs, Serialization } from "./styles.ts";
import { writeParameter } from "./write.ts";

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

/** The fields of one property, their texts percent-encoded; none for what leaves no trace, such as an empty array. */
export function writeField(name: string, value: JsonValue, encodings: JsonObject = {}): Pairs {
  const encoding = ownValue(encodings, name);
  return writeParameter(fieldSerialization(name, isObject(encoding) ? encoding : {}, isObject(value)), value) ?? [];
}
