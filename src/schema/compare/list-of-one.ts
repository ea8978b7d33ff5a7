// In a query, "q=1" may be the number 1 or a list with that one number. A parameter may therefore change from one value
// to a list without breaking clients, if the items of the list accept every value that was allowed before; and from a list
// to one value, if nobody could send two.
import type { Compared, Fact } from "../keywords/fact.ts";
import { typeFact } from "../keywords/values.ts";
import { NOT_EMPTY, join } from "../form/conjunction.ts";
import { hasFacts } from "../form/facts.ts";
import { type NormalForm, isOnly } from "../form/normal-form.ts";
import type { Differences, Edge, FormPair, Graph, Step } from "./graph.ts";

/** From a list to its only item, which is the whole value on the other side. */
const ITEM: Step = { kind: "item", index: 0, isWhole: true };

/**
 * Compares single values with lists, both written as text; undefined for all other pairs.
 */
export function listOfOne(graph: Graph, forms: FormPair, compared: Compared): Differences | undefined {
  const { producer, given, wanted } = forms;
  if (!graph.sides.textual) return undefined;
  const fact = typeFact(compared);
  if (fact === undefined) return undefined;
  if (isSingle(wanted) && isListOfAnyLength(given)) return oneOfList(graph, forms, fact);
  if (!isSingle(given) || !isListOfAnyLength(wanted)) return undefined;
  // If the items refuse what was sent, the finding is about the items.
  const isTaken = (): boolean =>
    takesAllParts(graph.sides.consumer.form(wanted.items)) || !graph.contained(producer, wanted.items);
  const fits = isOneText(given) || (takesAnyList(wanted) && isTaken());
  const edge: Edge = { step: ITEM, to: graph.pair(producer, wanted.items) };
  return { facts: [fits ? { ...fact, provedBy: "read-as-list-of-one" } : fact], edges: [edge] };
}

/** The rule for a list of which at most one item is sent. */
export const ONLY_ITEM = "sent-as-its-only-item";

/** A list becomes a single value, which is the only item, if there are never two. */
function oneOfList(graph: Graph, { producer, given, consumer }: FormPair, fact: Fact): Differences {
  // In a path, no text is empty, so no only item is.
  const item = producer.includes(NOT_EMPTY) ? join(given.items, NOT_EMPTY, graph.sides.work) : given.items;
  const edges: Edge[] = [{ step: ITEM, to: graph.pair(item, consumer) }];
  if (isAtMostOne(graph, given)) return { facts: [{ ...fact, provedBy: ONLY_ITEM }], edges };
  // If each item is accepted, a refusal is about there being several.
  const isWhole = graph.contained(item, consumer);
  return { facts: [isWhole ? { ...fact, refusedBy: "any" } : fact], edges };
}

function isAtMostOne({ sides }: Graph, { bounds, uniqueItems, items }: NormalForm): boolean {
  if (bounds.maxItems !== undefined && bounds.maxItems <= 1) return true;
  const { values } = sides.producer.form(items);
  return uniqueItems && values !== undefined && values.length <= 1;
}

const SINGLE: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean"]);

function isSingle({ types }: NormalForm): boolean {
  return types !== undefined && types.size > 0 && [...types].every((type) => SINGLE.has(type));
}

/** True for lists that may have one item, if the schema only limits the items and their number. */
function isListOfAnyLength(form: NormalForm): boolean {
  const { bounds, groups, opaque, prefix, values } = form;
  const isList = isOnly(form, "array") && values === undefined;
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
function takesAllParts(form: NormalForm): boolean {
  const { types, values, bounds, groups, opaque } = form;
  const isAny = values === undefined && groups.length === 0 && opaque.length === 0;
  return isAny && types?.has("string") !== false && bounds.minLength === undefined && !hasFacts(form, "string");
}

function takesAnyList(form: NormalForm): boolean {
  return form.bounds.maxItems === undefined && !hasFacts(form, "array");
}
