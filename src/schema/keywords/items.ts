// Items: those of a tuple, the others, how many there are, and whether they must be unique.
import { ANYTHING_GOES, type Conjunction, join } from "../form/conjunction.ts";
import { ANYTHING, type NormalForm } from "../form/normal-form.ts";
import { type Keeps, atMost } from "./bounds.ts";
import type { Refusals } from "./fact.ts";
import { type At, isSchema } from "./reading.ts";
import type { Rule } from "./rule.ts";
import type { JsonObject } from "../../json/value.ts";

/** What a schema object says about items. */
export function readItems(definition: JsonObject, at: At): Pick<NormalForm, "prefix" | "items"> {
  const prefix = definition["prefixItems"];
  return {
    prefix: Array.isArray(prefix) ? prefix.map((_, index) => at("prefixItems", index)) : ANYTHING.prefix,
    items: isSchema(definition["items"]) ? at("items") : ANYTHING_GOES,
  };
}

/** The tuple items if both schemas apply. */
export function mergePrefix(a: NormalForm, b: NormalForm): Conjunction[] {
  const length = Math.max(a.prefix.length, b.prefix.length);
  return Array.from({ length }, (_, index) => join(a.prefix[index] ?? a.items, b.prefix[index] ?? b.items));
}

/** A list with at most one item has no duplicates. */
export const UNIQUE: Rule = {
  keyword: "uniqueItems",
  type: "array",
  read: ({ uniqueItems }) => (uniqueItems ? true : undefined),
  implied: (producer, _, { medium }) =>
    (producer.bounds.maxItems ?? medium.mostItems?.(producer) ?? 2) <= 1 ? "one-item-at-most" : undefined,
};

/** A tuple after which nothing may follow has no more items than it names. */
export const ITEMS_KEPT: readonly (readonly [keyword: string, keeps: Keeps])[] = [
  ["maxItems", (form, limit, medium) => atMost(medium.mostItems?.(form), limit)],
];

/** What is no longer evaluated is left over for `unevaluatedItems`. */
export const ITEMS_REFUSED: Refusals = [
  ["minContains", ["contains"]],
  ["maxContains", ["contains"]],
  ["prefixItems", ["unevaluatedItems"]],
  ["items", ["items", "unevaluatedItems"]],
];
