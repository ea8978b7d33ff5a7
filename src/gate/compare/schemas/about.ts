// Relates a refusal to the difference that causes it, by the refusing keyword and its place.
import { pointerSteps } from "../../../json/pointer.ts";
import { explains } from "../../../schema/compare/explain.ts";
import type { Fact } from "../../../schema/keywords/fact.ts";
import type { PairNode, Step } from "../../../schema/compare/graph.ts";
import type { Violation } from "../../../schema/model.ts";
import type { Witness } from "../../model.ts";
import type { Comparison, Slot } from "../context.ts";
import { counting } from "../proof.ts";

interface Explanation {
  readonly node: PairNode;
  readonly fact: Fact;
  readonly found: Witness;
}

/** True if the keyword and place of a refusal match the fact. */
export function isShown(comparison: Comparison, slot: Slot, { node, fact, found }: Explanation): boolean {
  const violations = counting(comparison, found.violations, found);
  return violations.some((violation) => isAbout(slot, { node, fact, violation }));
}

/** True if a violation within the slot results from a difference. */
export function isAbout(
  slot: Slot,
  { node, fact, violation }: { node: PairNode; fact: Fact; violation: Violation },
): boolean {
  // The same keyword may refuse another parameter.
  if (violation.at !== slot.at && !violation.at.startsWith(`${slot.at}/`)) return false;
  return explains(node, fact, violation, slot.carrier === "body");
}

/** True if a value is refused at the place of a difference, inside it, or only by schemas of the enclosing values. */
export function isOnTheWay(slot: Slot, trail: readonly Step[], { violations }: Witness): boolean {
  const way = trail.filter(({ kind }) => kind !== "branch");
  const places = violations.map(({ at }): "inside" | "around" | "elsewhere" => {
    if (at !== slot.at && !at.startsWith(`${slot.at}/`)) return "elsewhere";
    const steps = pointerSteps(at.slice(slot.at.length));
    const leads = way.every((step, index) => {
      const passed = steps[index];
      return passed === undefined || step.kind !== "property" || step.name === passed;
    });
    if (!leads) return "elsewhere";
    return steps.length < way.length ? "around" : "inside";
  });
  return places.includes("inside") || !places.includes("elsewhere");
}
