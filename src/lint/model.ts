// The types of lint: rules that examine one document, and their findings.
import type { LintContext } from "./context.ts";

/** An error fails the run, a warning does so only with --strict, and a note never does. */
export type LintSeverity = "error" | "warning" | "note";

/** A place that a rule complains about. */
export interface Complaint {
  /** Its location in the document. */
  readonly pointer: string;
  /** What was found there, in one line. */
  readonly said: string;
  /** Set if the rule could not decide: neither kept nor broken. */
  readonly undecided?: true;
}

/** Reported if the work budget was not enough for a rule. */
export const OUT_OF_WORK: Complaint = {
  pointer: "",
  said: "the budget of work was used up before every part was looked at",
  undecided: true,
};

export interface Rule {
  /** Frozen, because reports and baselines contain it. */
  readonly id: string;
  readonly severity: LintSeverity;
  /** What the rule says must be true of a document. */
  readonly claim: string;
  /** What goes wrong in the mock, the suite or the gate otherwise. */
  readonly reason: string;
  readonly fix: string;
  /** Finds the places that break the rule. */
  readonly find: (context: LintContext) => readonly Complaint[];
}

/** One finding: a complaint and the rule that made it. */
export interface LintFinding extends Complaint {
  readonly rule: Rule;
}

export interface LintResult {
  readonly findings: readonly LintFinding[];
  /** Rules that the document follows. */
  readonly kept: readonly Rule[];
}
