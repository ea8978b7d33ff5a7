// Converts the report of a run for the control plane. The run knew the document under another name, so locations are
// looked up here.
import type { Document } from "../../../document/document.ts";
import { showLocation } from "../../../document/location.ts";
import type { RunFinding, RunReport } from "../../../http/control/runs.ts";

/** The most findings passed on. */
const MOST = 500;

/** The part of `verify`'s JSON output that is used. */
interface VerifyJson {
  readonly summary: Readonly<Record<string, number>>;
  readonly results: readonly {
    readonly verdict: string;
    readonly claim: string;
    readonly operation: string;
    readonly about?: string;
    readonly detail: string;
    readonly pointer: string;
    readonly id: string;
  }[];
}

/** The part of `gate`'s JSON output that is used. */
interface GateJson {
  readonly summary: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
  readonly changes: readonly {
    readonly verdict: string;
    readonly severity: "error" | "warning" | "none";
    readonly text: string;
    readonly operations: readonly string[];
    readonly reason?: string;
    readonly fix?: string;
    readonly base: { readonly pointer: string } | null;
    readonly witness?: {
      readonly request?: { readonly method: string; readonly url: string; readonly body?: unknown };
      readonly response?: { readonly status: string; readonly body?: unknown };
    };
  }[];
}

/** The report of the suite; undefined if there is none. */
export function verifyRun(text: string, served: Document): RunReport | undefined {
  const json = parsed(text) as VerifyJson | undefined;
  // If nothing was tested, the reason was reported elsewhere.
  if (!Array.isArray(json?.results) || json.results.length === 0) return undefined;
  const findings = json.results
    .filter(({ verdict }) => verdict !== "pass")
    .map((one): RunFinding => {
      const about = one.about === undefined ? "" : ` (${one.about})`;
      return {
        verdict: one.verdict,
        severity: severityOf(one.verdict),
        title: one.claim,
        subject: `${one.operation}${about}`,
        details: [one.detail, one.id].filter((line) => line !== ""),
        place: showLocation(served.locate(one.pointer)),
      };
    });
  return reportOf(json.summary, findings);
}

/** The report of the gate; undefined if there is none. */
export function gateRun(text: string, served: Document): RunReport | undefined {
  const json = parsed(text) as GateJson | undefined;
  if (!Array.isArray(json?.changes)) return undefined;
  const failures = json.failures.map((title): RunFinding => {
    return { verdict: "failed", severity: "error", title, subject: "the run", details: [] };
  });
  const changes = json.changes.map(({ verdict, severity, text: title, operations, reason, fix, base, witness }) => ({
    verdict,
    severity: verdict === "unknown" ? ("warning" as const) : severity,
    title,
    subject: operations.join(", "),
    details: [...witnessLines(witness), reason ?? "", fix === undefined ? "" : `Safe would be: ${fix}`].filter(
      (line) => line !== "",
    ),
    ...(base === null ? {} : { place: showLocation(served.locate(base.pointer)) }),
  }));
  return reportOf(json.summary, [...failures, ...changes]);
}

/** The witness, which only one of the two documents allows. */
function witnessLines({ request, response }: NonNullable<GateJson["changes"][number]["witness"]> = {}): string[] {
  const bodyOf = ({ body }: { readonly body?: unknown }): string => (body === undefined ? "" : JSON.stringify(body));
  if (request !== undefined) return [`Shown by ${request.method} ${request.url} ${bodyOf(request)}`.trimEnd()];
  if (response !== undefined) return [`Shown by the response ${response.status} ${bodyOf(response)}`.trimEnd()];
  return [];
}

const ORDER = ["error", "warning", "note", "none"] as const;

function reportOf(summary: Readonly<Record<string, number>>, findings: readonly RunFinding[]): RunReport {
  const worst = findings.toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  return {
    summary: Object.entries(summary),
    findings: worst.slice(0, MOST),
    more: Math.max(0, findings.length - MOST),
  };
}

function severityOf(verdict: string): RunFinding["severity"] {
  if (verdict === "fail" || verdict === "error") return "error";
  return verdict === "warning" ? "warning" : "note";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
