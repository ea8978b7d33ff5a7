// Whether numbers that are moments count seconds or milliseconds: one unit for a thing and for a document, as its examples,
// formats, bounds, descriptions or names say it in any place.
import type { Document } from "../../document/document.ts";
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { parentPointer, valueAt } from "../../json/pointer.ts";
import { once } from "../../memo.ts";
import type { SchemaNode } from "../../schema/normal/schema-node.ts";
import { isSurely, isTimely } from "./happenings.ts";
import { wordsOf } from "../../document/names.ts";

export type Unit = "seconds" | "milliseconds";

/** The unit of a property: what its own schema says, or else those beside it, or else most of the document. */
export function unitOf(name: string, nodes: readonly SchemaNode[]): Unit {
  const parts = nodes.flatMap((one) => one.parts);
  const own = parts.map(({ definition }) => saidBy(name, definition)).find((one) => one !== undefined);
  if (own !== undefined) return own;
  for (const beside of nodes.map(besideIn)) {
    const said = Object.entries<JsonValue>(beside).map(([one, schema]) => saidBy(one, schema));
    const found = said.find((one) => one !== undefined);
    if (found !== undefined) return found;
  }
  const [node] = nodes;
  return node === undefined ? "seconds" : usualUnit(node.forms.document).unit;
}

/** True for a number such as `period_start` beside others that surely are moments. */
export function hasUnixBeside(name: string, nodes: readonly SchemaNode[]): boolean {
  const words = wordsOf(name);
  if (!isTimely(name) || words.some((word) => COUNTED.test(word))) return false;
  return nodes.some((node) =>
    Object.entries<JsonValue>(besideIn(node)).some(
      ([one, schema]) => isNumber(schema) && (saidBy(one, schema) !== undefined || isSurely(one)),
    ),
  );
}

/** Words of numbers that are no moments: `time_spent`, `days_until_due`. */
const COUNTED =
  /^(days?|hours?|minutes?|mins?|seconds?|secs?|weeks?|months?|years?|count|number|spent|zone|total|amount|limit|id|time|times|duration|position|page|offset|index)$/;

/** The names of the properties beside one. */
export const namesBeside = (nodes: readonly SchemaNode[]): readonly string[] =>
  nodes.flatMap((node) => Object.keys(besideIn(node)));

/** The schemas beside that of a property. */
function besideIn({ pointer, forms }: SchemaNode): JsonObject {
  const parent = parentPointer(pointer);
  const beside = parent.endsWith("/properties") ? valueAt(forms.document.root, parent) : undefined;
  return isObject(beside) ? beside : {};
}

function isNumber(schema: JsonValue): boolean {
  const type = isObject(schema) ? ownValue(schema, "type") : undefined;
  return (Array.isArray(type) ? (type as readonly JsonValue[]) : [type]).some(
    (one) => one === "integer" || one === "number",
  );
}

/** The unit that a schema shows; undefined if it shows none, or is none of a moment. */
function saidBy(name: string, schema: JsonValue): Unit | undefined {
  if (!isObject(schema) || !isNumber(schema) || !isTimely(name)) return undefined;
  const { example, examples, format, description, minimum, maximum } = schema as Readonly<Record<string, JsonValue>>;
  const shown = [example, ...(Array.isArray(examples) ? (examples as readonly JsonValue[]) : [])];
  for (const value of [...shown, minimum, maximum]) {
    if (typeof value !== "number") continue;
    if (value > 9e11 && value < 5e12) return "milliseconds";
    if (value > 9e8 && value < 5e9) return "seconds";
  }
  const said = `${typeof format === "string" ? format : ""} ${typeof description === "string" ? description : ""}`;
  if (/milli|\bms\b|epoch-?ms/i.test(said) || /(ms|millis|Ms)$/.test(name)) return "milliseconds";
  if (/\b(unix|epoch)\b|\bseconds since\b|^(unix|epoch|timestamp)/i.test(said)) return "seconds";
  return undefined;
}

/** Schemas that are looked at. */
const MOST = 50_000;

/** The unit of most moments of a document that show one. */
const usualUnit = once((document: Document): { readonly unit: Unit } => {
  let [left, balance] = [MOST, 0];
  const open: JsonValue[] = [document.root];
  while (open.length > 0 && left > 0) {
    const value = open.pop() as JsonValue;
    if (typeof value !== "object" || value === null) continue;
    left -= 1;
    const properties = isObject(value) ? ownValue(value, "properties") : undefined;
    for (const [name, schema] of Object.entries<JsonValue>(isObject(properties) ? properties : {})) {
      const said = saidBy(name, schema);
      if (said !== undefined) balance += said === "milliseconds" ? 1 : -1;
    }
    open.push(...Object.values<JsonValue>(value as JsonObject));
  }
  return { unit: balance > 0 ? "milliseconds" : "seconds" };
});
