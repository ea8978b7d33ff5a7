// Finds the same parameter in another operation.
import type { SurfaceOperation, SurfaceParameter } from "./model.ts";

const known = new WeakMap<SurfaceOperation, ReadonlyMap<string, SurfaceParameter>>();

/** The same parameter in another operation: path parameters match by position, header names without case. */
export function findParameter(operation: SurfaceOperation, wanted: SurfaceParameter): SurfaceParameter | undefined {
  let parameters = known.get(operation);
  if (parameters === undefined) {
    // The first of several duplicates counts.
    const all = operation.parameters.toReversed().flatMap((own) => keysOf(own).map((key) => [key, own] as const));
    parameters = new Map(all);
    known.set(operation, parameters);
  }
  const [key = ""] = keysOf(wanted);
  return parameters.get(key);
}

/** The keys to find a parameter by, the one to look up first. */
function keysOf({ in: place, name, position }: SurfaceParameter): string[] {
  const named = `${place} ${name}`;
  return place === "path" && position >= 0 ? [`at ${position}`, named] : [named];
}
