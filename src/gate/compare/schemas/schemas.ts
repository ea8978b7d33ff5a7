// Turns the slots of all operations into changes: compares each differing pair of components once, and lists the
// operations that lead to it.
import { NOT_COMPARED, tried } from "../../../schema/failure.ts";
import type { PairNode } from "../../../schema/compare/graph.ts";
import type { Draft } from "../../model.ts";
import type { Stabilities } from "../../surface/stabilities.ts";
import { type Comparison, judgesOf, type Slot } from "../context.ts";
import { notCompared, unfinished } from "./not-compared.ts";
import { type AllReached, differingPairs } from "./places.ts";
import { searchAll } from "./search.ts";
import { judgedDrafts, type Known, knownOf, type Spare, withSpares } from "./verdicts.ts";
import { drawContext } from "../../exchange/draw.ts";
import { asTexts } from "../../../contract/serialization/untyped.ts";
import { compatible } from "../../outcomes.ts";
import { WIRE_KINDS } from "../../kinds/wire.ts";
import { proposals } from "../../../schema/compare/proposals/values.ts";
import { tryExchange } from "../proof.ts";
import { equalJson } from "../../../json/value.ts";

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

/**
 * The effect of a changed serialization of a parameter or header on the values sent: even with equal schemas, one side may
 * misread the values that the other writes.
 */
function formDraft(comparison: Comparison, slot: Slot, stabilities: Stabilities): Draft {
  const context = drawContext(judgesOf(comparison, slot.sender), slot.sender, comparison.open);
  let misread = false;
  for (const value of proposals(context, slot.root.producer, slot.root.consumer, 4)) {
    const exchange = slot.assemble(value);
    const { witness, reason } = tryExchange(comparison, slot.pair, exchange);
    if (witness !== undefined) return { ...common(slot), ...stabilities.breaking([slot.pair.base.name]), witness };
    if (exchange === undefined || reason !== undefined || slot.reread === undefined) continue;
    const readings = slot.reread(exchange) ?? [];
    misread ||= !readings.some((reading) => equalJson(asTexts(reading), asTexts(value)));
  }
  if (!misread) return { ...common(slot), ...compatible("both forms are read alike") };
  const text = `${common(slot).text}: what is sent is read as something else, or not at all`;
  const { severity } = stabilities.breaking([slot.pair.base.name]);
  return { ...common(slot), verdict: "policy", severity, text };
}

function common(slot: Slot): Omit<Draft, "verdict" | "severity"> {
  return {
    kind: `${slot.direction}-style`,
    subject: slot.label,
    operations: new Set([slot.pair.base.name]),
    direction: slot.direction,
    basePointer: slot.basePlace,
    revisionPointer: slot.revisionPlace,
    text: `${slot.label}: the way it is written (style, explode or content) changed`,
    fix: WIRE_KINDS[`${slot.direction}-style`].help,
  };
}
