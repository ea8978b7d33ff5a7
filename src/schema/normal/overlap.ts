// The alternatives of a `oneOf` that a value may match several of. Read to the letter, a document would refuse values there
// that it is about.
import { referenceOf } from "../../document/document.ts";
import { type JsonObject, type JsonValue, equalJson, isObject } from "../../json/value.ts";
import { KEYWORDS } from "../keywords.ts";
import { isChosen } from "./tags.ts";

/** What stands at a pointer of a document. */
type ValueAt = (pointer: string) => JsonValue | undefined;

/** References in a row that are followed. */
const MOST_REFERENCES = 8;

/**
 * True where a tag chooses among them (see spec/decisions.md#chosen-by-tag), and where all of them say the same, so that
 * no value matches only one (see spec/decisions.md#same-alternatives).
 */
export function mayOverlap(definition: JsonObject, valueAt: ValueAt): boolean {
  const alternatives = definition["oneOf"];
  if (!Array.isArray(alternatives)) return false;
  return isChosen(definition) || saySame(alternatives as readonly JsonValue[], valueAt);
}

function saySame([first, ...others]: readonly JsonValue[], valueAt: ValueAt): boolean {
  if (first === undefined || others.length === 0) return false;
  const one = ended(first, valueAt);
  return others.every((other) => {
    const two = ended(other, valueAt);
    // Names tell nearly all others apart, without a look at what they stand for.
    return one === two || (haveSameNames(one, two) && equalJson(said(one), said(two)));
  });
}

/** What stands at the end of a reference. */
function ended(schema: JsonValue, valueAt: ValueAt): JsonValue {
  let end = schema;
  for (let count = 0; count < MOST_REFERENCES; count++) {
    const target = isObject(end) && Object.keys(end).length === 1 ? referenceOf(end) : undefined;
    end = (target === undefined ? undefined : valueAt(target)) ?? end;
  }
  return end;
}

function haveSameNames(one: JsonValue, other: JsonValue): boolean {
  const [names, others] = [one, other].map((schema) => (isObject(schema) ? namesOf(schema["properties"]) : ""));
  return names === others;
}

function namesOf(properties: JsonValue | undefined): string {
  return isObject(properties) ? Object.keys(properties).sort().join("\n") : "";
}

/** A schema without what says nothing of its values. */
function said(schema: JsonValue): JsonValue {
  if (!isObject(schema)) return schema;
  const kept: Record<string, JsonValue> = {};
  for (const [keyword, value] of Object.entries<JsonValue>(schema)) {
    const known = KEYWORDS.get(keyword);
    if (known === undefined || (known.family === "annotation" && known.silences === undefined)) continue;
    kept[keyword] = saidBy(known.holds, value);
  }
  return kept;
}

function saidBy(holds: "schema" | "list" | "map" | undefined, value: JsonValue): JsonValue {
  if (holds === "schema") return said(value);
  if (holds === "list" && Array.isArray(value)) return value.map((item: JsonValue) => said(item));
  if (holds !== "map" || !isObject(value)) return value;
  return Object.fromEntries(Object.entries<JsonValue>(value).map(([name, item]) => [name, said(item)]));
}
