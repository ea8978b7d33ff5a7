// Witnesses for limits so large that no generated value crosses them. If a list, string or map may grow without limit,
// the witness is a small value that both sides allow, and the size to which it must grow.
import { isJson } from "../../../contract/media.ts";
import { appendPointer } from "../../../json/pointer.ts";
import { type JsonValue, isNumeric, isObject } from "../../../json/value.ts";
import type { Graph, PairNode, Step } from "../../../schema/compare/graph.ts";
import { SMALLEST, lift } from "../../../schema/compare/proposals/lift.ts";
import { proposals } from "../../../schema/compare/proposals/values.ts";
import type { Fact } from "../../../schema/keywords/fact.ts";
import { KEYWORDS } from "../../../schema/keywords.ts";
import { namePatterns, propertyConstraint } from "../../../schema/keywords/properties.ts";
import { ANYTHING_GOES, type Conjunction } from "../../../schema/form/conjunction.ts";
import { hasFacts } from "../../../schema/form/facts.ts";
import type { NormalForm } from "../../../schema/form/normal-form.ts";
import type { NormalForms } from "../../../schema/normal/normal-forms.ts";
import { Work } from "../../../schema/work.ts";
import { drawContext } from "../../exchange/draw.ts";
import type { Grown, Witness } from "../../model.ts";
import { type Comparison, consumerSide, judgesOf, producerSide } from "../context.ts";
import { tryExchange } from "../proof.ts";
import type { Reach } from "./places.ts";

const DEPTH = 2;
const TRIED = 10;

/** What grows until it crosses a limit. */
type Growing = "maxItems" | "maxLength" | "maxProperties";
const UNITS: ReadonlyMap<Growing, Grown["unit"]> = new Map([
  ["maxItems", "items"],
  ["maxLength", "characters"],
  ["maxProperties", "properties"],
]);

/** The witness for a limit that a list, string or map can cross, if nothing else limits its size. */
export function witnessByRule(
  comparison: Comparison,
  { node, fact, pointer }: { readonly node: PairNode; readonly fact: Fact; readonly pointer: string },
  { slot, trail }: Reach,
): Witness | undefined {
  const bound = fact.keyword as Growing;
  const unit = UNITS.get(bound);
  const limit = fact.consumer;
  if (unit === undefined || !isNumeric(limit) || slot.carrier !== "body" || !mayGrow(slot.graph, node, { unit, bound }))
    return;
  if (!isPlainWay(slot.graph.sides.producer, slot.root.producer, trail)) return;
  if (!isPlainWay(slot.graph.sides.consumer, slot.root.consumer, trail)) return;
  const { sides } = slot.graph;
  const context = drawContext(judgesOf(comparison, slot.sender), slot.sender, comparison.open);
  const shape = sides.producer.form(slot.root.producer);
  const at = trail.reduce((place, step) => appendPointer(place, step.kind === "property" ? step.name : 0), "");
  const drawn = Work.within(() => [...proposals(context, node.producer, ANYTHING_GOES, DEPTH)]) ?? [];
  const forms = [sides.producer.form(node.producer), sides.consumer.form(node.consumer)];
  for (const part of drawn.filter((one) => isSeed(one, unit, forms)).slice(0, TRIED)) {
    const value = lift(context, shape, trail, { part, filling: SMALLEST });
    const exchange = value === undefined ? undefined : slot.assemble(value);
    if (exchange?.body === undefined || !isJson(exchange.body.mediaType)) continue;
    const { witness, reason } = tryExchange(comparison, slot.pair, exchange);
    if (witness !== undefined || reason !== undefined) continue;
    const [acceptedBy, refusedBy] = [producerSide(comparison, slot.sender), consumerSide(comparison, slot.sender)];
    const grown: Grown = { at, unit, to: BigInt(limit) + 1n };
    const violation = {
      keyword: fact.keyword,
      params: { limit },
      at: `${slot.at}${at}`,
      message: KEYWORDS.get(bound)?.refusal?.({ limit }) ?? "",
      pointer,
    };
    const operation = slot.pair.producer.key;
    return {
      exchange,
      operation,
      acceptedBy: acceptedBy.name,
      refusedBy: refusedBy.name,
      violations: [violation],
      grown,
    };
  }
  return undefined;
}

/** True if, apart from the limit, neither side has a constraint that depends on the size of the value. */
function mayGrow(
  { sides }: Graph,
  node: PairNode,
  { unit, bound }: { readonly unit: Grown["unit"]; readonly bound: Growing },
): boolean {
  const [given, wanted] = [sides.producer.form(node.producer), sides.consumer.form(node.consumer)];
  const [most, limit] = [given.bounds[bound], wanted.bounds[bound]];
  if (sides.textual || limit === undefined || (most !== undefined && most <= limit)) return false;
  if (unit === "properties" && !sides.open && !given.freeNames) return false;
  return [given, wanted].every((form) => {
    if (hasFacts(form, KEYWORDS.get(bound)?.type)) return false;
    return (unit !== "items" || form.prefix.length === 0) && (unit !== "properties" || namePatterns(form).length === 0);
  });
}

/** True if no schema on the way to a place judges the value there as a whole. */
function isPlainWay(space: NormalForms, root: Conjunction, trail: readonly Step[]): boolean {
  let conjunction = root;
  for (const step of [...trail, undefined]) {
    const form = space.form(conjunction);
    if (!isPlain(form) || space.kinds(conjunction) !== undefined) return false;
    if (step?.kind === "property") conjunction = propertyConstraint(form, step.name, space.work);
    else if (step?.kind === "item") conjunction = form.prefix[step.index] ?? form.items;
    else if (step !== undefined) return false;
  }
  return true;
}

function isPlain({ never, values, groups, opaque }: NormalForm): boolean {
  return !never && values === undefined && groups.length === 0 && opaque.length === 0;
}

/** A value whose last item, letter or property (under a new name each time) can be repeated. */
function isSeed(value: JsonValue, unit: Grown["unit"], forms: readonly NormalForm[]): boolean {
  if (unit === "items") return Array.isArray(value) && value.length > 0;
  if (unit === "characters") return typeof value === "string" && /^[\w ]+$/.test(value);
  const last = isObject(value) ? Object.keys(value).at(-1) : undefined;
  // No schema constrains the name, whatever number is appended to it.
  return (
    last !== undefined && forms.every(({ properties }) => ![...properties.keys()].some((name) => name.startsWith(last)))
  );
}
