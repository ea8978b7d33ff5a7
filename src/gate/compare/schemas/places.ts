// Collects the places that differ, each with every slot that leads to it.
import { WorkExceeded } from "../../../schema/work.ts";
import { groupsOf } from "../../../memo.ts";
import { findDifferences } from "../../../schema/compare/trails.ts";
import type { Slot } from "../context.ts";
import { OwnProperties, type Reached } from "./own-properties.ts";

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
export function isToldBefore(one: Omit<Reached, "node">, other: Omit<Reached, "node">): boolean {
  const [name, than] = [one.slot.pair.base.name, other.slot.pair.base.name];
  return name === than ? one.trail.length < other.trail.length : name < than;
}
