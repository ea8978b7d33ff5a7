// Finds the same parameter in another operation.
import type { SurfaceOperation, SurfaceParameter } from "./model.ts";
import { once } from "../../memo.ts";

const byKey = once(({ parameters }: SurfaceOperation): ReadonlyMap<string, SurfaceParameter> => {
  // The first of several duplicates counts.
  return new Map(parameters.toReversed().flatMap((own) => keysOf(own).map((key) => [key, own] as const)));
});

/** The same parameter in another operation: path parameters match by position, header names without case. */
export function findParameter(operation: SurfaceOperation, wanted: SurfaceParameter): SurfaceParameter | undefined {
  const [key = ""] = keysOf(wanted);
  return byKey(operation).get(key);
}

/** Whether a parameter is only a name in two paths, so that nothing of it can differ: there may be thousands. */
export function bothUndescribed(one: SurfaceParameter, other: SurfaceParameter): boolean {
  return one.undescribed === true && other.undescribed === true;
}

/** The keys to find a parameter by, the one to look up first. */
function keysOf({ in: place, name, position }: SurfaceParameter): string[] {
  const named = `${place} ${name}`;
  return place === "path" && position >= 0 ? [`at ${position}`, named] : [named];
}
