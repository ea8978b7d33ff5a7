// The verdict on each difference of a pair of schemas: a rule proves it harmless, a witness shows that it breaks, or neither.
import { isCovered } from "../../../schema/compare/alternatives/covered.ts";
import type { Fact } from "../../../schema/keywords/fact.ts";
import { tried } from "../../../schema/failure.ts";
import type { Draft, Witness } from "../../model.ts";
import { compatible, unknown } from "../../outcomes.ts";
import type { Stabilities } from "../../surface/stabilities.ts";
import type { Comparison } from "../context.ts";
import { byLetter } from "./by-letter.ts";
import { witnessByRule } from "./by-rule.ts";
import type { DifferingPair, Reach } from "./places.ts";
import { factDraft, factPointer, isOnlyItem } from "./describe.ts";
import { NOTHING_FOUND, type SearchResult } from "./search.ts";

/** What is known about a pair without a search. */
export interface Known {
  /** Why none of it is breaking, if that is proved. */
  readonly proved: string | undefined;
  readonly softened: ReadonlyMap<Fact, ReturnType<typeof byLetter>>;
}

export function knownOf({ node, graph, reaches }: DifferingPair): Known {
  const { trail } = reaches[0] as Reach;
  return {
    proved: within(() => graph.provedBy(node)),
    softened: within(() => new Map(node.facts.map((fact) => [fact, byLetter(graph, node, fact, trail)]))) ?? new Map(),
  };
}

/** What could not be found out, for lack of work or because something failed, is not known. */
function within<Result>(run: () => Result): Result | undefined {
  return tried(run, () => undefined);
}

interface Judged extends Known {
  readonly pair: DifferingPair;
  readonly spares: Spare[];
  /** The result of the search, if values had to be tried. */
  readonly search: SearchResult | undefined;
}

/** The rules by which an alternative says what the schema said before. */
const MOVED: ReadonlySet<string> = new Set(["one-alternative-takes-all", "alternative-compared"]);

/** The changes of a pair, one for each difference. */
export function judgedDrafts(
  comparison: Comparison,
  { pair, spares, proved, softened, search }: Judged,
  stabilities: Stabilities,
): Draft[] {
  const { node } = pair;
  const hasOtherType = node.facts.some(
    (fact) => fact.keyword === "type" && softened.get(fact) === undefined && search?.witnesses.has(fact) === true,
  );
  const isMoved = node.facts.some(({ provedBy = "" }) => MOVED.has(provedBy));
  return node.facts.flatMap((fact) => {
    // What one of several new alternatives says is still said.
    if (isMoved && (fact.consumer === undefined || fact.keyword === "type") && fact.provedBy !== undefined) return [];
    // Once a change of type is shown, unproved changes of the same schema add nothing.
    if (hasOtherType && fact.provedBy === undefined && search?.witnesses.has(fact) !== true) return [];
    // A list of one value takes the value alone: its type is reported, and that of its items would repeat it.
    if (fact.keyword === "type" && fact.provedBy !== undefined && isOnlyItem(pair.told.trail.at(-1))) return [];
    const witness =
      search?.witnesses.get(fact) ?? (search === undefined ? undefined : within(() => ruled(comparison, pair, fact)));
    const proof =
      fact.provedBy ??
      proved ??
      (witness === undefined && search?.reason === NOTHING_FOUND ? coveredBy(pair, fact) : undefined);
    const outcome =
      witness !== undefined
        ? { ...stabilities.breaking(pair.operations), witness }
        : proof !== undefined
          ? compatible(proof)
          : unknown(search?.reason ?? "not searched");
    const draft: Draft = {
      ...factDraft(pair, fact),
      ...outcome,
      ...(outcome.severity === "error" ? softened.get(fact) : {}),
    };
    if (outcome.verdict === "unknown" && search?.spare !== undefined) spares.push({ draft, witness: search.spare });
    return draft;
  });
}

/** The rule by which other alternatives take what a difference inside one of them refuses. */
function coveredBy({ node, graph, reaches }: DifferingPair, fact: Fact): string | undefined {
  const isProved = within(() => reaches.every(({ slot }) => isCovered(graph, slot.root, { node, fact })));
  return isProved === true ? "another-alternative-takes-it" : undefined;
}

/** The witness for a limit too large for a generated value. */
function ruled(comparison: Comparison, { node, reaches }: DifferingPair, fact: Fact): Witness | undefined {
  const [reach] = reaches;
  if (reach === undefined || fact.provedBy !== undefined) return undefined;
  const pointer = factPointer(reach.slot.graph.sides.consumer, node.consumer, fact) ?? "";
  return witnessByRule(comparison, { node, fact, pointer }, reach);
}

/**
 * A draft without a verdict, and a witness at its place that is about something else: a break that no difference explains is
 * reported with a difference that could not be judged otherwise.
 */
export interface Spare {
  readonly draft: Draft;
  readonly witness: Witness;
}

/** The drafts, with such a break in place of the first draft that could show it. */
export function withSpares(drafts: readonly Draft[], spares: readonly Spare[], stabilities: Stabilities): Draft[] {
  const broken = new Set(
    drafts.filter(({ witness }) => witness !== undefined).flatMap(({ operations }) => [...operations]),
  );
  return drafts.map((draft) => {
    const spare = spares.find((one) => one.draft === draft);
    if (spare === undefined || [...draft.operations].some((name) => broken.has(name))) return draft;
    for (const name of draft.operations) broken.add(name);
    const { reason: _, ...rest } = draft;
    return { ...rest, ...stabilities.breaking(draft.operations), witness: spare.witness };
  });
}
