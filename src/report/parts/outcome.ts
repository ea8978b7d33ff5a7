// What a verdict means to a reader of any tool. The words of the three tools differ; the six outcomes do not.
import type { Finding, Severity } from "../finding.ts";

/**
 * Worst first. `broken`: the tool could not judge. `known`: a failure that somebody has accepted.
 * `open`: nothing could be decided.
 */
export const OUTCOMES = ["fail", "broken", "warning", "known", "open", "note", "pass"] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** The name of each outcome's list, in headings. */
export const HEADINGS = {
  fail: "Failures",
  broken: "Errors",
  warning: "Warnings",
  known: "Known failures",
  open: "Inconclusive",
  note: "Notes",
  pass: "Passed",
} as const satisfies Record<Outcome, string>;

const BY_SEVERITY = {
  error: "fail",
  warning: "warning",
  note: "note",
  none: "pass",
} as const satisfies Record<Severity, Outcome>;

const BY_VERDICT: ReadonlyMap<string, Outcome> = new Map([
  ["error", "broken"],
  ["inconclusive", "open"],
  ["skipped", "open"],
  ["known", "known"],
]);

/** The outcome of one finding: the two verdicts that judge nothing have their own, else the severity decides. */
export function outcomeOf(finding: Pick<Finding, "verdict" | "severity">): Outcome {
  return BY_VERDICT.get(finding.verdict) ?? BY_SEVERITY[finding.severity];
}

/** The outcomes that a reader must act on. */
export function isBad(outcome: Outcome): boolean {
  return outcome === "fail" || outcome === "broken";
}

/** The findings by outcome, worst first, each list in the order of the report. */
export function byOutcome(findings: readonly Finding[]): ReadonlyMap<Outcome, readonly Finding[]> {
  const lists = new Map<Outcome, Finding[]>(OUTCOMES.map((outcome) => [outcome, []]));
  for (const finding of findings) lists.get(outcomeOf(finding))?.push(finding);
  return lists;
}

/** The findings by group, groups in the order in which they first appear. */
export function byGroup(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const members = groups.get(finding.group);
    if (members) members.push(finding);
    else groups.set(finding.group, [finding]);
  }
  return groups;
}

/** "12 pass, 2 fail": the words of the tool, in the order of the report's summary, zeros left out. */
export function tally(findings: readonly Finding[], order: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>(order.map((verdict) => [verdict, 0]));
  for (const { verdict } of findings) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].filter(([, number]) => number > 0);
}
