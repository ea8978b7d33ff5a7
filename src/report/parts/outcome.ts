// The meaning of a verdict for readers of any tool. The three tools use different words for the same seven outcomes.
import { groupsOf } from "../../memo.ts";
import type { Finding, Severity } from "../finding.ts";

/** Worst first. `broken`: the tool could not judge. `known`: an accepted failure. `open`: inconclusive. */
export const OUTCOMES = ["fail", "broken", "warning", "known", "open", "note", "pass"] as const;

export type Outcome = (typeof OUTCOMES)[number];

/** The heading of each outcome's list. */
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

/** The outcome of a finding: two verdicts that judge nothing have their own, and the severity decides the rest. */
export function outcomeOf(finding: Pick<Finding, "verdict" | "severity">): Outcome {
  return BY_VERDICT.get(finding.verdict) ?? BY_SEVERITY[finding.severity];
}

/** True for outcomes that require action. */
export function isBad(outcome: Outcome): boolean {
  return outcome === "fail" || outcome === "broken";
}

/** The findings by outcome, worst first, each list in the order of the report. */
export function byOutcome(findings: readonly Finding[]): ReadonlyMap<Outcome, readonly Finding[]> {
  const lists = new Map<Outcome, Finding[]>(OUTCOMES.map((outcome) => [outcome, []]));
  for (const finding of findings) lists.get(outcomeOf(finding))?.push(finding);
  return lists;
}

/** The findings by group, in order of first appearance. */
export function byGroup(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  return groupsOf(findings, ({ group }) => group);
}

/** "12 pass, 2 fail": the words of the tool, in the order of the report's summary, without zeros. */
export function tally(findings: readonly Finding[], order: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>(order.map((verdict) => [verdict, 0]));
  for (const { verdict } of findings) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].filter(([, number]) => number > 0);
}
