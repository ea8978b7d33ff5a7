// Stability decides how much a promise weighs. The level in the base counts: marking an operation as
// experimental in the same change that breaks it hides nothing.
import type { ChangeSeverity, Verdict } from "../model.ts";
import type { SurfaceOperation } from "../surface/model.ts";
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

/** The level of an operation or schema; undefined where the marker is no level. Without a marker: stable. */
export function stabilityOf(value: JsonObject): Stability | undefined {
  const marker = value["x-stability-level"];
  if (marker === undefined) return "stable";
  return typeof marker === "string" ? LEVELS.get(marker) : undefined;
}

const RANKS: ReadonlyMap<string, number> = new Map(
  Object.entries({ draft: 0, experimental: 1, alpha: 1, beta: 2, stable: 4 }),
);

/** How stable each level is, for comparing. The finer words of other tools keep their order. */
export function stabilityRank(marker: unknown): number | undefined {
  if (marker === undefined) return 4;
  return typeof marker === "string" ? RANKS.get(marker) : undefined;
}

export class Stabilities {
  readonly #beta = new Set<string>();

  constructor(operations: readonly SurfaceOperation[]) {
    for (const operation of operations) {
      if (stabilityOf(operation.value) === "beta") this.#beta.add(operation.name);
    }
  }

  /** True for operations that promised nothing: experimental in the base. */
  isFree(base: SurfaceOperation): boolean {
    return stabilityOf(base.value) === "experimental";
  }

  /** How a proved break weighs: a warning when only beta operations are reached. */
  breaking(operations: Iterable<string>): { verdict: Verdict; severity: ChangeSeverity } {
    const beta = [...operations].every((name) => this.#beta.has(name));
    return beta ? { verdict: "policy", severity: "warning" } : { verdict: "breaking", severity: "error" };
  }
}
