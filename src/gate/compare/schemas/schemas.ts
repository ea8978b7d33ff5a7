// Turns the slots of all operations into changes: compares each differing pair of components once, and lists the
// operations that lead to it.
import { isAmong } from "../../../json/value-set.ts";
import type { JsonValue } from "../../../json/value.ts";
import { isCovered } from "../../../schema/compare/alternatives/covered.ts";
import { NOT_COMPARED, attempt } from "../../../schema/failure.ts";
import { OUT_OF_BUDGET, Work } from "../../../schema/work.ts";
import { schemaKind } from "../../kinds/schema.ts";
import type { Draft, Gone, Witness } from "../../model.ts";
import { describeFact } from "./describe.ts";
import { factPointer } from "./fact-pointer.ts";
import type { Graph, PairNode } from "../../../schema/compare/graph.ts";
import { type AllReached, isToldBefore } from "./places.ts";
import type { Fact } from "../../../schema/families/fact.ts";
import type { Sender } from "../../surface/model.ts";
import type { Comparison, Slot } from "../context.ts";
import { byLetter } from "./by-letter.ts";
import { witnessByRule } from "./by-rule.ts";
import { OwnProperties } from "./own-properties.ts";
import { formDraft } from "./serialization.ts";
import { NOTHING_FOUND, type Reach, type SearchResult } from "./search.ts";
import { searchAll } from "./searches.ts";
import type { Stabilities } from "../../surface/stabilities.ts";

interface DifferingPair {
  readonly node: PairNode;
  readonly sender: Sender;
  readonly reaches: Reach[];
  readonly operations: Set<string>;
  /** The path within the operation that is listed first, because a reader looks there. */
  told: Reach;
}

/** Compares all schemas of values that are sent. */
export function compareSchemas(comparison: Comparison, reached: AllReached, stabilities: Stabilities): Draft[] {
  const drafts: Draft[] = [];
  const differing = new Map<string, DifferingPair>();
  for (const one of reached.found) if (one.node.facts.length > 0) meet(differing, one);
  const late = [...reached.unfinished];
  for (const slot of comparison.slots) {
    if (!slot.formChanged || stabilities.isFree(slot.pair.base)) continue;
    const found = Work.within(() =>
      attempt(
        () => formDraft(comparison, slot, stabilities),
        (why) => notCompared([slot.pair.base.name], why, slot),
      ),
    );
    if (found === undefined) late.push(slot);
    else drafts.push(found);
  }
  drafts.push(...unfinished(late.map(({ pair }) => pair.base.name)));
  const spares: Spare[] = [];
  const own = new OwnProperties(reached.found);
  const pairs = cheapFirst([...differing.values()]);
  const known = new Map(pairs.map((pair) => [pair, knownOf(pair)]));
  const doubtful = pairs.filter((pair) => known.get(pair)?.proved === undefined && isDoubtful(pair.node));
  const searches = searchDoubtful(comparison, doubtful);
  for (const pair of pairs) {
    const judged = { ...(known.get(pair) as Known), pair, spares, search: searches.get(pair) };
    const found = meetingDrafts(comparison, judged, stabilities);
    const isFolded = pair.reaches.every((reach) => own.hold(reach));
    drafts.push(...(isFolded ? found.filter(({ verdict }) => verdict !== "compatible") : found));
  }
  return withSpares(drafts, spares, stabilities);
}

/** Pairs that the first few values usually prove go first, and leave the rest of their share to expensive pairs. */
function cheapFirst(pairs: readonly DifferingPair[]): readonly DifferingPair[] {
  const isHard = ({ node }: DifferingPair): boolean => node.facts.some(({ keyword }) => HARD.has(keyword));
  return [...pairs.filter((pair) => !isHard(pair)), ...pairs.filter(isHard)];
}

const HARD: ReadonlySet<string> = new Set(["oneOf", "anyOf", "not", "if", "maxItems", "minItems", "uniqueItems"]);

