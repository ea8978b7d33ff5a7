// The report as one page to attach to a ticket: no request leaves it, and it reads without a script.
// Foreign text is escaped where it is put in; the policy lets nothing run but the one script of ours.
import { createHash } from "node:crypto";
import type { Evidence, Finding, Report } from "./finding.ts";
import { byGroup, byOutcome, HEADINGS, isBad, OUTCOMES, outcomeOf, type Outcome } from "./parts/outcome.ts";
import { PAGE_SCRIPT } from "./parts/page-script.ts";
import { PAGE_STYLE } from "./parts/page-style.ts";
import { placeText } from "./parts/place.ts";
import { block, clip, count, duration, escapeMarkup, grouped, oneLine } from "./text.ts";

const MESSAGE = 20_000;

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

/** Renders the report as one HTML file. */
export function renderHtml(report: Report): string {
  const sections = [...byOutcome(report.findings)].filter(([, findings]) => findings.length > 0);
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
${toolbar(report)}
<main id="findings">
${sections.map(([outcome, findings]) => section(outcome, findings)).join("\n")}
<p class="nothing" id="nothing" hidden>Nothing matches these filters.</p>
</main>
<footer>${line(report.tool)} ${line(report.version)} · started ${line(report.startedAt)} · took ${duration(report.durationMs)}</footer>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
}

function headline({ findings }: Report): string {
  const number = (outcome: Outcome): number => findings.filter((finding) => outcomeOf(finding) === outcome).length;
  const parts = [
    ...(number("fail") > 0 ? [count(number("fail"), "failure")] : []),
    ...(number("broken") > 0 ? [count(number("broken"), "error")] : []),
    ...(number("warning") > 0 ? [count(number("warning"), "warning")] : []),
  ];
  if (parts.length > 0) return parts.join(", ");
  if (findings.length === 0) return "No findings";
  return number("pass") + number("note") > 0 ? "All in order" : "Nothing decided";
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
${bar(report.findings)}
<ul class="tiles" aria-label="Verdicts">${tiles.join("")}</ul>
<div class="overview">
${facts.length > 0 ? `<section class="card"><h2>This run</h2><dl>${facts.join("")}</dl></section>` : ""}
${report.findings.length > 0 ? families(report) : ""}
</div>
</header>`;
}

/** The colour of a verdict: that of the first finding that has it. */
function toneOf(verdict: string, { findings }: Report): Outcome {
  const finding = findings.find((candidate) => candidate.verdict === verdict);
  return finding ? outcomeOf(finding) : outcomeOf({ verdict, severity: "none" });
}

/** Shares as a drawing: a policy that allows no style attribute still allows the width of a rectangle. */
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

function families({ findings }: Report): string {
  const groups = [...byGroup(findings)];
  const rows = groups.map(([group, members]) => {
    const inOrder = members.filter((member) => ["pass", "note"].includes(outcomeOf(member))).length;
    return `<tr><th scope="row">${line(group)}</th><td>${bar(members)}</td><td class="number">${inOrder} of ${members.length}</td></tr>`;
  });
  const head = `<thead><tr><th scope="col">Family</th><th scope="col">Shares</th><th scope="col">In order</th></tr></thead>`;
  return `<section class="card"><h2>Families</h2><table>${head}<tbody>${rows.join("")}</tbody></table></section>`;
}

function toolbar({ findings }: Report): string {
  const select = (id: string, label: string, values: readonly string[]): string => {
    // The value stands in its attribute, as a browser folds the blanks of an option's text.
    const options = [...new Set(values.map(line))].map((value) => `<option value="${value}">${value}</option>`);
    return `<label>${label}<select id="${id}"><option value="">All</option>${options.join("")}</select></label>`;
  };
  return `<div class="toolbar" id="toolbar" role="search" aria-label="Filter the findings" hidden>
<label class="grow">Search<input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="Any text, such as a path or an id"></label>
${select("subject", "Operation", findings.map(({ subject }) => subject).sort())}
${select(
  "group",
  "Family",
  findings.map(({ group }) => group),
)}
${select(
  "verdict",
  "Verdict",
  findings.map(({ verdict }) => verdict),
)}
<div class="buttons"><button type="button" id="open">Open all</button><button type="button" id="close">Close all</button></div>
<output id="shown" aria-live="polite"></output>
</div>`;
}

function section(outcome: Outcome, findings: readonly Finding[]): string {
  return `<section class="list ${outcome}"><h2>${HEADINGS[outcome]} <span>${grouped(findings.length)}</span></h2>
${findings.map((finding) => entry(finding, outcome)).join("\n")}
</section>`;
}

function entry(finding: Finding, outcome: Outcome): string {
  const { id, group, title, subject, verdict, place, pointer, help, milliseconds } = finding;
  const facts = [
    ["Family", group],
    ["Document", place && placeText(place)],
    ["Pointer", pointer],
    ["Help", help],
    ["Time", milliseconds === undefined ? undefined : duration(milliseconds)],
  ].filter(([, value]) => value !== undefined && value !== "");
  const rows = facts.map(([label, value = ""]) => `<div><dt>${label}</dt><dd>${line(value)}</dd></div>`);
  const details = finding.details.map((detail) => `<li>${line(detail)}</li>`).join("");
  return `<details class="finding ${outcome}" data-subject="${line(subject)}" data-group="${line(group)}" data-verdict="${line(verdict)}"${isBad(outcome) ? " open" : ""}>
<summary><span class="verdict">${line(verdict)}</span><span class="claim"><span class="title">${line(title)}</span><code>${line(subject)}</code></span><code class="id">${line(id)}</code></summary>
<div class="body">${details === "" ? "" : `<ul class="details">${details}</ul>`}<dl>${rows.join("")}</dl>${finding.evidence.map((item, index) => exchange(item, isBad(outcome) && index === 0)).join("")}</div>
</details>`;
}

function exchange({ title, curl, request, response, milliseconds }: Evidence, open: boolean): string {
  const time = milliseconds === undefined ? "" : ` <span class="time">${duration(milliseconds)}</span>`;
  const command = curl === undefined ? "" : `<h4>Repeat it</h4><pre class="curl" tabindex="0">${text(curl)}</pre>`;
  const messages = `${message("Request", request)}${message("Answer", response)}`;
  return `<details class="exchange"${open ? " open" : ""}><summary>${line(title)}${time}</summary>
<div>${messages === "" ? "" : `<div class="messages">${messages}</div>`}${command}</div></details>`;
}

/** The start line is what a reader looks for first. */
function message(label: string, content: string | undefined): string {
  if (content === undefined || content === "") return "";
  const escaped = text(content);
  const end = escaped.indexOf("\n");
  const [start, rest] = end < 0 ? [escaped, ""] : [escaped.slice(0, end), escaped.slice(end)];
  return `<div><h4>${label}</h4><pre tabindex="0"><b>${start}</b>${rest}</pre></div>`;
}

function line(value: string): string {
  return escapeMarkup(clip(oneLine(value), 2000));
}

function text(value: string): string {
  return escapeMarkup(clip(block(value), MESSAGE));
}
