// The result of lint as a JSON report, and in the shape that all renderers take.
import type { Document } from "../document/document.ts";
import { showLocation } from "../document/location.ts";
import { pointerSteps } from "../json/pointer.ts";
import type { Finding, Report, Severity } from "../report/finding.ts";
import type { LintFinding, LintResult, LintSeverity, Rule } from "./model.ts";
import { shown } from "./shown.ts";

export type RunFacts = Pick<Report, "version" | "startedAt" | "durationMs">;

/**
 * Lint's words for its severities. "error" is not one of them, because it tells renderers that the tool itself failed.
 */
const VERDICTS: Readonly<Record<LintSeverity, string>> = { error: "fault", warning: "weakness", note: "hint" };
const SKIPPED = "skipped";
const KEPT = "pass";

const ORDER = ["fault", "weakness", "hint", SKIPPED, KEPT];

/** The word for a finding. */
export function verdictOf({ rule, undecided }: LintFinding): string {
  return undecided === true ? SKIPPED : VERDICTS[rule.severity];
}

/** The text of the JSON report. */
export function lintJson(document: Document, result: LintResult, facts: RunFacts): string {
  const value = {
    tool: `animal-store lint ${facts.version}`,
    document: document.file,
    openapi: document.root["openapi"],
    summary: Object.fromEntries(summaryOf(result)),
    findings: result.findings.map((finding) => ({
      id: finding.rule.id,
      verdict: verdictOf(finding),
      subject: subjectOf(finding.pointer),
      message: finding.said,
      pointer: finding.pointer,
      location: showLocation(document.locate(finding.pointer)),
      claim: finding.rule.claim,
      reason: finding.rule.reason,
      fix: finding.rule.fix,
    })),
    // Always empty, because every rule runs on every document; consumers of older reports expect the list.
    skipped: [],
    kept: result.kept.map(({ id }) => id),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The report for the renderers. */
export function lintReport(document: Document, result: LintResult, facts: RunFacts): Report {
  return {
    tool: "animal-store lint",
    version: facts.version,
    title: document.file,
    facts: [
      ["document", document.file],
      ["OpenAPI", shown(document.root["openapi"])],
      ["rules", String(result.kept.length + brokenRules(result))],
    ],
    summary: summaryOf(result),
    findings: [...result.findings.map((finding) => toFinding(document, finding)), ...result.kept.map(keptFinding)],
    startedAt: facts.startedAt,
    durationMs: facts.durationMs,
  };
}

function summaryOf(result: LintResult): (readonly [string, number])[] {
  const counts = new Map(ORDER.map((word) => [word, 0]));
  const add = (word: string, number: number): void => void counts.set(word, (counts.get(word) ?? 0) + number);
  for (const finding of result.findings) add(verdictOf(finding), 1);
  add(KEPT, result.kept.length);
  return [...counts];
}

function brokenRules({ findings }: LintResult): number {
  return new Set(findings.map(({ rule }) => rule.id)).size;
}

function toFinding(document: Document, finding: LintFinding): Finding {
  const { rule, pointer, said } = finding;
  const severity: Severity = finding.undecided === true ? "note" : rule.severity;
  return {
    ...headOf(rule),
    title: said,
    subject: subjectOf(pointer),
    verdict: verdictOf(finding),
    severity,
    details: [`Because ${rule.reason}`, `To fix: ${rule.fix}`],
    place: document.locate(pointer),
    pointer,
  };
}

function keptFinding(rule: Rule): Finding {
  return { ...headOf(rule), title: rule.claim, subject: "the document", verdict: KEPT, severity: "none", details: [] };
}

function headOf({ id }: Rule): Pick<Finding, "id" | "group" | "evidence"> {
  return { id, group: id.split(".")[0] ?? id, evidence: [] };
}

/** A readable name for what a pointer refers to: "GET /items", "schema Item". */
function subjectOf(pointer: string): string {
  const [area, name, third] = pointerSteps(pointer);
  if (area === "paths" && name !== undefined) return methodOf(third) ? `${third?.toUpperCase()} ${name}` : name;
  if (area === "webhooks" && name !== undefined) return `webhook ${name}`;
  if (area === "components" && third !== undefined) return `${singular(name ?? "")} ${third}`;
  return area === "servers" ? "the servers" : "the document";
}

function methodOf(step: string | undefined): boolean {
  return step !== undefined && /^(?:get|put|post|delete|options|head|patch|trace)$/.test(step);
}

/** "requestBodies" is the section; "request body" is a part of it. */
function singular(section: string): string {
  const words = section.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.replace(/ies$/, "y").replace(/s$/, "");
}
