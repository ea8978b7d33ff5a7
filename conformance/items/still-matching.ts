// Checks again before a list is blamed for missing items: others may have changed or removed them in the meantime.
import { itemIn } from "../places.ts";
import { idText } from "../../src/resource/items/identify.ts";
import { showScalar } from "../../src/contract/serialization/text.ts";
import type { Resource } from "../../src/resource/model.ts";
import { itemProbe } from "../probes/item.ts";
import { type FilterValue } from "../probes/filter-values.ts";
import { matching, ownItems } from "./known.ts";
import type { Target } from "../client/target.ts";
import { equalJson, isObject } from "../../src/json/value.ts";

/** A filter of a resource, and the value to filter by. */
export interface Sought extends FilterValue {
  readonly resource: Resource;
}

/**
 * Fetches items, one by one, to see whether a filter must still find them. Nobody else changes the run's own items, and
 * if items cannot be fetched, the last answer counts.
 * @returns those that it must find, at most as many as are needed
 */
export async function stillMatching(
  target: Target,
  { resource, filter, value }: Sought,
  ids: readonly string[],
  needed: number,
): Promise<string[]> {
  const { fetch } = resource.operations;
  const own = new Set(ownItems(target.session, resource).map(({ id }) => showScalar(id)));
  const certain = ids.filter((id) => own.has(id) || fetch === undefined).slice(0, needed);
  for (const id of ids) {
    if (certain.length >= needed) break;
    if (fetch === undefined || own.has(id)) continue;
    const item = itemIn(await target.ask({ ...itemProbe(resource, fetch, id), intent: "invalid" }));
    if (isObject(item) && equalJson(item[filter.property] ?? null, value)) certain.push(id);
  }
  return certain;
}

/** Like `stillMatching`, for every known item. */
export async function matchingStill(target: Target, sought: Sought, needed: number): Promise<string[]> {
  const { resource } = sought;
  const ids = matching(target.session, resource, sought).map((item) => idText(resource.identifier, item));
  return stillMatching(target, sought, ids, needed);
}
