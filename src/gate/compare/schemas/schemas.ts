// Turns the slots of all operations into changes: compares each differing pair of components once, and lists the
// operations that lead to it.
import { NOT_COMPARED, tried } from "../../../schema/failure.ts";
import type { PairNode } from "../../../schema/compare/graph.ts";
import type { Draft } from "../../model.ts";
import type { Stabilities } from "../../surface/stabilities.ts";
import type { Comparison } from "../context.ts";
import { notCompared, unfinished } from "./not-compared.ts";
import { type AllReached, differingPairs } from "./places.ts";
import { searchAll } from "./search.ts";
import { formDraft } from "./serialization.ts";
import { type Known, type Spare, judgedDrafts, knownOf, withSpares } from "./verdicts.ts";

/** Compares all schemas of values that are sent. */
export function compareSchemas(comparison: Comparison, reached: AllReached, stabilities: Stabilities): Draft[] {
  const drafts = formDrafts(comparison, reached, stabilities);
  const spares: Spare[] = [];
  const pairs = differingPairs(reached.found);
  const known = new Map(pairs.map((pair) => [pair, knownOf(pair)]));
  const doubtful = pairs.filter((pair) => known.get(pair)?.proved === undefined && isDoubtful(pair.node));
  const searches = searchAll(comparison, doubtful);
  for (const pair of pairs) {
    const judged = { ...(known.get(pair) as Known), pair, spares, search: searches.get(pair) };
    const found = judgedDrafts(comparison, judged, stabilities);
    const isFolded = pair.reaches.every((reach) => reached.own.hold(reach));
    drafts.push(...(isFolded ? found.filter(({ verdict }) => verdict !== "compatible") : found));
  }
  return withSpares(drafts, spares, stabilities);
}

/** The changes of the ways in which values are written, and those that stand for what there was no work for. */
function formDrafts(comparison: Comparison, reached: AllReached, stabilities: Stabilities): Draft[] {
  const drafts: Draft[] = [];
  const late = [...reached.unfinished];
  for (const slot of comparison.slots) {
    if (!slot.formChanged) continue;
    const found = tried(
      () => formDraft(comparison, slot, stabilities),
      (why) => notCompared([slot.pair.base.name], why, slot),
    );
    if (found === undefined) late.push(slot);
    else drafts.push(found);
  }
  return [...drafts, ...unfinished(late.map(({ pair }) => pair.base.name))];
}

/** True if no rule proves every difference harmless, so that values must be tried. */
function isDoubtful({ facts }: PairNode): boolean {
  return facts.some(({ provedBy, keyword }) => provedBy === undefined && keyword !== NOT_COMPARED);
}
