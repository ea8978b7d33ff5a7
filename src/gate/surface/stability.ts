// Reads stability levels as documents mark them.
import type { JsonObject } from "../../json/value.ts";

export type Stability = "experimental" | "beta" | "stable";

const LEVELS: ReadonlyMap<string, Stability> = new Map(
  Object.entries({
    draft: "experimental",
    alpha: "experimental",
    experimental: "experimental",
    beta: "beta",
    stable: "stable",
  }),
);

/** The level of an operation or schema: stable without a marker, undefined if the marker is not a level. */
export function stabilityOf(value: JsonObject): Stability | undefined {
  const marker = value["x-stability-level"];
  if (marker === undefined) return "stable";
  return typeof marker === "string" ? LEVELS.get(marker) : undefined;
}

const RANKS: ReadonlyMap<string, number> = new Map(
  Object.entries({ draft: 0, experimental: 1, alpha: 1, beta: 2, stable: 4 }),
);

/** Ranks levels by how stable they are. The finer levels of other tools keep their order. */
export function stabilityRank(marker: unknown): number | undefined {
  if (marker === undefined) return 4;
  return typeof marker === "string" ? RANKS.get(marker) : undefined;
}
