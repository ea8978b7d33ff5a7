// What a value may be whose parts may each be several things.
import type { JsonValue } from "../../json/value.ts";

/** Texts that may be numbers could be read in more ways than anybody wants to judge. */
export const MOST_COMBINATIONS = 16;

/**
 * One value of each list, in every way; the first of each comes first. Where there are too many ways, some are left
 * out, but not the last of each.
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
