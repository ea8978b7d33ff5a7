// Lint: is the document one that mock, suite and gate can serve well? A document in, findings out; no printing.
import type { Document } from "../document/document.ts";
import { LintContext } from "./context.ts";
import { type LintFinding, type LintResult, type LintSeverity, OUT_OF_WORK, type Rule } from "./model.ts";
import { Work } from "../schema/work.ts";
import { RULES } from "./rules.ts";

/** Steps that all rules may take together in what has budgets of its own, such as patterns: a few seconds. */
const MOST_WORK = 20_000_000;

const MOST_AT_ONE_PLACE = 20;

const RANKS: Readonly<Record<LintSeverity, number>> = { error: 0, warning: 1, note: 2 };

/** Asks every rule about a document. Findings come worst first, then in the order of the document. */
export async function lintDocument(document: Document, rules: readonly Rule[] = RULES): Promise<LintResult> {
  const context = await LintContext.of(document, {
    structure: rules.some(({ readsStructure }) => readsStructure === true),
  });
  const findings: LintFinding[] = [];
  const kept: Rule[] = [];
  const work = new Work(MOST_WORK, true);
  for (const [index, rule] of rules.entries()) {
    const found = Work.within(() => work.rule(() => work.share(rules.length - index, () => rule.find(context))));
    const complaints = found ?? [OUT_OF_WORK];
    if (complaints.length === 0) kept.push(rule);
    else findings.push(...complaints.map((complaint) => ({ ...complaint, rule })));
  }
  return { findings: sorted(unique(findings), document), kept };
}

/**
 * A part that is reached in two ways is told once. Of what one rule says of one place, the first are told and the others
 * counted: nobody reads ten thousand lines about one path, and each of them would repeat it.
 */
function unique(findings: readonly LintFinding[]): LintFinding[] {
  const places = new Map<Rule, Map<string, Map<string, LintFinding>>>();
  for (const finding of findings) {
    const ofRule = places.get(finding.rule) ?? new Map<string, Map<string, LintFinding>>();
    places.set(finding.rule, ofRule);
    const here = ofRule.get(finding.pointer) ?? new Map<string, LintFinding>();
    ofRule.set(finding.pointer, here);
    if (!here.has(finding.said)) here.set(finding.said, finding);
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

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
