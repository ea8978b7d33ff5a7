// Lists inside a thing that paths below it are about: `/carts/{id}/line-items` for the `items` of a cart.
import { plainName, singular, thingOf, wordsOf } from "../paths.ts";
import { type SchemaNode, propertiesIn } from "../../schema/normal/schema-node.ts";

/** A list that a thing has, by its name, and what is in it. */
export interface PartList {
  readonly name: string;
  readonly items: SchemaNode;
}

/**
 * The list of a thing that a step below it names, in whole or by its last word.
 * @param step "line-items" for `lineItems`, `items` or `line_item_ids`
 */
export function listAt(thing: SchemaNode, step: string): PartList | undefined {
  const lists = [...propertiesIn(thing)].flatMap(([name, { items }]) => (items === undefined ? [] : [{ name, items }]));
  const whole = thingOf(step);
  const last = singular(wordsOf(step).at(-1) ?? "");
  return (
    lists.find(({ name }) => thingOf(name) === whole || plainName(name) === `${whole}ids`) ??
    lists.find(({ name }) => thingOf(name) === last)
  );
}

/** True if operations at a path below a thing change a list inside it: they answer with the thing, not with what is listed. */
export function changesList(thing: SchemaNode, step: string, answer: SchemaNode | undefined): boolean {
  const items = answer?.home === thing.home ? listAt(thing, step)?.items : undefined;
  return items !== undefined && items.home !== thing.home;
}
