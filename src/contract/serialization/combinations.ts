// Combines the possible values of several parts.
import type { JsonValue } from "../../json/value.ts";

/** Strings that may be numbers could otherwise be read in too many ways to validate. */
export const MOST_COMBINATIONS = 16;

/**
 * Every combination of one value from each list, starting with the first of each. If there are too many, some are left
 * out, but never the one with the last of each.
 */
export function combinations(lists: readonly (readonly JsonValue[])[]): JsonValue[][] {
  const all = lists.reduce((count, list) => Math.min(MOST_COMBINATIONS + 1, count * list.length), 1);
  const pick = (at: number): JsonValue[] => {
    let rest = at;
    return lists.map((list) => {
      const value = list[rest % list.length] as JsonValue;
      rest = Math.floor(rest / list.length);
      return value;
    });
  };
  const found = Array.from({ length: Math.min(all, MOST_COMBINATIONS) }, (_, at) => pick(at));
  if (all > MOST_COMBINATIONS) found[1] = lists.map((list) => list.at(-1) as JsonValue);
  return found;
}
