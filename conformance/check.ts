// What a check is: one testable claim of the contract, addressed by a frozen id.
import type { Operation } from "../src/contract/model.ts";
import type { Exchange } from "./exchange.ts";
import type { Plan } from "./plan.ts";
import type { Target, TargetOptions } from "./target.ts";

export const FAMILIES = [
  "auth",
  "status",
  "errors",
  "parameters",
  "paging",
  "filters",
  "lists",
  "create",
  "fetch",
  "change",
  "lifecycle",
  "protocol",
  "schema",
] as const;

export type Family = (typeof FAMILIES)[number];

/** `must`: the document states it. `should`: it rests on an RFC, or on a decision of spec/decisions.md. */
export type Level = "must" | "should";

/** What a check is asked of: an operation, or one parameter or property of it. */
export interface Subject {
  readonly operation: Operation;
  /** The place in the document that makes the claim. */
  readonly pointer: string;
  /** The parameter, property or case, where an operation has several. */
  readonly about?: string;
}

export type Outcome =
  | { readonly verdict: "pass" }
  | {
      readonly verdict: "fail";
      readonly expected: string;
      readonly seen: string;
      readonly exchanges?: readonly Exchange[];
    }
  | { readonly verdict: "inconclusive"; readonly why: string; readonly needs: string }
  | { readonly verdict: "error"; readonly cause: unknown };

export type Verdict = Outcome["verdict"];

/**
 * When a check runs. `untouched`: before anything is written. `refusing`: requests that must add nothing. `creating`:
 * a few items, each a test of its own. `early`: while the store is as small as that. `main`: side by side, after more
 * items were added where there are too few. `changing`: what changes items, or should not. `record`: at the end, on
 * all exchanges that were recorded.
 */
export const STAGES = ["untouched", "refusing", "creating", "early", "main", "changing", "record"] as const;
export type Stage = (typeof STAGES)[number];

export interface Check<S extends Subject = Subject> {
  /** Frozen: "auth.missing-credential". */
  readonly id: string;
  readonly family: Family;
  readonly level: Level;
  /** Indicative, 70 characters or fewer. */
  readonly claim: string;
  /** The kind of place in the document, or the RFC and section, that the claim rests on. */
  readonly basis: string;
  /** The code of the Web Fuzzing Commons fault catalogue, where one fits. */
  readonly fault?: string;
  readonly stage: Stage;
  /** False where the user did not ask for what the check is about; it is then left out. */
  asked?(options: TargetOptions): boolean;
  /** True for checks that send requests which may change something. They are left out when read-only. */
  readonly writes?: boolean;
  applies(plan: Plan): readonly S[];
  run(subject: S, target: Target): Promise<Outcome>;
}

/** A check as the registry holds it: its own kind of subject is its own affair. */
export type AnyCheck = Check;

/** Declares a check, so that the kind of its subjects is inferred. */
export function defineCheck<S extends Subject>(check: Check<S>): Check<S> {
  return check;
}

export const PASS: Outcome = Object.freeze({ verdict: "pass" });

/** The claim does not hold: what was expected, what was seen, and the exchanges that show it. */
export function fail(expected: string, seen: string, ...exchanges: readonly Exchange[]): Outcome {
  return { verdict: "fail", expected, seen, ...(exchanges.length === 0 ? {} : { exchanges }) };
}

/** It cannot be told: why, and what would decide it. */
export function inconclusive(why: string, needs: string): Outcome {
  return { verdict: "inconclusive", why, needs };
}

/** Thrown inside a check when an exchange could not take place; the runner makes it `inconclusive`. */
export class Undecidable extends Error {
  readonly needs: string;
  constructor(why: string, needs: string) {
    super(why);
    this.name = "Undecidable";
    this.needs = needs;
  }
}

/** The outcome of several outcomes: the first failure, else the first that is not a pass. */
export function worst(outcomes: readonly Outcome[]): Outcome {
  for (const verdict of ["error", "fail", "inconclusive"] as const) {
    const found = outcomes.find((outcome) => outcome.verdict === verdict);
    if (found !== undefined) return found;
  }
  return PASS;
}
