// A job summary in GitHub's Markdown. Untrusted text appears only in code spans, fences and escaped <code>, where
// markup, mentions and links have no effect.
import type { Evidence, Finding, OutlineSection, Report } from "../finding.ts";
import { folded } from "../parts/fold.ts";
import { byGroup, byOutcome, HEADINGS, isBad, outcomeOf, tally, type Outcome } from "../parts/outcome.ts";
import { placeText } from "../parts/place.ts";
import { block, clip, count, duration, escapeMarkup, grouped, oneLine } from "../text.ts";

/** GitHub rejects comments above 65,536 characters and summaries above 1 MiB; nobody reads that far. */
const MOST_CHARACTERS = 64_000;
/** Characters with full details. After that, each finding takes one line as long as there is room. */
const IN_FULL = 44_000;
const EXCHANGE = 2000;
const DETAILS = 4000;
const MOST_PLACES = 10;

/** Words that are safe as they are: letters alone cannot form markup, a mention or a link. */
const PLAIN = /^[a-z][a-z ()-]*$/i;
/** The same of numbers and words: "10 breaking, 2 policy". */
const COUNTED = /^[\d,]{1,9}(?: [a-z ()]+)?(?:, [\d,]{1,9} [a-z ()]+)*$/;

/** Renders a job summary or a comment: totals, then failures with collapsed details, then the rest, worst first. */
export function renderMarkdown(report: Report): string {
  const { outline = [] } = report;
  const outlined = new Set(outline.flatMap(({ edits }) => edits.flatMap(({ findings }) => findings)));
  const others = report.findings.filter((finding) => !outlined.has(finding));
  const top = head(report, byOutcome(report.findings));
  const end = outline.length > 0 ? [] : families(report);
  const room = [...top, ...end].reduce((sum, text) => sum - text.length - 1, MOST_CHARACTERS);
  const lists = byOutcome(folded(others, { most: MOST_PLACES }));
  const sections = [
    ...outline.flatMap(outlineSection),
    ...[...lists].flatMap(([outcome, findings]) => section(outcome, findings)),
  ];
  return `${[...top, ...fit(sections, room), ...end].join("\n")}\n`;
}

/** Something to read, and its short form for when there is little room, if any. */
interface Block {
  readonly full: string;
  readonly brief: string;
  /** False for headings. */
  readonly isFinding: boolean;
}

/** In full while there is plenty of room, then one line each, then only counted. */
function fit(blocks: readonly Block[], room: number): string[] {
  const kept: string[] = [];
  const plenty = room - (MOST_CHARACTERS - IN_FULL);
  let used = 0;
  let leftOut = 0;
  for (const { full, brief, isFinding } of blocks) {
    const text = used + full.length < plenty ? full : brief;
    if (used + text.length + LAST_WORDS > room) {
      if (isFinding) leftOut++;
      continue;
    }
    used += text.length + 1;
    kept.push(text);
  }
  if (leftOut === 0) return kept;
  return [
    ...kept,
    `\n**${count(leftOut, "more finding")} left out, as there is no more room: the JSON and HTML reports have all.**\n`,
  ];
}

/** The length of the sentence that says what is left out. */
const LAST_WORDS = 200;

function head(report: Report, lists: ReadonlyMap<Outcome, readonly Finding[]>): string[] {
  const sign = signOf((outcome) => lists.get(outcome)?.length ?? 0);
  const rows = report.summary.map(([verdict, number]) => `| ${cell(verdict)} | ${grouped(number)} |`);
  const facts = report.facts.map(([label, value]) => `- ${plain(label)}: ${span(value)}`);
  return [
    `## ${sign} ${plain(report.tool)}\n`,
    `${span(report.title)}\n`,
    ["| Verdict | Count |", "| --- | ---: |", ...rows, ""].join("\n"),
    ...(facts.length > 0 ? [`${facts.join("\n")}\n`] : []),
    ...(report.conclusion === undefined ? [] : [`${span(report.conclusion)}\n`]),
  ];
}

