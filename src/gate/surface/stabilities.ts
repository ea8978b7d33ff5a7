// Stability decides how binding a promise is. The level in the base counts, so that marking an operation as
// experimental in the same change that breaks it hides nothing.
import type { ChangeSeverity } from "../profiles.ts";
import type { Verdict } from "../model.ts";
import type { SurfaceOperation } from "./model.ts";
import { type Stability, stabilityOf } from "./lifecycle.ts";

export class Stabilities {
  readonly #levels = new Map<string, Stability | undefined>();

  constructor(operations: readonly SurfaceOperation[]) {
    for (const { name, value } of operations) {
      if (!this.#levels.has(name)) this.#levels.set(name, stabilityOf(value));
    }
  }

  /** True for operations that promised nothing: experimental in the base. */
  isFree(base: SurfaceOperation): boolean {
    return stabilityOf(base.value) === "experimental";
  }

  /** True if a change affects only such operations. */
  areFree(operations: Iterable<string>): boolean {
    return this.#are("experimental", operations);
  }

  /** Beta if a change affects only beta operations. */
  levelOf(operations: Iterable<string>): "stable" | "beta" {
    return this.#are("beta", operations) ? "beta" : "stable";
  }

  /** The severity of a proved break: a warning if it affects only beta operations. */
  breaking(operations: Iterable<string>): { verdict: Verdict; severity: ChangeSeverity } {
    return this.levelOf(operations) === "beta"
      ? { verdict: "policy", severity: "warning" }
      : { verdict: "breaking", severity: "error" };
  }

  #are(level: "experimental" | "beta", operations: Iterable<string>): boolean {
    let isAny = false;
    for (const name of operations) {
      if (this.#levels.get(name) !== level) return false;
      isAny = true;
    }
    return isAny;
  }
}
