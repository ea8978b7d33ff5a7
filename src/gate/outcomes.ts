// What a change comes to if nothing proves it breaking.
import type { Draft } from "./model.ts";

type Outcome = Pick<Draft, "verdict" | "severity"> & { readonly reason: string };

/** It breaks nothing. @param reason the rule that proves it */
export const compatible = (reason: string): Outcome => ({ verdict: "compatible", severity: "none", reason });

/** There is no verdict. */
export const unknown = (reason: string): Outcome => ({ verdict: "unknown", severity: "none", reason });
