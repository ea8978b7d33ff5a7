// JUnit XML that satisfies Jenkins' schema, the strictest of all consumers. Suites are groups.
import type { Evidence, Finding, Report } from "./finding.ts";
import { byGroup, outcomeOf, type Outcome } from "./parts/outcome.ts";
import { placeText } from "./parts/place.ts";
import { block, clip, escapeMarkup, oneLine } from "./text.ts";

/** GitLab rejects 30 MB; above this size, requests and responses are left out. */
const MOST_BYTES = 25_000_000;
const EXCHANGE = 4000;

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

/**
 * How much of the run each test took, in whole milliseconds that add up to the run: readers of JUnit add them up, but
 * checks run side by side. Tests whose time is unknown have equal shares.
 */
function shares({ findings, durationMs }: Report): Map<Finding, number> {
  const isTimed = findings.some(({ milliseconds = 0 }) => milliseconds > 0);
  const weightOf = ({ milliseconds = 0 }: Finding): number => (isTimed ? Math.max(0, milliseconds) : 1);
  const all = findings.reduce((sum, finding) => sum + weightOf(finding), 0);
  const whole = Math.round(Math.max(0, durationMs));
  let [weight, given] = [0, 0];
  return new Map(
    findings.map((finding) => {
      weight += weightOf(finding);
      const share = Math.round((weight / all) * whole) - given;
      given += share;
      return [finding, share];
    }),
  );
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

/** The same in every run: derived from the finding alone, with a number only if two are alike. */
function uniqueName({ id, subject, title }: Finding, names: Set<string>): string {
  const base = clip(oneLine(`${subject}: ${title} [${id}]`), 500);
  let name = base;
  for (let number = 2; names.has(name); number += 1) name = `${base} (${number})`;
  names.add(name);
  return name;
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
  const message = clip([finding.title, ...finding.details.slice(0, 1)].join(": "), 1000);
  return `<${name} ${attributes({ type: finding.verdict, message })}>${text(finding, exchange)}</${name}>`;
}

function text(finding: Finding, exchange: number): string {
  const lines = [finding.title, ...finding.details];
  if (finding.place) lines.push(`Document: ${placeText(finding.place)}`);
  if (finding.cause !== undefined) lines.push(`Cause: ${finding.cause}`);
  if (finding.help !== undefined) lines.push(`Help: ${finding.help}`);
  const evidence = exchange > 0 ? finding.evidence.map((item) => exchangeText(item, exchange)) : [];
  return escapeMarkup(block([clip(lines.join("\n"), 10_000), ...evidence].join("\n\n")));
}

function exchangeText({ title, curl, request, response }: Evidence, limit: number): string {
  const parts = [title, curl, request, response].filter((part) => part !== undefined && part !== "");
  return parts.map((part) => clip(part ?? "", limit)).join("\n\n");
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
