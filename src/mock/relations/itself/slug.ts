// Identifiers that are made of titles, as they stand in addresses: "red-chair", and "red-chair-2" for another one.
import type { JsonObject } from "../../../json/value.ts";
import type { Identifier } from "../../../resource/model.ts";
import { isSlug, sluggedIn } from "./follows.ts";

/**
 * @param turn how many have the same title already
 * @returns undefined if items are identified otherwise, have no title, or may not be called so
 */
export function slugFor(
  { steps, schema, parameter }: Pick<Identifier, "steps" | "schema" | "parameter">,
  item: JsonObject,
  turn = 0,
): string | undefined {
  const slug = isSlug(steps.at(-1) ?? "") ? sluggedIn(item) : undefined;
  if (slug === undefined) return undefined;
  const key = turn === 0 ? slug : `${slug}-${turn + 1}`;
  return [schema, parameter?.schema].every((one) => one === undefined || one.validate(key).length === 0)
    ? key
    : undefined;
}
