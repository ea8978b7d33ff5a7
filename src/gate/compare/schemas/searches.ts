// Divides the budget among the places that differ. First each gets an even share; what is left over goes to the places
// that need more. This way, no single place uses up the budget of many others.
import type { PairNode } from "../../../schema/compare/graph.ts";
import { OUT_OF_BUDGET, type Work } from "../../../schema/work.ts";
import type { Comparison } from "../context.ts";
import { type Reach, type SearchResult, searchNode } from "./search.ts";

/** A place that differs and that no rule decides, so values must be tried. */
export interface Doubtful {
  readonly node: PairNode;
  /** Shortest path first. */
  readonly reaches: readonly Reach[];
}

/** Leaves a twentieth of the budget for the policy and for everything else that follows the searches. */
const SEARCHES = 20 / 19;
/**
 * Each of the first two rounds gets half of what is left. If even shares of that are too small for proofs, the rest
 * still proves some places.
 */
const HALF = 2;
/**
 * The work that one proof takes in a schema of average size, and in a large one: a smaller share is not worth trying.
 */
const PROOF = 25_000;
const HARD_PROOF = 100_000;

/** Searches all of these places. @param work the budget they share */
export function searchAll<Place extends Doubtful>(
  comparison: Comparison,
  places: readonly Place[],
  work: Work,
): ReadonlyMap<Place, SearchResult> {
  const found = new Map<Place, SearchResult>();
  const look = (among: readonly Place[], least?: number): void => {
    for (const [index, place] of among.entries()) {
      const { node, reaches } = place;
      const search = () => searchNode(comparison, { node, reaches, earlier: found.get(place) });
      found.set(place, work.share(among.length - index, search, least));
    }
  };
  const unfinished = () => places.filter((place) => found.get(place)?.reason === OUT_OF_BUDGET);
  work.share(
    SEARCHES,
    () => {
      work.share(HALF, () => look(places, PROOF), 0);
      work.share(HALF, () => look(unfinished(), HARD_PROOF), 0);
      look(unfinished());
    },
    0,
  );
  return found;
}
