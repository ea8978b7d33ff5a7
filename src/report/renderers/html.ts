// The report as one page to attach to a ticket: it makes no requests and is readable without scripts. Untrusted text is
// escaped on insertion, and the policy allows only our own script to run.
import { createHash } from "node:crypto";
import type { Finding, OutlineSection, Report } from "../finding.ts";
import { byGroup, byOutcome, isBad, OUTCOMES, outcomeOf, type Outcome } from "../parts/outcome.ts";
import { PAGE_SCRIPT } from "../parts/page-script.ts";
import { PAGE_STYLE } from "../parts/page-style.ts";
import { Filters } from "../parts/page-filters.ts";
import { FindingWriter, sectionId } from "../parts/page-findings.ts";
import { line } from "../parts/page-text.ts";
import { count, duration, grouped } from "../text.ts";

const POLICY = [
  "default-src 'none'",
  `style-src ${digest(PAGE_STYLE)}`,
  `script-src ${digest(PAGE_SCRIPT)}`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function digest(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Renders the report as a single HTML file. */
export function renderHtml(report: Report): string {
  const { causes = [], outline = [] } = report;
  const edits = outline.flatMap((section) => section.edits);
  const explained = new Set([...causes, ...edits].flatMap(({ findings }) => findings));
  const others = report.findings.filter((finding) => !explained.has(finding));
  const sections = [...byOutcome(others)].filter(([, findings]) => findings.length > 0);
  const filters = new Filters(report.findings);
  const draw = new FindingWriter(filters);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${line(`${report.tool} ${report.version}`)}">
<title>${line(headline(report))} · ${line(report.tool)}</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
${header(report)}
${toolbar(report, filters)}
<main id="findings">
${draw.causes(causes)}
${draw.outline(outline)}
${sections.map(([outcome, findings]) => draw.section(outcome, findings)).join("\n")}
<p class="nothing" id="nothing" hidden>Nothing matches these filters.</p>
</main>
<footer>${line(report.tool)} ${line(report.version)} · started ${line(report.startedAt)} · took ${duration(report.durationMs)}</footer>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

function headline(report: Report): string {
  const { findings, causes = [], outline, summary } = report;
  if (outline !== undefined) {
    const bad = summary.filter(([verdict, number]) => number > 0 && isBad(toneOf(verdict, report)));
    if (bad.length > 0) return bad.map(([verdict, number]) => `${grouped(number)} ${verdict}`).join(", ");
    return findings.length === 0 ? "Nothing changed" : "Nothing fails the run";
  }
  const number = (outcome: Outcome): number => findings.filter((finding) => outcomeOf(finding) === outcome).length;
  const parts = [
    ...(number("fail") > 0 ? [count(number("fail"), "failure")] : []),
    ...(number("broken") > 0 ? [count(number("broken"), "error")] : []),
    ...(number("warning") > 0 ? [count(number("warning"), "warning")] : []),
  ];
  const shared = causes.length > 1 ? ` of ${count(causes.length, "cause")}` : "";
  if (parts.length > 0) return `${parts.join(", ")}${shared}`;
  if (findings.length === 0) return "No findings";
  const decided = number("pass") + number("note") > 0;
  if (number("open") > 0) return decided ? `No failure, ${grouped(number("open"))} inconclusive` : "Nothing decided";
  return decided ? "All passed" : "Nothing decided";
}

function header(report: Report): string {
  const worst = OUTCOMES.find((outcome) => report.findings.some((finding) => outcomeOf(finding) === outcome)) ?? "note";
  const tiles = report.summary.map(
    ([verdict, number]) =>
      `<li class="${toneOf(verdict, report)}${number === 0 ? " zero" : ""}"><strong>${grouped(number)}</strong> ${line(verdict)}</li>`,
  );
  const facts = report.facts.map(([label, value]) => `<div><dt>${line(label)}</dt><dd>${line(value)}</dd></div>`);
  return `<header class="${worst}">
<p class="tool">${line(report.tool)} <span>${line(report.version)}</span></p>
<h1>${line(headline(report))}</h1>
<p class="what">${line(report.title)}</p>
<p class="when">${when(report)}</p>
${bar(report.findings)}
<ul class="tiles" aria-label="Verdicts">${tiles.join("")}</ul>
<div class="overview">
${facts.length > 0 ? `<section class="card"><h2>This run</h2><dl>${facts.join("")}</dl></section>` : ""}
${report.findings.length === 0 ? "" : report.outline === undefined ? families(report) : contents(report.outline)}
</div>
</header>`;
}

/** For example "22 November 2026, 09:14 UTC, in 1.4 s". */
function when({ startedAt, durationMs }: Report): string {
  const [, year = "", month = "1", day = "", time = ""] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(startedAt) ?? [];
  const date = `${Number(day)} ${MONTHS[Number(month) - 1] ?? ""} ${year}, ${time} UTC`;
  return line(`${year === "" ? startedAt : date}, in ${duration(durationMs)}`);
}

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

/** The colour of a verdict: that of its first finding. */
function toneOf(verdict: string, { findings }: Report): Outcome {
  const finding = findings.find((candidate) => candidate.verdict === verdict);
  return finding ? outcomeOf(finding) : outcomeOf({ verdict, severity: "none" });
}

/** Shares as a drawing: a policy without style attributes still allows the width of a rectangle. */
function bar(findings: readonly Finding[]): string {
  let x = 0;
  const parts = [...byOutcome(findings)].map(([outcome, { length }]) => {
    const width = (length / Math.max(1, findings.length)) * 1000;
    const rectangle = `<rect class="${outcome}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10"/>`;
    x += width;
    return length === 0 ? "" : rectangle;
  });
  return `<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">${parts.join("")}</svg>`;
}

function contents(sections: readonly OutlineSection[]): string {
  const rows = sections.map(
    ({ heading, total }) =>
      `<div><dt><a href="#${sectionId(heading)}">${line(heading)}</a></dt><dd>${line(total)}</dd></div>`,
  );
  return `<section class="card"><h2>What changed</h2><dl>${rows.join("")}</dl></section>`;
}

function families({ findings }: Report): string {
  const groups = [...byGroup(findings)];
  const rows = groups.map(([group, members]) => {
    const passed = members.filter((member) => ["pass", "note"].includes(outcomeOf(member))).length;
    return `<tr><th scope="row">${line(group)}</th><td>${bar(members)}</td><td class="number">${passed} of ${members.length}</td></tr>`;
  });
  const head = `<thead><tr><th scope="col">Family</th><th scope="col">Shares</th><th scope="col">Passed</th></tr></thead>`;
  return `<section class="card"><h2>Families</h2><table>${head}<tbody>${rows.join("")}</tbody></table></section>`;
}

function toolbar({ findings }: Report, filters: Filters): string {
  const select = (id: string, label: string, options: readonly (readonly [value: string, text: string])[]): string => {
    // Set the value attribute as well, because browsers collapse whitespace in the text of an option.
    const listed = options.map(([value, text]) => `<option value="${line(value)}">${line(text)}</option>`);
    return `<label>${label}<select id="${id}"><option value="">All</option>${listed.join("")}</select></label>`;
  };
  const named = (names: readonly string[]) => [...new Set(names)].map((name) => [name, name] as const);
  return `<div class="toolbar" id="toolbar" role="search" aria-label="Filter the findings" hidden>
<label class="grow">Search<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Any text, such as a path or an id"></label>
${select("subject", "Operation", filters.operations)}
${filters.tags.length > 0 ? select("tag", "Tag", filters.tags) : ""}
${select("group", "Family", named(findings.map(({ group }) => group)))}
${select("verdict", "Verdict", named(findings.map(({ verdict }) => verdict)))}
<div class="buttons"><button type="button" id="open">Open all</button><button type="button" id="close">Close all</button></div>
<output id="shown" aria-live="polite"></output>
</div>`;
}
