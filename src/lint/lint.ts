// Lint: can the mock, the suite and the gate serve the document well? Takes a document and returns findings; prints
// nothing.
import type { Document } from "../document/document.ts";
import { keptFor } from "../memo.ts";
import { LintContext } from "./context.ts";
import { type LintFinding, type LintResult, type LintSeverity, OUT_OF_WORK, type Rule } from "./model.ts";
import { Work } from "../schema/work.ts";
import { RULES } from "./rules.ts";
import { compareText } from "../report/text.ts";

/** Work units that all rules may spend together on searches, such as those in patterns: a few seconds. */
const MOST_WORK = 20_000_000;

const MOST_AT_ONE_PLACE = 20;

const RANKS: Readonly<Record<LintSeverity, number>> = { error: 0, warning: 1, note: 2 };

/** Runs every rule on a document. Findings are sorted by severity, then in document order. */
export async function lintDocument(document: Document, rules: readonly Rule[] = RULES): Promise<LintResult> {
  const work = new Work(MOST_WORK);
  const context = new LintContext(document, work);
  const findings: LintFinding[] = [];
  const kept: Rule[] = [];
  for (const [index, rule] of rules.entries()) {
    const found = Work.within(() => work.share(rules.length - index, () => rule.find(context)));
    const complaints = found ?? [OUT_OF_WORK];
    if (complaints.length === 0) kept.push(rule);
    else findings.push(...complaints.map((complaint) => ({ ...complaint, rule })));
  }
  return { findings: sorted(unique(findings), document), kept };
}

/**
 * Reports a part once, even if it can be reached in two ways. For one rule and place, only the first findings are
 * listed and the rest are counted: nobody reads ten thousand lines about one path.
 */
function unique(findings: readonly LintFinding[]): LintFinding[] {
  const places = new Map<Rule, Map<string, Map<string, LintFinding>>>();
  for (const finding of findings) {
    const ofRule = keptFor(places, finding.rule, () => new Map());
    const here = keptFor(ofRule, finding.pointer, () => new Map());
    keptFor(here, finding.said, () => finding);
  }
  return [...places].flatMap(([rule, ofRule]) =>
    [...ofRule].flatMap(([pointer, here]) => {
      const told = [...here.values()];
      if (told.length <= MOST_AT_ONE_PLACE) return told;
      const said = `and ${told.length - MOST_AT_ONE_PLACE} more of this kind at the same place`;
      const isOpen = told.slice(MOST_AT_ONE_PLACE).every(({ undecided }) => undecided === true);
      const others: LintFinding = { rule, pointer, said, ...(isOpen && { undecided: true }) };
      return [...told.slice(0, MOST_AT_ONE_PLACE), others];
    }),
  );
}

function sorted(findings: readonly LintFinding[], document: Document): LintFinding[] {
  return findings
    .map((finding) => ({ finding, place: document.locate(finding.pointer) }))
    .sort(
      (a, b) =>
        RANKS[a.finding.rule.severity] - RANKS[b.finding.rule.severity] ||
        compareText(a.place.file, b.place.file) ||
        a.place.line - b.place.line ||
        compareText(a.finding.rule.id, b.finding.rule.id),
    )
    .map(({ finding }) => finding);
}
