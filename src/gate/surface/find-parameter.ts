// Which parameter of another operation is the same one.
import type { SurfaceOperation, SurfaceParameter } from "./model.ts";

const known = new WeakMap<SurfaceOperation, ReadonlyMap<string, SurfaceParameter>>();

/** The operation's parameter that is the same one: path parameters by their position, header names without case. */
export function findParameter(operation: SurfaceOperation, wanted: SurfaceParameter): SurfaceParameter | undefined {
  let parameters = known.get(operation);
  if (parameters === undefined) {
    // Of several alike, the first counts.
    const all = operation.parameters.toReversed().flatMap((own) => keysOf(own).map((key) => [key, own] as const));
    parameters = new Map(all);
    known.set(operation, parameters);
  }
  const [key = ""] = keysOf(wanted);
  return parameters.get(key);
}

/** By what it is found: first by what it is looked for. */
function keysOf({ in: place, name, position }: SurfaceParameter): string[] {
  const named = `${place} ${name}`;
  return place === "path" && position >= 0 ? [`at ${position}`, named] : [named];
}