function searchDoubtful(
  comparison: Comparison,
  pairs: readonly DifferingPair[],
): ReadonlyMap<DifferingPair, SearchResult> {
  const [first] = pairs;
  if (first === undefined) return new Map();
  const places = pairs.map((pair) => ({ pair, node: pair.node, reaches: sorted(pair.reaches) }));
  const found = searchAll(comparison, places, graphOf(first).sides.work);
  return new Map([...found].map(([{ pair }, result]) => [pair, result]));
}

/** True if no rule proves every difference harmless, so that values must be tried. */
function isDoubtful({ facts }: PairNode): boolean {
  return facts.some(({ provedBy, keyword }) => provedBy === undefined && keyword !== NOT_COMPARED);
}

interface Spare {
  readonly draft: Draft;
  readonly witness: Witness;
}

/** Reports a break that no difference explains with the first difference that could not be judged otherwise. */
function withSpares(drafts: readonly Draft[], spares: readonly Spare[], stabilities: Stabilities): Draft[] {
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

function meet(differing: Map<string, DifferingPair>, { node, slot, trail }: Reach & { node: PairNode }): void {
  const key = `${slot.sender} ${slot.graph.sides.textual} ${node.key}${node.producer.isEmpty && node.consumer.isEmpty ? slot.basePlace : ""}`;
  const reach = { slot, trail };
  const pair: DifferingPair = differing.get(key) ?? {
    node,
    sender: slot.sender,
    reaches: [],
    operations: new Set(),
    told: reach,
  };
  differing.set(key, pair);
  if (isToldBefore(reach, pair.told)) pair.told = reach;
  pair.operations.add(slot.pair.base.name);
  if (!pair.reaches.some((reach) => reach.slot.root === slot.root)) pair.reaches.push(reach);
}

/** What is known about a pair without a search. */
interface Known {
  /** Why none of it is breaking, if that is proved. */
  readonly proved: string | undefined;
  readonly softened: ReadonlyMap<Fact, ReturnType<typeof byLetter>>;
}

function knownOf(pair: DifferingPair): Known {
  const { node } = pair;
  const graph = graphOf(pair);
  const { trail } = sorted(pair.reaches)[0] as Reach;
  return {
    proved: within(() => graph.provedBy(node)),
    softened: within(() => new Map(node.facts.map((fact) => [fact, byLetter(graph, node, fact, trail)]))) ?? new Map(),
  };
}

/** What could not be found out, for lack of work or because something failed, is not known. */
function within<Result>(run: () => Result): Result | undefined {
  return Work.within(() => attempt(run, () => undefined));
}

interface Judged extends Known {
  readonly pair: DifferingPair;
  readonly spares: Spare[];
  /** The result of the search, if values had to be tried. */
  readonly search: SearchResult | undefined;
}

function meetingDrafts(
  comparison: Comparison,
  { pair, spares, proved, softened, search }: Judged,
  stabilities: Stabilities,
): Draft[] {
  const { node } = pair;
  const hasOtherType = node.facts.some(
    (fact) => fact.keyword === "type" && softened.get(fact) === undefined && search?.witnesses.has(fact) === true,
  );
  return node.facts.flatMap((fact) => {
    // Once a change of type is shown, unproved changes of the same schema add nothing.
    if (hasOtherType && fact.provedBy === undefined && search?.witnesses.has(fact) !== true) return [];
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
          ? { verdict: "compatible" as const, severity: "none" as const, reason: proof }
          : { verdict: "unknown" as const, severity: "none" as const, reason: search?.reason ?? "not searched" };
    const draft: Draft = {
      ...draftOf(pair, fact),
      ...outcome,
      ...(outcome.severity === "error" ? softened.get(fact) : {}),
    };
    if (outcome.verdict === "unknown" && search?.spare !== undefined) spares.push({ draft, witness: search.spare });
    return draft;
  });
}

/** The rule by which other alternatives take what a difference inside one of them refuses. */
function coveredBy(pair: DifferingPair, fact: Fact): string | undefined {
  const graph = graphOf(pair);
  const isProved = within(() =>
    pair.reaches.every(({ slot }) => isCovered(graph, slot.root, { node: pair.node, fact })),
  );
  return isProved === true ? "another-alternative-takes-it" : undefined;
}

/** The witness for a limit too large for a generated value. */
function ruled(comparison: Comparison, { node, reaches }: DifferingPair, fact: Fact): Witness | undefined {
  const [reach] = sorted(reaches);
  if (reach === undefined || fact.provedBy !== undefined) return undefined;
  const pointer = factPointer(reach.slot.graph.sides.consumer, node.consumer, fact) ?? "";
  return witnessByRule(comparison, { node, fact, pointer }, reach);
}

function graphOf({ reaches }: DifferingPair): Graph {
  return (reaches[0] as Reach).slot.graph;
}

function sorted(reaches: readonly Reach[]): Reach[] {
  return [...reaches].sort((a, b) => a.trail.length - b.trail.length);
}

function draftOf(pair: DifferingPair, fact: Fact): Omit<Draft, "verdict" | "severity"> {
  const { node, sender, operations, told } = pair;
  const { slot } = sorted(pair.reaches)[0] as Reach;
  const { sides } = slot.graph;
  const producer = factPointer(sides.producer, node.producer, fact);
  const consumer = factPointer(sides.consumer, node.consumer, fact);
  const [base, revision] = sender === "client" ? [producer, consumer] : [consumer, producer];
  return {
    kind: schemaKind(slot.direction, fact.keyword),
    subject: fact.name ?? "",
    ...(fact.name === undefined ? { values: differingValues(fact) } : {}),
    operations,
    direction: slot.direction,
    basePointer: base ?? slot.basePlace,
    revisionPointer: revision ?? slot.revisionPlace,
    ...describeFact(fact, { sender, label: told.slot.label, trail: told.trail, gone: goneFrom(pair, fact) }),
  };
}

/** Where a property is gone from that was always sent: it need not be sent, and nothing describes it any more. */
function goneFrom({ node, reaches }: DifferingPair, { name, keyword }: Fact): Gone | undefined {
  const { slot } = reaches[0] as Reach;
  if (slot.sender === "client" || keyword !== "required" || name === undefined) return undefined;
  const { producer, consumer } = slot.graph.sides;
  const [sent, read] = [producer.form(node.producer), consumer.form(node.consumer)];
  // Alternatives and patterns may still describe it.
  if (sent.groups.length > 0 || sent.patternProperties.size > 0) return undefined;
  if (sent.properties.has(name) || !read.properties.has(name)) return undefined;
  return `gone from the ${slot.direction === "request" ? "request" : "response"}`;
}

/** The values that the producer may send and the consumer does not accept; for limits, both limits. */
function differingValues({ producer = null, consumer = null }: Fact): JsonValue {
  if (!Array.isArray(consumer)) return [producer, consumer];
  const sent: readonly JsonValue[] = Array.isArray(producer) ? producer : [];
  const known: readonly JsonValue[] = consumer;
  const gone = sent.length === 0 ? known : sent.filter((value) => !isAmong(known, value));
  return [...gone];
}

/** The change for a part of some operations that could not be compared. @param slot where, if it is a part of them */
export function notCompared(operations: readonly string[], why: string, slot?: Slot): Draft {
  return {
    kind: NOT_COMPARED,
    subject: slot?.label ?? operations.join(" "),
    operations: new Set(operations),
    direction: slot?.direction ?? null,
    ...(slot === undefined ? {} : { basePointer: slot.basePlace, revisionPointer: slot.revisionPlace }),
    text: slot === undefined ? why : `${slot.label}: ${why}`,
    verdict: "unknown",
    severity: "none",
    reason: "what failed is told above",
    fix: "look at the place: if the document is right there, tell us",
  };
}

/** One change for all operations that the work budget did not cover. */
export function unfinished(operations: readonly string[]): Draft[] {
  if (operations.length === 0) return [];
  return [
    {
      kind: "unfinished",
      subject: "",
      operations: new Set(operations),
      direction: null,
      text: "these operations were not compared to the end",
      verdict: "unknown",
      severity: "none",
      reason: OUT_OF_BUDGET,
      fix: "allow more work with --budget-ms",
    },
  ];
}
