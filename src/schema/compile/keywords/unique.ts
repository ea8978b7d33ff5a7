// Whether a list contains an item twice, in linear time.
import { canonical } from "../../../json/value-set.ts";
import type { JsonValue } from "../../../json/value.ts";

/** True if no two items are equal. */
export function areUnique(list: readonly JsonValue[]): boolean {
  const seen = new Set<string>();
  for (const item of list) seen.add(canonical(item));
  return seen.size === list.length;
}
