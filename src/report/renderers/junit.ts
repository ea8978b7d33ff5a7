// JUnit XML that satisfies Jenkins' schema, the strictest of all consumers. Suites are groups.
import type { Finding, Report } from "../finding.ts";
import { byGroup, outcomeOf, type Outcome } from "../parts/outcome.ts";
import { EXCHANGE, messageOf, shares, textOf, uniqueName } from "../parts/test-case.ts";
import { block, escapeMarkup, oneLine } from "../text.ts";

/** GitLab rejects 30 MB; above this size, requests and responses are left out. */
const MOST_BYTES = 25_000_000;

interface Settings {
  /** How much of each request and response to keep. */
  readonly exchange: number;
  /** GitLab drops tests with a repeated name. */
  readonly names: Set<string>;
  readonly times: ReadonlyMap<Finding, number>;
}

/** Renders the report as JUnit XML. */
export function renderJunit(report: Report): string {
  const times = shares(report);
  const full = testSuites(report, { exchange: EXCHANGE, names: new Set(), times });
  if (Buffer.byteLength(full) <= MOST_BYTES) return full;
  return testSuites(report, { exchange: 0, names: new Set(), times });
}

function testSuites(report: Report, settings: Settings): string {
  const suites = [...byGroup(report.findings)].map(([group, findings]) =>
    testSuite(group, findings, { report, settings }),
  );
  const head = attributes({
    name: report.tool,
    tests: report.findings.length,
    failures: howMany(report.findings, "fail"),
    errors: howMany(report.findings, "broken"),
    time: seconds(Math.round(report.durationMs)),
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${head}>\n${suites.join("")}</testsuites>\n`;
}

function testSuite(
  group: string,
  findings: readonly Finding[],
  { report, settings }: { readonly report: Report; readonly settings: Settings },
): string {
  const head = attributes({
    name: group,
    tests: findings.length,
    failures: howMany(findings, "fail"),
    errors: howMany(findings, "broken"),
    skipped: findings.filter(isSkipped).length,
    time: seconds(findings.reduce((sum, finding) => sum + (settings.times.get(finding) ?? 0), 0)),
    timestamp: report.startedAt.replace(/(\.\d+)?Z$/, ""),
  });
  const facts = report.facts.map(([name, value]) => `      <property ${attributes({ name, value })}/>\n`);
  const properties = facts.length > 0 ? `    <properties>\n${facts.join("")}    </properties>\n` : "";
  const cases = findings.map((finding) => testCase(finding, settings));
  return `  <testsuite ${head}>\n${properties}${cases.join("")}  </testsuite>\n`;
}

function testCase(finding: Finding, settings: Settings): string {
  const head = attributes({
    name: uniqueName(finding, settings.names),
    classname: finding.group,
    time: seconds(settings.times.get(finding) ?? 0),
  });
  const inside = OUTCOME_ELEMENTS[outcomeOf(finding)](finding, settings.exchange);
  return inside === "" ? `    <testcase ${head}/>\n` : `    <testcase ${head}>\n      ${inside}\n    </testcase>\n`;
}

/**
 * A warning does not fail the run, so it must not fail the build. It appears as skipped, which readers still notice.
 */
const OUTCOME_ELEMENTS = {
  fail: (finding, exchange) => element("failure", finding, exchange),
  broken: (finding, exchange) => element("error", finding, exchange),
  warning: (finding, exchange) => element("skipped", finding, exchange),
  known: (finding, exchange) => element("skipped", finding, exchange),
  open: (finding) => element("skipped", finding, 0),
  note: (finding) => (finding.details.length > 0 ? `<system-out>${text(finding, 0)}</system-out>` : ""),
  pass: () => "",
} as const satisfies Record<Outcome, (finding: Finding, exchange: number) => string>;

function isSkipped(finding: Finding): boolean {
  const outcome = outcomeOf(finding);
  return outcome === "open" || outcome === "warning" || outcome === "known";
}

function element(name: "failure" | "error" | "skipped", finding: Finding, exchange: number): string {
  const head = attributes({ type: finding.verdict, message: messageOf(finding) });
  return `<${name} ${head}>${text(finding, exchange)}</${name}>`;
}

function text(finding: Finding, exchange: number): string {
  return escapeMarkup(block(textOf(finding, exchange)));
}

function howMany(findings: readonly Finding[], outcome: Outcome): number {
  return findings.filter((finding) => outcomeOf(finding) === outcome).length;
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeMarkup(oneLine(String(value)))}"`)
    .join(" ");
}

/** Three decimals and no exponent, because the schema allows nothing else. */
function seconds(milliseconds: number): string {
  return (Math.max(0, milliseconds) / 1000).toFixed(3);
}
