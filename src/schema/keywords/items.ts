// Items: those of a tuple, the others, how many there are, and whether they must be unique.
import { ANYTHING_GOES, type Conjunction, join } from "../form/conjunction.ts";
import { ANYTHING, type NormalForm } from "../form/normal-form.ts";
import { reaches } from "../form/bounds.ts";
import { LIST, NEWER, type Keywords, type Rule, SCHEMA, counted } from "./keyword.ts";
import { type At, isSchema } from "./reading.ts";
import type { ViolationParams } from "../model.ts";
import type { Work } from "../work.ts";
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
export function mergePrefix(a: NormalForm, b: NormalForm, work: Work): Conjunction[] {
  const length = Math.max(a.prefix.length, b.prefix.length);
  return Array.from({ length }, (_, index) => join(a.prefix[index] ?? a.items, b.prefix[index] ?? b.items, work));
}

/** A list with at most one item has no duplicates. */
const UNIQUE: Rule = {
  read: ({ uniqueItems }) => (uniqueItems ? true : undefined),
  implied: (producer, _, { medium }) =>
    (producer.bounds.maxItems ?? medium.mostItems?.(producer) ?? 2) <= 1 ? "one-item-at-most" : undefined,
};

const ARRAY = { type: "array" } as const;
const COUNT = { family: "count", ...ARRAY } as const;
const ITEMS = { ...SCHEMA, applies: "item", ...ARRAY } as const;
const fewer = ({ limit }: ViolationParams): string => `must have ${counted(limit, "item")} or fewer`;

/** What is no longer evaluated is left over for `unevaluatedItems`. */
export const ITEM_KEYWORDS: Keywords = {
  minItems: {
    ...COUNT,
    refusal: ({ limit }) => `must have ${counted(limit, "item")} or more`,
    noun: "minimum number of items",
  },
  maxItems: {
    ...COUNT,
    // A tuple after which nothing may follow has no more items than it names.
    keeps: (form, limit, medium) => reaches("upper", medium.mostItems?.(form), limit),
    refusal: fewer,
    noun: "maximum number of items",
  },
  uniqueItems: {
    family: "unique",
    ...ARRAY,
    means: (said) => (said === true ? { uniqueItems: true } : undefined),
    rule: UNIQUE,
    refusal: () => "must not have the same item twice",
    noun: "the rule that items are unique",
    change: ["has items that must now be unique, or no longer", "leave it as it was"],
  },
  prefixItems: {
    ...LIST,
    applies: "item",
    ...ARRAY,
    ...NEWER,
    refusedBy: ["unevaluatedItems"],
    noun: "the rule for the first items",
    change: ["has different first items", "keep the items as they were"],
  },
  items: {
    ...ITEMS,
    states: "nothing",
    refusedBy: ["items", "unevaluatedItems"],
    refusal: fewer,
    noun: "the rule for items",
    change: ["has different items", "keep the items as they were"],
  },
  additionalItems: {
    ...ITEMS,
    ...NEWER,
    noun: "the rule for further items",
    change: ["has different items after the first ones", "keep the items as they were"],
  },
  contains: {
    ...ITEMS,
    ...NEWER,
    refusal: () => "must have as many items that match as it asks for",
    noun: "a rule for an item that must be there",
    change: ["must contain a different item", "keep the required item as it was"],
  },
  minContains: {
    ...COUNT,
    ...NEWER,
    refusedBy: ["contains"],
    noun: "minimum number of matching items",
    change: ["has a different minimum number of matching items", "do not raise it"],
  },
  maxContains: {
    ...COUNT,
    ...NEWER,
    refusedBy: ["contains"],
    noun: "maximum number of matching items",
    change: ["has a different maximum number of matching items", "do not lower it"],
  },
  unevaluatedItems: {
    ...ITEMS,
    ...NEWER,
    refusal: fewer,
    noun: "the rule for items that nothing else describes",
    change: ["has different unevaluated items", "keep allowing what was allowed"],
  },
};
