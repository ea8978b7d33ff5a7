// A shape with alternatives, as the shapes of its alternatives.
import { mergeShapes } from "../schema/merge.ts";
import type { Shape } from "../schema/shape.ts";
import type { SchemaSpace } from "../schema/space.ts";

const MAX_CASES = 12;

/** Every way to choose a branch of each group, as shapes without groups. Bounded. */
export function cases(space: SchemaSpace, shape: Shape, rounds = 4): Shape[] {
  const [group, ...rest] = shape.groups;
  if (group === undefined || rounds === 0) return [{ ...shape, groups: [] }];
  const remaining: Shape = { ...shape, groups: rest };
  const found: Shape[] = [];
  for (const branch of group.branches) {
    const merged = mergeShapes(remaining, space.shape(branch));
    if (!merged.never) found.push(...cases(space, merged, rounds - 1));
    if (found.length >= MAX_CASES) break;
  }
  return found.slice(0, MAX_CASES);
}
