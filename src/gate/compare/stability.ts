// Stability decides how much a promise weighs. The level in the base counts: marking an operation as
// experimental in the same change that breaks it hides nothing.
import type { ChangeSeverity, Verdict } from "../model.ts";
import type { SurfaceOperation } from "../surface/model.ts";
import { stabilityOf } from "../surface/stability.ts";

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

  /** Beta where only beta operations are reached. */
  levelOf(operations: Iterable<string>): "stable" | "beta" {
    const names = [...operations];
    return names.length > 0 && names.every((name) => this.#beta.has(name)) ? "beta" : "stable";
  }

  /** How a proved break weighs: a warning when only beta operations are reached. */
  breaking(operations: Iterable<string>): { verdict: Verdict; severity: ChangeSeverity } {
    return this.levelOf(operations) === "beta"
      ? { verdict: "policy", severity: "warning" }
      : { verdict: "breaking", severity: "error" };
  }
}
