// Which refusal of a value is about which difference: what a validator says is held against what the schemas say.
import { parentPointer } from "../../json/pointer.ts";
import { memberPointer } from "../normal/conjunction.ts";
import { ITEMS_REFUSED } from "../families/arrays.ts";
import { CONDITIONS_REFUSED } from "../families/conditions.ts";
import type { Fact } from "../families/fact.ts";
import { PROPERTIES_REFUSED } from "../families/objects.ts";
import { VALUES_REFUSED } from "../families/values.ts";
import type { Violation } from "../model.ts";
import type { PairNode } from "./graph.ts";

const REFUSED = new Map([...VALUES_REFUSED, ...ITEMS_REFUSED, ...PROPERTIES_REFUSED, ...CONDITIONS_REFUSED]);

/**
 * True when a refusal is about a difference: by its keyword, and by the schema that says it.
 * @param isPlaced false for what travels as text: then it is judged by a schema that was made for it
 */
export function explains(node: PairNode, fact: Fact, violation: Violation, isPlaced: boolean): boolean {
  const keywords = REFUSED.get(fact.keyword) ?? [fact.keyword];
  if (keywords === "any") return true;
  // What an alternative took that went is refused by what is left, by any keyword of its own.
  if (ALTERNATIVES.has(fact.keyword) && isPlaced && isOwn(node, violation)) return true;
  if (!keywords.includes(violation.keyword)) return false;
  if (fact.name !== undefined && violation.params.property !== fact.name) return false;
  if (!isPlaced) return true;
  return node.consumer.members.some((member) => {
    const pointer = memberPointer(member);
    return pointer !== undefined && violation.pointer.startsWith(pointer);
  });
}

const ALTERNATIVES: ReadonlySet<string> = new Set(["oneOf", "anyOf"]);

function isOwn({ consumer }: PairNode, { pointer }: Violation): boolean {
  return consumer.members.some((member) => memberPointer(member) === parentPointer(pointer));
}
