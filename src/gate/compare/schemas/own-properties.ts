// Properties that only one side describes: each is one change, and differences inside it are not reported separately.
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

  /** True if a path leads into such a property. */
  hold({ slot, trail }: Way): boolean {
    if (this.#places.size === 0) return false;
    let place = placeOf(slot);
    return trail.some((step) => this.#places.has((place = within(place, step))));
  }
}

function placeOf({ basePlace, revisionPlace, label }: Slot): string {
  return `${basePlace} ${revisionPlace} ${label}`;
}

/** The place that a step leads to, as a unique text. */
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
