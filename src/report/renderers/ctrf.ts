// CTRF, the Common Test Report Format (https://ctrf.io), version 0.0.0 of its schema: one test for each finding.
import type { Finding, Report } from "../finding.ts";
import { outcomeOf, type Outcome } from "../parts/outcome.ts";
import { EXCHANGE, messageOf, shares, textOf, uniqueName } from "../parts/test-case.ts";
import { oneLine } from "../text.ts";

/** A warning does not fail the run, so it must not fail the build: "other" is neither a pass nor a failure. */
const STATUSES = {
  fail: "failed",
  broken: "failed",
  warning: "other",
  known: "other",
  open: "skipped",
  note: "passed",
  pass: "passed",
} as const satisfies Record<Outcome, string>;

/** Renders the report as CTRF. */
export function renderCtrf(report: Report): string {
  const start = Date.parse(report.startedAt) || 0;
  const duration = Math.max(0, Math.round(report.durationMs));
  const times = shares(report);
  const names = new Set<string>();
  const tests = report.findings.map((finding) => ({
    name: uniqueName(finding, names),
    status: STATUSES[outcomeOf(finding)],
    rawStatus: oneLine(finding.verdict),
    duration: times.get(finding) ?? 0,
    suite: [oneLine(finding.group)],
    ...toldOf(finding),
  }));
  const number = (status: string): number => tests.filter((test) => test.status === status).length;
  const summary = {
    tests: tests.length,
    passed: number("passed"),
    failed: number("failed"),
    skipped: number("skipped"),
    pending: 0,
    other: number("other"),
    suites: new Set(report.findings.map(({ group }) => group)).size,
    start,
    stop: start + duration,
    duration,
  };
  const tool = { name: oneLine(report.tool) || "animal-store", version: oneLine(report.version) };
  const extra = Object.fromEntries(report.facts.map(([label, value]) => [oneLine(label), oneLine(value)]));
  const environment = { reportName: oneLine(report.title), extra };
  const results = { tool, summary, tests, environment };
  const head = { reportFormat: "CTRF", specVersion: "0.0.0", generatedBy: tool.name };
  return `${JSON.stringify({ ...head, timestamp: new Date(start).toISOString(), results }, null, 2)}\n`;
}

/** What went wrong, and where the document says so; nothing for what passed. */
function toldOf(finding: Finding): object {
  const outcome = outcomeOf(finding);
  if (outcome === "pass") return {};
  const { place } = finding;
  return {
    message: messageOf(finding),
    trace: textOf(finding, outcome === "open" || outcome === "note" ? 0 : EXCHANGE),
    ...(place === undefined ? {} : { filePath: oneLine(place.file), line: place.line }),
  };
}
