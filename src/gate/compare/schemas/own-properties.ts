// Properties that only one side describes: each is one change, and differences inside it are not reported separately.
import { keptFor, once } from "../../../memo.ts";
import type { PairNode, Step } from "../../../schema/compare/graph.ts";
import type { Slot } from "../context.ts";

/** A place that differs, seen from one slot. */
export interface Reached {
  readonly node: PairNode;
  readonly slot: Slot;
  readonly trail: readonly Step[];
}

type Way = Pick<Reached, "slot" | "trail">;

/** A place that trails lead to, with those inside it. */
class Place {
  readonly inner = new Map<string, Place>();
  /** The slots that describe it on one side only. */
  readonly ownIn = new Set<string>();
}

export class OwnProperties {
  readonly #root = new Place();
  /** The places along a trail that are of one side only. Many slots share a trail. */
  readonly #ownAlong = once((trail: readonly Step[]): readonly Place[] => {
    const found: Place[] = [];
    let place: Place | undefined = this.#root;
    for (const step of trail) {
      place = place.inner.get(keyOf(step));
      if (place === undefined) break;
      if (place.ownIn.size > 0) found.push(place);
    }
    return found;
  });

  constructor(reached: readonly Reached[]) {
    const within = (place: Place, step: Step): Place => keptFor(place.inner, keyOf(step), () => new Place());
    const placeAt = once((trail: readonly Step[]) => trail.reduce(within, this.#root));
    for (const { node, slot, trail } of reached) {
      for (const { name, keyword } of node.facts) {
        if (keyword !== "properties" || name === undefined) continue;
        within(placeAt(trail), { kind: "property", name }).ownIn.add(keyOfSlot(slot));
      }
    }
  }

  /** True if a path leads into such a property. */
  hold({ slot, trail }: Way): boolean {
    return this.#ownAlong(trail).some(({ ownIn }) => ownIn.has(keyOfSlot(slot)));
  }
}

const keyOfSlot = once(({ basePlace, revisionPlace, label }: Slot): string => `${basePlace} ${revisionPlace} ${label}`);

const keyOf = once((step: Step): string => {
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
});
