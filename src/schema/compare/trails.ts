// Finds which roots lead to which differences, and how. Walks forwards once over everything, and backwards once from
// each difference, so that what a thousand operations share is not walked a thousand times.
import type { Work } from "../work.ts";
import type { PairNode, Step } from "./graph.ts";

interface BackEdge {
  readonly from: PairNode;
  readonly step: Step;
}

/** A place that differs, and the roots that lead to it. */
export interface Difference {
  readonly node: PairNode;
  /** The steps of the shortest path from each root. */
  readonly trails: ReadonlyMap<PairNode, readonly Step[]>;
}

/**
 * Finds the nodes whose text differs.
 * @throws WorkExceeded if the walk would exceed the budget
 */
export function findDifferences(roots: ReadonlySet<PairNode>, work: Work): Difference[] {
  const back = new Map<PairNode, BackEdge[]>();
  const seen = new Set(roots);
  const changed: PairNode[] = [];
  for (const node of seen) {
    work.spend();
    if (node.unchanged) continue;
    changed.push(node);
    for (const { step, to } of node.edges) {
      seen.add(to);
      const known = back.get(to);
      if (known === undefined) back.set(to, [{ from: node, step }]);
      else known.push({ from: node, step });
    }
  }
  const differing = changed.filter(saysSomething);
  const ranks = new Map([...roots].map((root, rank) => [root, rank]));
  return differing.map((node) => ({ node, trails: trailsTo(node, ranks, { back, work }) }));
}

/** Most nodes on the way differ only in what they lead to. */
function saysSomething(node: PairNode): boolean {
  return node.facts.length > 0 || node.noted;
}

/**
 * The cost of visiting a node on the way back, and the factor for the square of a path's length, because long paths are
 * kept in many places.
 */
const WALKED = 0.25;
const STEPPED = 0.01;

function trailsTo(
  target: PairNode,
  ranks: ReadonlyMap<PairNode, number>,
  { back, work }: { readonly back: ReadonlyMap<PairNode, readonly BackEdge[]>; readonly work: Work },
): Map<PairNode, readonly Step[]> {
  const next = new Map<PairNode, { step: Step; to: PairNode } | undefined>([[target, undefined]]);
  for (const [node] of next) {
    for (const { from, step } of back.get(node) ?? []) if (!next.has(from)) next.set(from, { step, to: node });
  }
  work.spend(WALKED * next.size);
  const trails = new Map<PairNode, readonly Step[]>();
  for (const root of reachedRoots(ranks, next)) {
    const trail: Step[] = [];
    for (let hop = next.get(root); hop !== undefined; hop = next.get(hop.to)) trail.push(hop.step);
    work.spend(STEPPED * trail.length ** 2);
    trails.set(root, trail);
  }
  return trails;
}

/**
 * The roots among some nodes, in overall order. Iterates over the smaller map: thousands of differences may have one
 * root each.
 */
function reachedRoots(ranks: ReadonlyMap<PairNode, number>, next: ReadonlyMap<PairNode, unknown>): PairNode[] {
  if (ranks.size <= next.size) return [...ranks.keys()].filter((root) => next.has(root));
  const rank = (root: PairNode): number => ranks.get(root) ?? 0;
  return [...next.keys()].filter((node) => ranks.has(node)).sort((a, b) => rank(a) - rank(b));
}