/** No check mark for a run that left something undecided, because readers would take it for a pass. */
function signOf(howMany: (outcome: Outcome) => number): string {
  if (howMany("fail") + howMany("broken") > 0) return "❌";
  if (howMany("open") > 0) return "⚠️";
  if (howMany("pass") + howMany("note") > 0) return "✅";
  return howMany("warning") > 0 ? "⚠️" : "ℹ️";
}

/** What passed is only counted, because the table of families shows it. */
function section(outcome: Outcome, findings: readonly Finding[]): Block[] {
  if (findings.length === 0 || outcome === "pass") return [];
  const heading = `### ${HEADINGS[outcome]} (${grouped(findings.length)})\n`;
  return [
    { full: heading, brief: heading, isFinding: false },
    ...findings.map((finding): Block => {
      return { full: entry(finding, isBad(outcome)), brief: `- ${summaryOf(finding)}`, isFinding: true };
    }),
  ];
}

/** A line for each edit, with its first finding and the ids of the others folded below it. */
function outlineSection({ heading, total, edits }: OutlineSection): Block[] {
  const title = `### ${plain(heading)} (${COUNTED.test(total) ? total : span(total)})\n`;
  return [
    { full: title, brief: title, isFinding: false },
    ...edits.map((edit): Block => {
      const { text, where, severity, findings } = edit;
      const line = `<code>${html(text.replaceAll("`", ""))}</code>${where === "" ? "" : ` · <code>${html(where)}</code>`}`;
      const brief = `- ${line}`;
      return { full: severity === "none" ? brief : foldedEdit(line, findings), brief, isFinding: true };
    }),
  ];
}

function foldedEdit(line: string, [first, ...others]: readonly Finding[]): string {
  if (first === undefined) return `- ${line}`;
  const named = others.slice(0, MOST_PLACES).map(({ id, subject, title }) => `${subject}: ${title} [${id}]`);
  const left = others.length - named.length;
  const more = left > 0 ? [`and ${count(left, "more finding")}, which the JSON report lists`] : [];
  return [
    `<details><summary>${line}</summary>\n`,
    body({ ...first, details: [`${first.subject}: ${first.title}`, ...first.details] }, isBad(outcomeOf(first))),
    ...(named.length > 0 ? ["The same line stands for:\n", fence("text", [...named, ...more].join("\n"))] : []),
    "</details>\n",
  ].join("\n");
}

function summaryOf({ verdict, subject, title }: Finding): string {
  const word = PLAIN.test(verdict) ? `<b>${verdict}</b>` : `<code>${html(verdict)}</code>`;
  return `${word} <code>${html(subject)}</code> <code>${html(title)}</code>`;
}

function entry(finding: Finding, withEvidence: boolean): string {
  return [`<details><summary>${summaryOf(finding)}</summary>\n`, body(finding, withEvidence), "</details>\n"].join(
    "\n",
  );
}

/** What is inside the fold. */
function body(finding: Finding, withEvidence: boolean): string {
  const facts = [
    `- Id: ${span(finding.id)}`,
    ...(finding.place ? [`- Document: ${span(placeText(finding.place))}`] : []),
    ...(finding.help === undefined ? [] : [`- Help: ${span(finding.help)}`]),
  ];
  return [
    ...(finding.details.length > 0 ? [fence("text", clip(finding.details.join("\n"), DETAILS))] : []),
    `${facts.join("\n")}\n`,
    ...(withEvidence ? finding.evidence.flatMap(exchange) : []),
  ].join("\n");
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

/** A code span with more backticks around it than any run inside it. */
function span(text: string): string {
  const inside = clip(oneLine(text), 500);
  if (inside.trim() === "") return "—";
  const ticks = "`".repeat(longestRun(inside) + 1);
  return `${ticks} ${inside} ${ticks}`;
}

function plain(text: string): string {
  return PLAIN.test(text) ? text : span(text);
}

/** In a table, a bar ends the cell even inside code, and parsers disagree about escaping it. */
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
