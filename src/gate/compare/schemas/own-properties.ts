// The properties that only one side describes: that is one change, and what stands inside them is no other one.
import type { Step } from "../../../schema/compare/graph.ts";
import type { Slot } from "../context.ts";
import type { Reached } from "./places.ts";

type Way = Pick<Reached, "slot" | "trail">;

export class OwnProperties {
  readonly #places = new Set<string>();

  constructor(reached: readonly Reached[]) {
    for (const { node, slot, trail } of reached) {
      let place: string | undefined;
      for (const { name, keyword } of node.facts) {
        if (keyword !== "properties" || name === undefined) continue;
        place ??= trail.reduce(within, placeOf(slot));
        this.#places.add(within(place, { kind: "property", name }));
      }
    }
  }

  /** True where a way leads into such a property. */
  hold({ slot, trail }: Way): boolean {
    if (this.#places.size === 0) return false;
    let place = placeOf(slot);
    return trail.some((step) => this.#places.has((place = within(place, step))));
  }
}

function placeOf({ basePlace, revisionPlace, label }: Slot): string {
  return `${basePlace} ${revisionPlace} ${label}`;
}

/** The place to which a step leads, as text that no other place has. */
function within(place: string, step: Step): string {
  return `${place}\n${keyOf(step)}`;
}

function keyOf(step: Step): string {
  switch (step.kind) {
    case "property":
      return `.${JSON.stringify(step.name)}`;
    case "item":
      return `[${step.index}]`;
    case "branch":
      return `${step.group.kind} ${step.branch.id}`;
    case "pattern":
      return JSON.stringify([step.matching, step.avoiding]);
    case "map":
      return "*";
  }
}
