// Divides the budget among the places that differ. Each is searched with an even share first; what those leave goes to
// the places for which it did not suffice, so that no place takes what many others need.
import type { PairNode } from "../../../schema/compare/graph.ts";
import { OUT_OF_BUDGET, type Work } from "../../../schema/work.ts";
import type { Comparison } from "../context.ts";
import { type Reach, type SearchResult, searchNode } from "./search.ts";

/** A place that differs, where values must be tried. */
export interface Doubtful {
  readonly node: PairNode;
  /** The shortest way first. */
  readonly reaches: readonly Reach[];
}

/** So much of the budget stays with the policy, and with what else follows from the searches: one part in twenty. */
const SEARCHES = 20 / 19;
/** What even shares may use: where these are too small for a proof, some places still get more. */
const HALF = 2;
/** What it takes to prove one difference of a schema of some size, and of a large one: less is not worth a look. */
const PROOF = 25_000;
const HARD_PROOF = 100_000;

/** Searches all of these places. @param work is shared among them */
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
