// Compares serialization: even with equal schemas, one side may misread the values that the other writes.
import { drawContext } from "../../exchange/draw.ts";
import { asTexts } from "../../../contract/serialization/untyped.ts";
import type { Draft } from "../../model.ts";
import { compatible } from "../../outcomes.ts";
import { WIRE_KINDS } from "../../kinds/wire.ts";
import { proposals } from "../../../schema/compare/proposals/values.ts";
import { type Comparison, type Slot, judgesOf } from "../context.ts";
import { tryExchange } from "../proof.ts";
import type { Stabilities } from "../../surface/stabilities.ts";
import { equalJson } from "../../../json/value.ts";

/** The effect of a changed serialization of a parameter or header on the values sent. */
export function formDraft(comparison: Comparison, slot: Slot, stabilities: Stabilities): Draft {
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
