// Lint: is the document one that mock, suite and gate can serve well? A document in, findings out; no printing.
import type { Document } from "../document/document.ts";
import { LintContext } from "./context.ts";
import { type LintFinding, type LintResult, type LintSeverity, OUT_OF_WORK, type Rule } from "./model.ts";
import { Work } from "../schema/work.ts";
import { RULES } from "./rules.ts";

/** Steps that all rules may take together in what has budgets of its own, such as patterns: a few seconds. */
const MOST_WORK = 20_000_000;

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

/** A part that is reached in two ways is told once. */
function unique(findings: readonly LintFinding[]): LintFinding[] {
  const key = ({ rule, pointer, said }: LintFinding): string => JSON.stringify([rule.id, pointer, said]);
  return [...new Map(findings.map((finding) => [key(finding), finding])).values()];
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
