// Runs of the suite and the gate as the control plane sees them: what can be requested, and what is reported. The
// command supplies the code that carries them out; nothing here knows suite or gate.

/** What a run should do. */
export type RunAsked =
  | { readonly kind: "verify"; readonly url: string; readonly key?: string; readonly readOnly: boolean }
  | { readonly kind: "gate"; readonly document: string };

/** One finding of a run. */
export interface RunFinding {
  /** The tool's own word: "fail", "warning", "breaking", … */
  readonly verdict: string;
  readonly severity: "error" | "warning" | "note" | "none";
  /** The claim, or the change. */
  readonly title: string;
  /** The operations concerned. */
  readonly subject: string;
  /** What was seen, the evidence, and what to do: one line each. */
  readonly details: readonly string[];
  /** "openapi.yaml:12". */
  readonly place?: string;
}

/** The progress of a run, failures on the way, and the result at the end. */
export interface RunEvent {
  readonly done?: number;
  readonly total?: number;
  readonly failed?: string;
  readonly report?: RunReport;
  /** Why there is no report. */
  readonly failure?: string;
}

/** The result of a run. */
export interface RunReport {
  /** Each verdict with its count, in the order to show. */
  readonly summary: readonly (readonly [verdict: string, count: number])[];
  /** Worst first. */
  readonly findings: readonly RunFinding[];
  /** How many more findings there are than are reported. */
  readonly more: number;
}

/** Carries out runs. */
export interface Runs {
  /** The token that a caller must send, generated at each start. */
  readonly token: string;
  /** Carries out a run. Resolves when all of it has ended, whatever the result. @param signal ends it early */
  run(asked: RunAsked, tell: (event: RunEvent) => void, signal: AbortSignal): Promise<void>;
}
