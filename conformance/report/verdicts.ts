// The five words for a result, the same in every report, and the count of each.
import type { Severity } from "../../src/report/finding.ts";
import type { Verdict } from "../check.ts";
import type { Result } from "../run.ts";

/** `warning`: a failed `should`; with `--strict` it is a `fail`. */
const WORDS = ["pass", "fail", "warning", "inconclusive", "error"] as const;

export type Word = (typeof WORDS)[number];

/** The word for a result. */
export function wordOf({ check, outcome }: Result, strict: boolean): Word {
  return outcome.verdict === "fail" && check.level === "should" && !strict ? "warning" : outcome.verdict;
}

const SEVERITIES = {
  pass: "none",
  fail: "error",
  warning: "warning",
  inconclusive: "note",
  error: "error",
} as const satisfies Record<Word | Verdict, Severity>;

/** The severity of a word. */
export function severityOf(word: Word): Severity {
  return SEVERITIES[word];
}

/** The number of results for each word. */
export function summarise(results: readonly Result[], strict = false): Record<Word, number> {
  const counts: Record<Word, number> = { pass: 0, fail: 0, warning: 0, inconclusive: 0, error: 0 };
  for (const result of results) counts[wordOf(result, strict)]++;
  return counts;
}
