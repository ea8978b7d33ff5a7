// Picks the exit code and says why, in this one place.
import type { Change, GateResult } from "../../gate/model.ts";
import { count } from "../../report/text.ts";
import type { FailOn } from "./options.ts";

/** Nothing breaks, or nothing that counts. */
const CLEAN = 0;
const BREAKS = 1;

export interface Conclusion {
  readonly code: number;
  /** The last line of the output. */
  readonly text: string;
}

/** True for a change that fails the run unless it is exempt. */
export function isBad(change: Change): boolean {
  return change.severity === "error";
}

/** True for a fault of the base that the revision no longer has: nothing that could be merged instead would be clearer. */
function isMended({ kind, revision }: Change): boolean {
  return kind === "document-fault" && revision === null;
}

/**
 * @param failures sentences that fail the run without being changes, such as stale exemptions
 */
export function conclude(
  { changes }: GateResult,
  { failures, failOn }: { readonly failures: readonly string[]; readonly failOn: FailOn },
): Conclusion {
  const counted = changes.filter(({ exempted }) => exempted === undefined);
  const bad = counted.filter(isBad);
  const unsure = counted.filter((change) => change.verdict === "unknown" && !isMended(change));
  const broken = bad.filter(({ verdict }) => verdict === "breaking").length;
  const faults = bad.filter(({ kind }) => kind === "document-fault").length;
  const raised = bad.filter(({ verdict }) => verdict === "unknown").length - faults;
  const reasons = [
    ...some(broken, "breaking change"),
    ...some(bad.length - broken - raised - faults, "policy error"),
    ...some(faults, "new fault of the document", "new faults of the document"),
    ...some(
      raised,
      "change without a verdict, an error by --severity",
      "changes without a verdict, errors by --severity",
    ),
    ...(failOn === "unknown" ? some(unsure.length, "change without a verdict", "changes without a verdict") : []),
    ...some(failures.length, "failure of the run", "failures of the run"),
  ];
  if (failOn === "never") return { code: CLEAN, text: `Exit code 0: --fail-on never${told(reasons)}.` };
  if (reasons.length > 0) return { code: BREAKS, text: `Exit code 1: ${listed(reasons)}.` };
  const accepted = changes.filter((change) => isBad(change) && change.exempted !== undefined).length;
  const notes = [
    ...some(accepted, "exempted change"),
    ...some(
      unsure.length,
      "change without a verdict (--fail-on unknown fails on it)",
      "changes without a verdict (--fail-on unknown fails on them)",
    ),
  ];
  const mild = changes.filter((change) => change.verdict === "breaking" && !isBad(change)).length;
  const clean =
    mild === 0 ? "nothing breaks" : `nothing fails the run, ${count(mild, "breaking change")} only warned of`;
  return { code: CLEAN, text: `Exit code 0: ${clean}${notes.length === 0 ? "" : ` (${listed(notes)})`}.` };
}

function some(number: number, one: string, many?: string): string[] {
  return number === 0 ? [] : [count(number, one, many)];
}

function told(reasons: readonly string[]): string {
  return reasons.length === 0 ? "" : `, despite ${listed(reasons)}`;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
