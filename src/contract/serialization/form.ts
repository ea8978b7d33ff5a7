// Web forms: the fields for the properties of an object (OpenAPI 3.1 sections 4.8.14 and 4.8.15).
import type { JsonObject } from "../../json/value.ts";
import { JSON_TYPE } from "../media.ts";
import type { Serialization } from "./styles.ts";

/** A file as sent: its name without folders, its media type, and its bytes. */
export interface SentFile {
  readonly name?: string;
  readonly type?: string;
  readonly bytes: Uint8Array;
}

/** A field as sent, its value percent-encoded; a file has no text. */
export interface Field {
  readonly name: string;
  readonly text: string | undefined;
  readonly file?: SentFile;
  /** The lines of its head, if it is a part. */
  readonly lines?: readonly string[];
}

/** The fields of a body, or what is wrong with it: "has no boundary". */
export type Fields = readonly Field[] | { readonly fault: string };

/** How a property is written: as its encoding says; without one, an object is JSON and anything else a form field. */
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
