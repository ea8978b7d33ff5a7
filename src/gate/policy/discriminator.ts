// How a discriminator changed: which values no longer choose what they chose.
import { type Choice, choiceOf } from "../../schema/normal/discriminator.ts";
import type { Sender } from "../surface/model.ts";
import { show } from "./parts.ts";
import type { JsonObject } from "../../json/value.ts";

/** How a discriminator changed, in words; undefined where the same values choose the same alternatives. */
export function discriminatorChange(base: JsonObject, revision: JsonObject, sender?: Sender): string | undefined {
  const [before, after] = [choiceOf(base), choiceOf(revision)];
  // Whoever reads may do without it, whoever sends may say more than before.
  if (sender === "client" ? after === undefined : sender === "server" && before === undefined) return undefined;
  const [own, other] = [base["discriminator"], revision["discriminator"]];
  if (before === undefined || after === undefined || before.property !== after.property) {
    return show(own) === show(other) ? undefined : `the discriminator changed from ${show(own)} to ${show(other)}`;
  }
  const known = sender === "server" ? before.mapping : after.mapping;
  const sent = sender === "server" ? after.mapping : before.mapping;
  const unknown = [...sent].filter((choice) => !isKnown(choice, { sent, known })).map(([value]) => value);
  if (unknown.length === 0) return undefined;
  const values = unknown.map((value) => show(value)).join(", ");
  return sender === "server"
    ? `clients do not know which alternative ${values} in ${show(before.property)} chooses`
    : `${values} in ${show(before.property)} no longer ${unknown.length === 1 ? "chooses its alternative" : "choose their alternatives"}`;
}

/** An alternative that is called otherwise on each side is the same one, and what it says is compared elsewhere. */
function isKnown(
  [value, target]: [string, string],
  { sent, known }: Record<"sent" | "known", Choice["mapping"]>,
): boolean {
  const other = known.get(value);
  if (other === undefined || other === target) return other !== undefined;
  return ![...sent.values()].includes(other) && ![...known.values()].includes(target);
}
