// The alternatives of a `oneOf` that a value may match several of. Read to the letter, a document would refuse values there
// that it is about.
import { referenceOf } from "../../document/document.ts";
import { type JsonObject, type JsonValue, equalJson, isObject } from "../../json/value.ts";
import { KEYWORDS, type Keyword } from "../keywords.ts";
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
  const one = said(ended(first, valueAt), "schema");
  return others.every((other) => equalJson(one, said(ended(other, valueAt), "schema")));
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

/** A schema, or a list or map of schemas, without what says nothing of their values. */
function said(value: JsonValue, holds: Keyword["holds"]): JsonValue {
  if (holds === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => said(item, "schema"));
  const entries = Object.entries<JsonValue>(value as JsonObject);
  if (holds === "map") return Object.fromEntries(entries.map(([name, item]) => [name, said(item, "schema")]));
  const telling = entries.flatMap(([name, item]): [string, JsonValue][] => {
    const known = KEYWORDS.get(name);
    const isSilent = known === undefined || (known.family === "annotation" && known.silences === undefined);
    return isSilent ? [] : [[name, said(item, known.holds)]];
  });
  return Object.fromEntries(telling);
}
