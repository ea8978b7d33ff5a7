// The pairs of schemas that differ, once each, with every way that leads to them.
import type { Graph, PairNode } from "../../../schema/compare/graph.ts";
import { keptFor } from "../../../memo.ts";
import type { Sender } from "../../surface/model.ts";
import type { Reached } from "./own-properties.ts";
import { isToldBefore } from "./places.ts";
import type { Reach } from "./search.ts";

export interface DifferingPair {
  readonly node: PairNode;
  readonly graph: Graph;
  readonly sender: Sender;
  /** One for each root that leads to it, the shortest first. */
  readonly reaches: readonly Reach[];
  readonly operations: ReadonlySet<string>;
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
  told: Reach;
}

function meet(differing: Map<string, Gathered>, { node, slot, trail }: Reached): void {
  const isEmpty = node.producer.isEmpty && node.consumer.isEmpty;
  const key = `${slot.sender} ${slot.graph.sides.textual} ${node.key}${isEmpty ? slot.basePlace : ""}`;
  const reach = { slot, trail };
  const pair = keptFor(differing, key, () => {
    const { graph, sender } = slot;
    return { node, graph, sender, reaches: [], roots: new Set<PairNode>(), operations: new Set<string>(), told: reach };
  });
  if (isToldBefore(reach, pair.told)) pair.told = reach;
  pair.operations.add(slot.pair.base.name);
  if (pair.roots.has(slot.root)) return;
  pair.roots.add(slot.root);
  pair.reaches.push(reach);
}
