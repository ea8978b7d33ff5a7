// Runs of the suite and the gate, as the control plane knows them: what may be asked, and what is told of it while it
// goes on. Who carries them out is handed in by the command; nothing here knows suite or gate.

/** What a run is asked to do. */
export type RunAsked =
  | { readonly kind: "verify"; readonly url: string; readonly key?: string; readonly readOnly: boolean }
  | { readonly kind: "gate"; readonly document: string };

/** One thing that a run found. */
export interface RunFinding {
  /** What the tool calls it: "fail", "warning", "breaking", … */
  readonly verdict: string;
  readonly severity: "error" | "warning" | "note" | "none";
  /** What is claimed, or what changed. */
  readonly title: string;
  /** The operations that it is about. */
  readonly subject: string;
  /** What was seen, what shows it, what to do: one line each. */
  readonly details: readonly string[];
  /** "openapi.yaml:12". */
  readonly place?: string;
}

/** What is told of a run: how far it is, what fails on the way, and at the end what came of it. */
export interface RunEvent {
  readonly done?: number;
  readonly total?: number;
  readonly failed?: string;
  readonly report?: RunReport;
  /** Why there is no report. */
  readonly failure?: string;
}

/** What came of a run. */
export interface RunReport {
  /** Verdicts and how many, in the order to show. */
  readonly summary: readonly (readonly [verdict: string, count: number])[];
  /** Worst first. */
  readonly findings: readonly RunFinding[];
  /** How many more there are than are told. */
  readonly more: number;
}

/** Carries out runs. */
export interface Runs {
  /** What a caller has to present, made up at each start. */
  readonly token: string;
  /**
   * Carries one out. Resolves when nothing of it is left, whatever came of it.
   * @param signal ends it before its time
   */
  run(asked: RunAsked, tell: (event: RunEvent) => void, signal: AbortSignal): Promise<void>;
}
