// Collects the places that differ, each with every slot that leads to it: those that only one side describes, and the
// pairs of schemas that differ, once each.
import { WorkExceeded } from "../../../schema/work.ts";
import { groupsOf, keptFor, once } from "../../../memo.ts";
import { findDifferences } from "../../../schema/compare/trails.ts";
import type { Slot } from "../context.ts";
import type { Graph, PairNode, Step } from "../../../schema/compare/graph.ts";
import type { Sender } from "../../surface/model.ts";

/** A way to a place: the slot where it begins, and the steps from there. */
export interface Reach {
  readonly slot: Slot;
  readonly trail: readonly Step[];
}

/** A place that differs, seen from one slot. */
export interface Reached extends Reach {
  readonly node: PairNode;
}

export interface AllReached {
  readonly found: readonly Reached[];
  /** The properties among them that only one side describes. */
  readonly own: OwnProperties;
  /** Slots that the work budget did not cover. */
  readonly unfinished: readonly Slot[];
}

/** Finds all differences that the slots lead to. */
export function reachedBy(slots: readonly Slot[]): AllReached {
  const byGraph = groupsOf(slots, ({ graph }) => graph);
  const found: Reached[] = [];
  const unfinished: Slot[] = [];
  for (const [graph, own] of byGraph) {
    const roots = groupsOf(own, ({ root }) => root);
    try {
      for (const { node, trails } of findDifferences(new Set(roots.keys()), graph.sides.work)) {
        for (const [root, trail] of trails) for (const slot of roots.get(root) ?? []) found.push({ node, slot, trail });
      }
    } catch (error) {
      if (!(error instanceof WorkExceeded)) throw error;
      unfinished.push(...[...roots.values()].flat());
    }
  }
  return { found, unfinished, own: new OwnProperties(found) };
}

/**
 * True if the report shows the first path to a place rather than the second. Operations are listed by name, and the
 * description must fit the first one listed.
 */
export function isToldBefore(one: Reach, other: Reach): boolean {
  const [name, than] = [one.slot.pair.base.name, other.slot.pair.base.name];
  return name === than ? one.trail.length < other.trail.length : name < than;
}

/** A place that trails lead to, with those inside it. */
class Place {
  readonly inner = new Map<string, Place>();
  /** The slots that describe it on one side only. */
  readonly ownIn = new Set<string>();
}

/** Properties that only one side describes: each is one change, and differences inside it are not reported separately. */
class OwnProperties {
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
  hold({ slot, trail }: Reach): boolean {
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

export interface DifferingPair {
  readonly node: PairNode;
  readonly graph: Graph;
  readonly sender: Sender;
  /** One for each root that leads to it, the shortest first. */
  readonly reaches: readonly Reach[];
  readonly operations: ReadonlySet<string>;
  /** The labels of all ways to it. */
  readonly parts: ReadonlySet<string>;
  /** The path within the operation that is listed first, because a reader looks there. */
  readonly told: Reach;
}

/** The differing pairs, those that the first few values usually prove first: they leave the rest of their share to others. */
export function differingPairs(reached: readonly Reached[]): readonly DifferingPair[] {
  const differing = new Map<string, Gathered>();
  for (const one of reached) if (one.node.facts.length > 0) meet(differing, one);
  const pairs = Array.from(differing.values(), (pair): DifferingPair => {
    pair.reaches.sort((a, b) => a.trail.length - b.trail.length);
    return pair;
  });
  const isHard = ({ node }: DifferingPair): boolean => node.facts.some(({ keyword }) => HARD.has(keyword));
  return [...pairs.filter((pair) => !isHard(pair)), ...pairs.filter(isHard)];
}

const HARD: ReadonlySet<string> = new Set(["oneOf", "anyOf", "not", "if", "maxItems", "minItems", "uniqueItems"]);

/** A pair while the ways to it are gathered. */
interface Gathered extends DifferingPair {
  readonly reaches: Reach[];
  readonly roots: Set<PairNode>;
  readonly operations: Set<string>;
  readonly parts: Set<string>;
  told: Reach;
}

function meet(differing: Map<string, Gathered>, { node, slot, trail }: Reached): void {
  const isEmpty = node.producer.isEmpty && node.consumer.isEmpty;
  const key = `${slot.sender} ${slot.graph.sides.textual} ${node.key}${isEmpty ? slot.basePlace : ""}`;
  const reach = { slot, trail };
  const pair = keptFor(differing, key, () => {
    const { graph, sender } = slot;
    const [roots, operations, parts] = [new Set<PairNode>(), new Set<string>(), new Set<string>()];
    return { node, graph, sender, reaches: [], roots, operations, parts, told: reach };
  });
  if (isToldBefore(reach, pair.told)) pair.told = reach;
  pair.operations.add(slot.pair.base.name);
  pair.parts.add(slot.label);
  if (pair.roots.has(slot.root)) return;
  pair.roots.add(slot.root);
  pair.reaches.push(reach);
}
