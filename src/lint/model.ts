// What lint is made of: rules that look at one document, and what they have to say about it.
import type { LintContext } from "./context.ts";

/** How bad a breach is: an error fails the run, a warning only with --strict, a note never. */
export type LintSeverity = "error" | "warning" | "note";

/** One place that a rule has something to say about. */
export interface Complaint {
  /** Where it stands in the document. */
  readonly pointer: string;
  /** What is there, in one line. */
  readonly said: string;
  /** Set where the rule could not find out: neither kept nor broken. */
  readonly undecided?: true;
}

/** What is said where the budget of work did not suffice for a rule. */
export const OUT_OF_WORK: Complaint = {
  pointer: "",
  said: "the budget of work was used up before every part was looked at",
  undecided: true,
};

export interface Rule {
  /** Frozen: reports and baselines hold it. */
  readonly id: string;
  readonly severity: LintSeverity;
  /** What the rule claims of a document, indicative. */
  readonly claim: string;
  /** What goes wrong in the mock, the suite or the gate where it is not so. */
  readonly reason: string;
  readonly fix: string;
  /** Set where it asks what swagger-parser says, which takes longer than anything else about a small document. */
  readonly readsStructure?: true;
  /** What breaks it. */
  readonly find: (context: LintContext) => readonly Complaint[];
}

/** One line of the result: a complaint, with the rule it comes from. */
export interface LintFinding extends Complaint {
  readonly rule: Rule;
}

export interface LintResult {
  readonly findings: readonly LintFinding[];
  /** Rules that the document keeps. */
  readonly kept: readonly Rule[];
}
