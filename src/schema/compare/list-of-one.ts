// What travels as text says nothing of being one value or a list: one text is read as a list of one where a list is asked
// for. So a value becomes a list without a break, if its items take what the value might be.
import type { Compared, Fact } from "../families/fact.ts";
import { ruleFacts } from "../families/rule.ts";
import { TYPES } from "../families/values.ts";
import type { NormalForm } from "../normal/normal-form.ts";
import type { Edge, FormPair, Graph } from "./graph.ts";

interface Differences {
  readonly facts: readonly Fact[];
  readonly edges: readonly Edge[];
}

/** The difference and the way on where the producer writes single values and the consumer reads lists; else undefined. */
export function listOfOne(
  graph: Graph,
  { producer, given, wanted }: FormPair,
  compared: Compared,
): Differences | undefined {
  if (!graph.sides.textual || !isSingle(given) || !isListOfAnyLength(wanted)) return undefined;
  const [fact] = ruleFacts(TYPES, compared);
  if (fact === undefined) return undefined;
  const items = graph.sides.consumer.form(wanted.items);
  const fits = isOneText(given) || (takesAllParts(items) && takesAnyList(wanted));
  const edge: Edge = { step: { kind: "item", index: 0 }, to: graph.pair(producer, wanted.items) };
  return { facts: [fits ? { ...fact, provedBy: "read-as-list-of-one" } : fact], edges: [edge] };
}

const SINGLE: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean"]);

function isSingle({ types }: NormalForm): boolean {
  return types !== undefined && types.size > 0 && [...types].every((type) => SINGLE.has(type));
}

/** True for lists of which nothing is said but what their items are and how many there may be, one among them. */
function isListOfAnyLength({ types, bounds, groups, opaque, prefix, values }: NormalForm): boolean {
  const isList = types?.size === 1 && types.has("array") && values === undefined;
  const isPlain = groups.length === 0 && opaque.length === 0 && prefix.length === 0;
  return isList && isPlain && Number(bounds.minItems ?? 0) <= 1 && Number(bounds.maxItems ?? 1) >= 1;
}

/** Whatever the style, the items of a list are told apart by one of these, or are written one by one. */
const SEPARATORS = /[, |]/;

/** True for values of which the text stands for one item in any style. */
function isOneText({ types, values }: NormalForm): boolean {
  if (types?.has("string") !== true) return true;
  return values !== undefined && values.every((value) => typeof value !== "string" || !SEPARATORS.test(value));
}

/** True where all parts of a text are taken, if the text is. */
function takesAllParts({ types, values, bounds, patterns, formats, groups, opaque }: NormalForm): boolean {
  const isAny = values === undefined && groups.length === 0 && opaque.length === 0;
  return (
    isAny &&
    types?.has("string") !== false &&
    bounds.minLength === undefined &&
    patterns.length === 0 &&
    formats.length === 0
  );
}

function takesAnyList({ bounds, uniqueItems }: NormalForm): boolean {
  return bounds.maxItems === undefined && !uniqueItems;
}
