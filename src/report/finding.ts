// The one shape that verify, gate and lint hand over to the renderers. Renderers print; they decide nothing.

/** How bad a finding is: `error` decides the exit code, `warning` does not, `note` only informs. */
export type Severity = "error" | "warning" | "note" | "none";

/** A place in the document that makes the claim. Line and column count from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A request and what came back, as text that is safe to show: credentials are already replaced. */
export interface Evidence {
  readonly title: string;
  /** A command that can be pasted into a shell, the key as $API_KEY. */
  readonly curl?: string;
  readonly request?: string;
  readonly response?: string;
  readonly milliseconds?: number;
}

export interface Finding {
  /** The frozen id of the check, the rule or the change. */
  readonly id: string;
  /** The rule it falls under, where the id names this one finding only: the kind of a change. Absent: the id. */
  readonly rule?: string;
  /** What the rule is about, and what to do, for lists of rules. */
  readonly ruleMeaning?: string;
  readonly ruleHelp?: string;
  /** The family of the check, or the kind of the change. */
  readonly group: string;
  /** What is claimed, or what changed, in one line. */
  readonly title: string;
  /** The operation, parameter or component it is about: "GET /items". */
  readonly subject: string;
  /** The word the tool prints: "pass", "fail", "inconclusive", "error", "breaking", "policy", … */
  readonly verdict: string;
  readonly severity: Severity;
  /** What was seen, what was expected, what to do: one line each. Empty for what is in order. */
  readonly details: readonly string[];
  readonly place?: Place;
  /** JSON pointer into the document. */
  readonly pointer?: string;
  readonly evidence: readonly Evidence[];
  readonly milliseconds?: number;
  /** The id of the cause that it shares with others: see `Report.causes`. */
  readonly cause?: string;
  /**
   * What happened, apart from where: a reader who knows one of those that share it knows them all, so that a list may
   * show them as one. Each keeps its id.
   */
  readonly edit?: string;
  /** Where the reader finds more: a section of a page of ours or an RFC. */
  readonly help?: string;
}

/** One thing to mend, and all the findings that it explains. */
export interface CauseGroup {
  /** Stable from run to run: "missing-header:Deprecation". */
  readonly id: string;
  readonly title: string;
  readonly verdict: string;
  readonly severity: Severity;
  /** What to do about it. */
  readonly fix?: string;
  /** The one that shows it best comes first. */
  readonly findings: readonly Finding[];
}

export interface Report {
  /** "animal-store verify", "animal-store gate", "animal-store lint". */
  readonly tool: string;
  readonly version: string;
  /** One line that says what was judged: the target, or the two documents. */
  readonly title: string;
  /** Label and value, for the head of a page: contract, target, duration, requests, … */
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** Verdicts and how many, in the order to show. */
  readonly summary: readonly (readonly [verdict: string, count: number])[];
  /** Worst first. */
  readonly findings: readonly Finding[];
  /** What findings have in common, worst first: where there are any, a reader is led by them. */
  readonly causes?: readonly CauseGroup[];
  /** Why the exit code is what it is, in one line. */
  readonly conclusion?: string;
  /** When the run began, ISO 8601 in UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
}

/** Turns a report into the text of one format. */
export type Renderer = (report: Report) => string;
