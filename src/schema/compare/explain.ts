// Decides which refusal of a value belongs to which difference, by comparing what a validator reports with what the
// schemas say.
import { parentPointer } from "../../json/pointer.ts";
import { memberPointer } from "../form/conjunction.ts";
import type { Fact } from "../keywords/fact.ts";
import { KEYWORDS, type KeywordFamily, inTermsOf } from "../keywords.ts";
import type { Violation } from "../model.ts";
import type { PairNode } from "./graph.ts";

/**
 * True if a refusal belongs to a difference, by its keyword and its schema.
 * @param isPlaced false for values sent as text, which are judged by a schema made for that purpose
 */
export function explains(node: PairNode, fact: Fact, violation: Violation, isPlaced: boolean): boolean {
  const { refusedBy, family } = KEYWORDS.get(fact.keyword) ?? {};
  const keywords = fact.refusedBy ?? refusedBy ?? [...inTermsOf(fact.keyword), ...(BOUNDS.has(family) ? ["not"] : [])];
  if (keywords === "any") return true;
  // What a removed alternative accepted is rejected by the remaining ones, with any of their keywords.
  if (ALTERNATIVES.has(fact.keyword) && isPlaced && isOwn(node, violation)) return true;
  if (!keywords.includes(violation.keyword)) return false;
  if (fact.name !== undefined && violation.params.property !== fact.name) return false;
  if (!isPlaced) return true;
  return node.consumer.members.some((member) => {
    const pointer = memberPointer(member);
    return pointer !== undefined && violation.pointer.startsWith(pointer);
  });
}

/** What a `not` may amount to. */
const BOUNDS: ReadonlySet<KeywordFamily | undefined> = new Set<KeywordFamily>(["number bound", "length", "count"]);

const ALTERNATIVES: ReadonlySet<string> = new Set(["oneOf", "anyOf"]);

function isOwn({ consumer }: PairNode, { pointer }: Violation): boolean {
  return consumer.members.some((member) => memberPointer(member) === parentPointer(pointer));
}
