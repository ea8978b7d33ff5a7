// The shape in which verify, gate and lint pass findings to renderers. Renderers print and decide nothing.

/** The severity: `error` decides the exit code, `warning` does not, `note` only informs. */
export type Severity = "error" | "warning" | "note" | "none";

/** A place in the document that makes the claim. Lines and columns count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A request and its response as text that is safe to show: credentials are already replaced. */
export interface Evidence {
  readonly title: string;
  /** A command to paste into a shell, with the key as $API_KEY. */
  readonly curl?: string;
  readonly request?: string;
  readonly response?: string;
  readonly milliseconds?: number;
}

export interface Finding {
  /** The frozen id of the check, the rule or the change. */
  readonly id: string;
  /**
   * The rule behind the finding, if the id is for this finding only: the kind of a change. Same as the id if absent.
   */
  readonly rule?: string;
  /** The meaning of the rule and what to do about it, for lists of rules. */
  readonly ruleMeaning?: string;
  readonly ruleHelp?: string;
  /** The family of the check, or the kind of the change. */
  readonly group: string;
  /** The claim or the change, in one line. */
  readonly title: string;
  /** The operation, parameter or component in question: "GET /items". */
  readonly subject: string;
  /** Every operation in question and their tags, if the subject does not name them all. */
  readonly operations?: readonly string[];
  readonly tags?: readonly string[];
  /** The word that the tool prints: "pass", "fail", "inconclusive", "error", "breaking", "policy", … */
  readonly verdict: string;
  readonly severity: Severity;
  /** What was seen, what was expected, what to do: one line each. Empty if all is well. */
  readonly details: readonly string[];
  readonly place?: Place;
  /** A JSON pointer into the document. */
  readonly pointer?: string;
  readonly evidence: readonly Evidence[];
  readonly milliseconds?: number;
  /** The id of the cause that it shares with other findings: see `Report.causes`. */
  readonly cause?: string;
  /**
   * What happened, regardless of where. Findings with the same rule and the same edit are alike, so a list may fold them
   * into one entry. Each keeps its id.
   */
  readonly edit?: string;
  /** Where to read more: a section of our documentation or of an RFC. */
  readonly help?: string;
}

/** One thing to fix, and all the findings that it explains. */
export interface CauseGroup {
  /** The same in every run: "missing-header:Deprecation". */
  readonly id: string;
  readonly title: string;
  readonly verdict: string;
  readonly severity: Severity;
  /** What to do about it. */
  readonly fix?: string;
  /** The most instructive one comes first. */
  readonly findings: readonly Finding[];
}

/** One edit of a document, as a reviewer reads it: a line, and the findings that it stands for. */
export interface OutlineEdit {
  /** "`customerName` is gone from the 200 response". Names are in backticks. */
  readonly text: string;
  /** "GET /orders", or "79 operations". */
  readonly where: string;
  /** The worst of its findings. */
  readonly severity: Severity;
  readonly verdict: string;
  readonly findings: readonly Finding[];
}

/** What a reviewer asks for, under one heading. */
export interface OutlineSection {
  readonly heading: string;
  /** The number of findings as the summary counts them: "127", or "10 breaking" if the heading does not say so. */
  readonly total: string;
  readonly edits: readonly OutlineEdit[];
}

export interface Report {
  /** "animal-store verify", "animal-store gate", "animal-store lint". */
  readonly tool: string;
  readonly version: string;
  /** One line that says what was judged: the target, or the two documents. */
  readonly title: string;
  /** Labels and values for the head of a page: contract, target, duration, requests, … */
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** The number of findings for each verdict, in display order. */
  readonly summary: readonly (readonly [verdict: string, count: number])[];
  /** Worst first. */
  readonly findings: readonly Finding[];
  /** What findings have in common, worst first. If there are any, they structure the report. */
  readonly causes?: readonly CauseGroup[];
  /** The findings as one line an edit, each once. If there is one, a report begins with it. */
  readonly outline?: readonly OutlineSection[];
  /** The reason for the exit code, in one line. */
  readonly conclusion?: string;
  /** When the run began, ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
}

/** Turns a report into text in one format. */
export type Renderer = (report: Report) => string;
