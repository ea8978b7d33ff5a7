// A job summary in GitHub's Markdown. Foreign text stands only in code spans, fences and escaped <code>, where
// neither markup nor mentions nor links mean anything.
import type { Evidence, Finding, Report } from "./finding.ts";
import { byGroup, byOutcome, HEADINGS, isBad, tally, type Outcome } from "./parts/outcome.ts";
import { placeText } from "./parts/place.ts";
import { block, clip, count, duration, escapeMarkup, grouped, oneLine } from "./text.ts";

/** GitHub refuses a summary above 1 MiB, all that the step wrote before included. */
const MOST_BYTES = 900_000;
const EXCHANGE = 8000;

/** Words that stand as they are: of letters alone can be made neither markup nor a mention nor a link. */
const PLAIN = /^[a-z][a-z ()-]*$/i;

/** Renders a job summary: totals, then failures with their details folded, then the rest. */
export function renderMarkdown(report: Report): string {
  const lists = byOutcome(report.findings);
  const sections = [...lists].flatMap(([outcome, findings]) => section(outcome, findings));
  return fit([...head(report, lists), ...sections, ...families(report)]);
}

/** Joins blocks until the budget is spent, then says how many are missing. */
function fit(blocks: readonly string[]): string {
  const kept: string[] = [];
  let bytes = 0;
  for (const [index, text] of blocks.entries()) {
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > MOST_BYTES) {
      kept.push(`\n**${count(blocks.length - index, "more entry", "more entries")} left out: the summary is full.**\n`);
      break;
    }
    kept.push(text);
  }
  return `${kept.join("\n")}\n`;
}

function head(report: Report, lists: ReadonlyMap<Outcome, readonly Finding[]>): string[] {
  const sign = signOf((outcome) => lists.get(outcome)?.length ?? 0);
  const rows = report.summary.map(([verdict, number]) => `| ${cell(verdict)} | ${grouped(number)} |`);
  const facts = report.facts.map(([label, value]) => `- ${plain(label)}: ${span(value)}`);
  return [
    `## ${sign} ${plain(report.tool)}\n`,
    `${span(report.title)}\n`,
    ["| Verdict | Count |", "| --- | ---: |", ...rows, ""].join("\n"),
    ...(facts.length > 0 ? [`${facts.join("\n")}\n`] : []),
  ];
}

/** No tick for a run that found nothing out: a reader would take it for a pass. */
function signOf(howMany: (outcome: Outcome) => number): string {
  if (howMany("fail") + howMany("broken") > 0) return "❌";
  if (howMany("pass") + howMany("note") > 0) return "✅";
  return howMany("open") + howMany("warning") > 0 ? "⚠️" : "ℹ️";
}

/** What is in order is only counted: the table of families shows it. */
function section(outcome: Outcome, findings: readonly Finding[]): string[] {
  if (findings.length === 0 || outcome === "pass") return [];
  const heading = `### ${HEADINGS[outcome]} (${grouped(findings.length)})\n`;
  return [heading, ...findings.map((finding) => entry(finding, isBad(outcome)))];
}

function entry(finding: Finding, withEvidence: boolean): string {
  const { verdict, subject, title, id } = finding;
  const word = PLAIN.test(verdict) ? `<b>${verdict}</b>` : `<code>${html(verdict)}</code>`;
  const summary = `${word} <code>${html(subject)}</code> <code>${html(title)}</code>`;
  const facts = [
    `- Id: ${span(id)}`,
    ...(finding.place ? [`- Document: ${span(placeText(finding.place))}`] : []),
    ...(finding.help === undefined ? [] : [`- Help: ${span(finding.help)}`]),
  ];
  const parts = [
    `<details><summary>${summary}</summary>\n`,
    ...(finding.details.length > 0 ? [fence("text", finding.details.join("\n"))] : []),
    `${facts.join("\n")}\n`,
    ...(withEvidence ? finding.evidence.flatMap(exchange) : []),
    "</details>\n",
  ];
  return parts.join("\n");
}

function exchange({ title, curl, request, response, milliseconds }: Evidence): string[] {
  const time = milliseconds === undefined ? "" : ` (${duration(milliseconds)})`;
  return [
    `${span(title)}${time}\n`,
    ...(curl === undefined ? [] : [fence("sh", curl)]),
    ...(request === undefined ? [] : [fence("http", request)]),
    ...(response === undefined ? [] : [fence("http", response)]),
  ];
}

function families({ findings, summary }: Report): string[] {
  const order = summary.map(([verdict]) => verdict);
  const lines = [...byGroup(findings)].map(([group, members]) => {
    const counts = tally(members, order).map(([verdict, number]) => `${number} ${cell(verdict)}`);
    return `| ${cell(group)} | ${counts.join(", ")} |`;
  });
  return lines.length === 0
    ? []
    : [["### Families\n", "| Family | Findings |", "| --- | --- |", ...lines, ""].join("\n")];
}

function html(text: string): string {
  return escapeMarkup(clip(oneLine(text), 500));
}

/** A code span with more backticks around it than any run inside it has. */
function span(text: string): string {
  const inside = clip(oneLine(text), 500);
  if (inside.trim() === "") return "—";
  const ticks = "`".repeat(longestRun(inside) + 1);
  return `${ticks} ${inside} ${ticks}`;
}

function plain(text: string): string {
  return PLAIN.test(text) ? text : span(text);
}

/** A table reads a bar before it reads code, and its own escape for it is read differently by each reader. */
function cell(text: string): string {
  return plain(text.replaceAll("|", "¦"));
}

function fence(language: string, text: string): string {
  const inside = clip(block(text), EXCHANGE);
  const ticks = "`".repeat(Math.max(3, longestRun(inside) + 1));
  return `${ticks}${language}\n${inside}\n${ticks}\n`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}
