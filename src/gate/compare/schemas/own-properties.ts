// The properties that only one side describes: that is one change, and what stands inside them is no other one.
import type { Slot } from "../context.ts";
import type { Reached } from "./places.ts";

type Way = Pick<Reached, "slot" | "trail">;

export class OwnProperties {
  readonly #places = new Set<string>();

  constructor(reached: readonly Reached[]) {
    for (const { node, slot, trail } of reached) {
      for (const { name, keyword } of node.facts) {
        if (keyword !== "properties" || name === undefined) continue;
        this.#places.add(placeOf(slot, [...trail, { kind: "property", name }]));
      }
    }
  }

  /** True where a way leads into such a property. */
  hold({ slot, trail }: Way): boolean {
    if (this.#places.size === 0) return false;
    return trail.some((_, index) => this.#places.has(placeOf(slot, trail.slice(0, index + 1))));
  }
}

function placeOf({ basePlace, revisionPlace, label }: Slot, trail: Way["trail"]): string {
  return JSON.stringify([basePlace, revisionPlace, label, trail]);
}
