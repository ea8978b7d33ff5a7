// Alternatives of a `oneOf` that nobody can tell apart: all that one of them describes is allowed by the other. Taken
// strictly, what one of them describes could never be sent (see spec/decisions.md#alike-alternatives).
import type { Document } from "../../document/document.ts";
import type { Direction } from "../../document/grammar.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { type SchemaNode, schemaAt } from "../normal/schema-node.ts";
import { isWithin } from "../normal/within.ts";

/** More alternatives are told apart by a tag, or by nothing: each would be held against each. */
const MOST = 16;

/** The alternatives of one `oneOf`, translated, and where they stand. */
interface Translated {
  readonly pointer: string;
  readonly direction: Direction;
  readonly list: readonly JsonValue[];
}

/** The alternatives, each without the values of those before it that are like it: the first of them takes those. */
export function firstOfAlike(document: Document, { pointer, direction, list }: Translated): JsonValue[] {
  if (list.length < 2 || list.length > MOST || !list.every(isObject)) return [...list];
  const nodes = list.map((_, index) => schemaAt(document, appendPointer(pointer, index), direction));
  return list.map((alternative, index) => {
    const alike = list.filter((_, other) => other < index && areAlike(nodes[other], nodes[index]));
    return alike.length === 0 ? alternative : without(alternative, alike);
  });
}

/** True for a schema with alternatives of its `oneOf` that are alike. */
export function hasAlike(document: Document, { oneOf }: JsonObject, pointer: string, direction: Direction): boolean {
  if (!Array.isArray(oneOf)) return false;
  const place = appendPointer(pointer, "oneOf");
  return firstOfAlike(document, { pointer: place, direction, list: oneOf }).some((one, index) => one !== oneOf[index]);
}

function areAlike(one: SchemaNode | undefined, other: SchemaNode | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return isWithin(one, other) || isWithin(other, one);
}

function without(alternative: JsonObject, others: readonly JsonValue[]): JsonObject {
  const all = Array.isArray(alternative["allOf"]) ? alternative["allOf"] : [];
  return { ...alternative, allOf: [...all, ...others.map((other) => ({ not: other }))] };
}
