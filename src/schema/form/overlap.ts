// Decides whether a value may match several alternatives of a `oneOf`. Taken literally, a document would reject values
// that it is meant for.
import { referenceOf } from "../../document/document.ts";
import { type JsonObject, type JsonValue, equalJson, isObject } from "../../json/value.ts";
import { KEYWORDS, type Keyword } from "../keywords.ts";
import { isChosen } from "./tags.ts";
import { once } from "../../memo.ts";

/** The value at a pointer of a document. */
export type ValueAt = (pointer: string) => JsonValue | undefined;

/** The longest chain of references that is followed. */
const MOST_REFERENCES = 8;

/**
 * True if a tag selects one of them (see spec/decisions.md#chosen-by-tag), and if all of them say the same or nothing,
 * so that no value matches only one (see spec/decisions.md#same-alternatives).
 */
export function mayOverlap(definition: JsonObject, valueAt: ValueAt): boolean {
  return isChosen(definition) || alwaysOverlap(definition, valueAt);
}

/** True if all alternatives say the same, or nothing. */
export function alwaysOverlap(definition: JsonObject, valueAt: ValueAt): boolean {
  const alternatives = definition["oneOf"];
  if (!Array.isArray(alternatives)) return false;
  const list: readonly JsonValue[] = alternatives;
  return saySame(list, valueAt) || sayNothing(definition, list);
}

function saySame([first, ...others]: readonly JsonValue[], valueAt: ValueAt): boolean {
  if (first === undefined || others.length === 0) return false;
  const one = ended(first, valueAt);
  return others.every((other) => isSaidBy(one, ended(other, valueAt)));
}

/** True if no alternative says anything about the only type that is allowed, as with `required` next to a list type. */
function sayNothing({ type }: JsonObject, alternatives: readonly JsonValue[]): boolean {
  if (typeof type !== "string" || alternatives.length < 2) return false;
  const judged = type === "integer" ? "number" : type;
  const isIdle = (name: string): boolean => {
    const about = KEYWORDS.get(name)?.type;
    return !tells(name) || (about !== undefined && about !== judged);
  };
  return alternatives.every((one) => isObject(one) && Object.keys(one).every(isIdle));
}

/** Results for pairs of schemas, because thousands of choices may be between the same two large ones. */
const saidBy = once((one: JsonObject) => once((other: JsonObject) => equalBut(one, other, "schema")));

function isSaidBy(one: JsonValue, other: JsonValue): boolean {
  return one === other || (isObject(one) && isObject(other) && saidBy(one)(other));
}

/** The value at the end of a reference. */
function ended(schema: JsonValue, valueAt: ValueAt): JsonValue {
  let end = schema;
  for (let count = 0; count < MOST_REFERENCES; count++) {
    const pointer = isObject(end) ? referenceOf(end) : undefined;
    const target = pointer === undefined || Object.keys(end as JsonObject).length > 1 ? undefined : valueAt(pointer);
    if (target === undefined) break;
    end = target;
  }
  return end;
}

/**
 * True for two schemas, or lists or maps of schemas, that are equal except for what says nothing about their values.
 */
function equalBut(one: JsonValue, other: JsonValue, holds: Keyword["holds"]): boolean {
  if (Array.isArray(one) && Array.isArray(other) && holds !== undefined) {
    const list: readonly JsonValue[] = other;
    return one.length === list.length && one.every((item, index) => equalBut(item, list[index] as JsonValue, "schema"));
  }
  if (holds === undefined || !isObject(one) || !isObject(other)) return equalJson(one, other);
  const [names, others] = holds === "map" ? [namesIn(one), namesIn(other)] : [keywordsIn(one), keywordsIn(other)];
  if (names.length !== others.length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(other, name) &&
      equalBut(
        one[name] as JsonValue,
        other[name] as JsonValue,
        holds === "map" ? "schema" : KEYWORDS.get(name)?.holds,
      ),
  );
}

/** The names in a map, cached because there may be thousands to compare with thousands of others. */
const namesIn = once((map: JsonObject): readonly string[] => Object.keys(map));

const keywordsIn = (schema: JsonObject): readonly string[] => Object.keys(schema).filter(tells);

/** True for a keyword that says something about values. */
function tells(name: string): boolean {
  const keyword = KEYWORDS.get(name);
  return keyword !== undefined && (keyword.family !== "annotation" || keyword.silences !== undefined);
}
