// In a query, "q=1" may be the number 1 or a list with that one number. A parameter may therefore change from one value
// to a list without breaking clients, if the items of the list accept every value that was allowed before.
import type { Compared } from "../families/fact.ts";
import { ruleFacts } from "../families/rule.ts";
import { TYPES } from "../families/values.ts";
import type { NormalForm } from "../normal/normal-form.ts";
import type { Differences, Edge, FormPair, Graph } from "./graph.ts";

/**
 * Compares a producer of single values with a consumer of lists, both written as text; undefined for all other pairs.
 */
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

/** True for lists that may have one item, if the schema only limits the items and their number. */
function isListOfAnyLength({ types, bounds, groups, opaque, prefix, values }: NormalForm): boolean {
  const isList = types?.size === 1 && types.has("array") && values === undefined;
  const isPlain = groups.length === 0 && opaque.length === 0 && prefix.length === 0;
  return isList && isPlain && Number(bounds.minItems ?? 0) <= 1 && Number(bounds.maxItems ?? 1) >= 1;
}

/** The characters that separate items, in all styles that write a list as one text. */
const SEPARATORS = /[, |]/;

/** True if no value contains a separator, so that each is one item in every style. */
function isOneText({ types, values }: NormalForm): boolean {
  if (types?.has("string") !== true) return true;
  return values !== undefined && values.every((value) => typeof value !== "string" || !SEPARATORS.test(value));
}

/** True if the schema accepts every part of a text that it accepts. */
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
