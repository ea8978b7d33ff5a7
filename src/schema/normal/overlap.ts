// The alternatives of a `oneOf` that a value may match several of. Read to the letter, a document would refuse values there
// that it is about.
import { referenceOf } from "../../document/document.ts";
import { type JsonObject, type JsonValue, equalJson, isObject } from "../../json/value.ts";
import { KEYWORDS, type Keyword } from "../keywords.ts";
import { isChosen } from "./tags.ts";
import { once } from "../../json/once.ts";

/** What stands at a pointer of a document. */
type ValueAt = (pointer: string) => JsonValue | undefined;

/** References in a row that are followed. */
const MOST_REFERENCES = 8;

/**
 * True where a tag chooses among them (see spec/decisions.md#chosen-by-tag), and where all of them say the same or nothing,
 * so that no value matches only one (see spec/decisions.md#same-alternatives).
 */
export function mayOverlap(definition: JsonObject, valueAt: ValueAt): boolean {
  const alternatives = definition["oneOf"];
  if (!Array.isArray(alternatives)) return false;
  const list: readonly JsonValue[] = alternatives;
  return isChosen(definition) || saySame(list, valueAt) || sayNothing(definition, list);
}

function saySame([first, ...others]: readonly JsonValue[], valueAt: ValueAt): boolean {
  if (first === undefined || others.length === 0) return false;
  const one = ended(first, valueAt);
  return others.every((other) => isSaidBy(one, ended(other, valueAt)));
}

/** True where no alternative says anything of the only type that is allowed beside them, such as `required` of lists. */
function sayNothing({ type }: JsonObject, alternatives: readonly JsonValue[]): boolean {
  if (typeof type !== "string" || alternatives.length < 2) return false;
  const judged = type === "integer" ? "number" : type;
  const isIdle = (name: string): boolean => {
    const about = KEYWORDS.get(name)?.type;
    return !tells(name) || (about !== undefined && about !== judged);
  };
  return alternatives.every((one) => isObject(one) && Object.keys(one).every(isIdle));
}

/** What was found of two schemas: thousands of choices may be between the same two large ones. */
const known = new WeakMap<JsonObject, WeakMap<JsonObject, boolean>>();

function isSaidBy(one: JsonValue, other: JsonValue): boolean {
  if (one === other || !isObject(one) || !isObject(other)) return one === other;
  const found = known.get(one) ?? new WeakMap<JsonObject, boolean>();
  known.set(one, found);
  const same = found.get(other) ?? equalBut(one, other, "schema");
  found.set(other, same);
  return same;
}

/** What stands at the end of a reference. */
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

/** True for two schemas, or lists or maps of schemas, that are equal but for what says nothing of their values. */
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

/** The names in a map, which may be thousands that thousands of others are compared with. */
const namesIn = once((map: JsonObject): readonly string[] => Object.keys(map));

const keywordsIn = (schema: JsonObject): readonly string[] => Object.keys(schema).filter(tells);

/** True for a keyword that says something of values. */
function tells(name: string): boolean {
  const keyword = KEYWORDS.get(name);
  return keyword !== undefined && (keyword.family !== "annotation" || keyword.silences !== undefined);
}
