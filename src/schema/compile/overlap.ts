// Which values of a `oneOf` its validator lets several alternatives allow.
import { referenceText } from "../../document/document.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { type ValueAt, alwaysOverlap, mayOverlap } from "../form/overlap.ts";
import { type Choice, choiceOf } from "../form/tags.ts";

/** The values that several alternatives may allow: all, none, or those whose tag names an alternative. */
export function overlapOf(definition: JsonObject, valueAt: ValueAt): boolean | Choice {
  const choice = choiceOf(definition);
  if (choice === undefined || alwaysOverlap(definition, valueAt)) return mayOverlap(definition, valueAt);
  // Every value then selects an alternative.
  if (choice.other !== undefined) return true;
  const named = new Set(choice.mapping.values());
  const list = Array.isArray(definition["oneOf"]) ? (definition["oneOf"] as readonly JsonValue[]) : [];
  return list.every((one) => named.has(referenceText(one) ?? "")) ? choice : true;
}
