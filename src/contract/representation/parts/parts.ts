// The parts of multipart bodies (OpenAPI 3.2 sections 4.14.5 and 4.15.2): which have names, and what is said of each.
import { type SchemaNode, isType } from "../../../schema/normal/schema-node.ts";
import { MULTIPART, plainMedia } from "../../media.ts";
import type { PartEncoding, PartEncodings } from "../../model.ts";

/** True for a multipart type that is no form. */
export function isParts(name: string): boolean {
  return isMultipart(name) && plainMedia(name) !== MULTIPART;
}

export function isMultipart(name: string): boolean {
  return plainMedia(name).startsWith("multipart/");
}

/** What is said of a body of parts, or of a part that has parts. */
export interface PartsPlace {
  readonly parts: PartEncodings | undefined;
  /** The schema of all of them together; undefined if nothing describes that. */
  readonly node: SchemaNode | undefined;
  /** The schema of each. */
  readonly each?: SchemaNode | undefined;
}

/** What is said of one part. */
export interface PartPlace {
  readonly encoding: PartEncoding | undefined;
  readonly node: SchemaNode | undefined;
}

/** A part by its place among parts without names. */
export function partAt({ parts, node, each }: PartsPlace, at: number): PartPlace {
  return { encoding: parts?.first[at] ?? parts?.others, node: each ?? node?.itemAt(at) };
}

/** A part by its name. Of a list, each item is a part, unless the part itself has the items in it. */
export function partNamed({ parts, node }: PartsPlace, name: string): PartPlace & { readonly isRepeated: boolean } {
  const encoding = parts?.named.get(name);
  const own = node?.properties.get(name);
  const isList = own !== undefined && isType(own, "array");
  const isCompound =
    own?.items !== undefined && ["array", "object"].some((one) => own.items?.types?.includes(one as "array"));
  const isRepeated = isList && (encoding?.parts === undefined || isCompound);
  return { encoding, node: isRepeated ? own.items : own, isRepeated };
}

/** True if the parts in a part have names. */
export function hasNamedParts(type: string, node: SchemaNode | undefined): boolean {
  return plainMedia(type) === MULTIPART || (node !== undefined && isType(node, "object"));
}
