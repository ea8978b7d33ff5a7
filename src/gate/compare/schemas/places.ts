// Collects the places that differ, each with every slot that leads to it.
import { WorkExceeded } from "../../../schema/work.ts";
import type { Graph, PairNode, Step } from "../../../schema/compare/graph.ts";
import { findDifferences } from "../../../schema/compare/trails.ts";
import type { Slot } from "../context.ts";

/** A place that differs, seen from one slot. */
export interface Reached {
  readonly node: PairNode;
  readonly slot: Slot;
  readonly trail: readonly Step[];
}

export interface AllReached {
  readonly found: readonly Reached[];
  /** Slots that the work budget did not cover. */
  readonly unfinished: readonly Slot[];
}

/** Finds all differences that the slots lead to. */
export function reachedBy(slots: readonly Slot[]): AllReached {
  const byGraph = new Map<Graph, Map<PairNode, Slot[]>>();
  for (const slot of slots) {
    const roots = byGraph.get(slot.graph) ?? new Map<PairNode, Slot[]>();
    byGraph.set(slot.graph, roots);
    const known = roots.get(slot.root);
    if (known === undefined) roots.set(slot.root, [slot]);
    else known.push(slot);
  }
  const found: Reached[] = [];
  const unfinished: Slot[] = [];
  for (const [graph, roots] of byGraph) {
    try {
      for (const { node, trails } of findDifferences(new Set(roots.keys()), graph.sides.work)) {
        for (const [root, trail] of trails) for (const slot of roots.get(root) ?? []) found.push({ node, slot, trail });
      }
    } catch (error) {
      if (!(error instanceof WorkExceeded)) throw error;
      unfinished.push(...[...roots.values()].flat());
    }
  }
  return { found, unfinished };
}

/**
 * True if the report shows the first path to a place rather than the second. Operations are listed by name, and the
 * description must fit the first one listed.
 */
export function isToldBefore(one: Omit<Reached, "node">, other: Omit<Reached, "node">): boolean {
  const [name, than] = [one.slot.pair.base.name, other.slot.pair.base.name];
  return name === than ? one.trail.length < other.trail.length : name < than;
}
