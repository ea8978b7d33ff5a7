// Annotations for GitHub Actions: workflow commands, and the report as text in which no untrusted line can be a
// command.
import { createHash } from "node:crypto";
import { renderConsole } from "./terminal.ts";
import type { Finding, Report } from "../finding.ts";
import { folded } from "../parts/fold.ts";
import { byOutcome, OUTCOMES, outcomeOf, type Outcome } from "../parts/outcome.ts";
import { repositoryPath } from "../parts/place.ts";
import { block, clip, count, oneLine } from "../text.ts";

/** GitHub shows this many annotations of a kind per step and silently drops the rest. */
const MOST = 10;

const MOST_PLACES = 10;
/** People read the log to find failures, not to see everything. */
const MOST_LOGGED = 50;

type Kind = "error" | "warning" | "notice";

/** Renders annotations, at most ten of a kind, then the report as text inside `stop-commands`. */
export function renderGithub(report: Report): string {
  const lists = byOutcome(
    folded(report.outline === undefined ? report.findings : outlined(report), { most: MOST_PLACES }),
  );
  const list = (...outcomes: readonly Outcome[]) => outcomes.flatMap((outcome) => lists.get(outcome) ?? []);
  return [
    ...annotations("error", list("fail", "broken"), report),
    ...annotations("warning", list("warning"), report),
    ...annotations("notice", list("known", "open"), report),
    ...guarded(report),
    "",
  ].join("\n");
}

/** The first finding of each edit, with the line that a reviewer reads: ten in all, the worst first. */
function outlined({ outline = [], findings }: Report): Finding[] {
  const edits = outline.flatMap((section) => section.edits);
  const told = new Set(edits.flatMap((edit) => edit.findings));
  const lines = edits.flatMap(({ text, where, severity, verdict, findings: [first] }) => {
    if (first === undefined || severity === "none") return [];
    const { edit: _, ...rest } = first;
    return [
      { ...rest, severity, verdict, subject: where === "" ? first.subject : where, title: text.replaceAll("`", "") },
    ];
  });
  const all = [...findings.filter((finding) => !told.has(finding)), ...lines];
  return all.toSorted((a, b) => OUTCOMES.indexOf(outcomeOf(a)) - OUTCOMES.indexOf(outcomeOf(b))).slice(0, MOST);
}

function annotations(kind: Kind, findings: readonly Finding[], report: Report): string[] {
  // If there are more, the tenth says how many are left out.
  const shown = findings.length > MOST ? findings.slice(0, MOST - 1) : findings;
  const lines = shown.map((finding) => annotation(kind, finding));
  const left = findings.length - shown.length;
  if (left > 0) {
    const message = `${count(left, "more finding")} of this kind: the log and the other reports list them all.`;
    lines.push(command(kind, { title: report.tool }, message));
  }
  return lines;
}

function annotation(kind: Kind, finding: Finding): string {
  const { place, subject, title, id, details } = finding;
  const where = place && { file: repositoryPath(place.file), line: String(place.line), col: String(place.column) };
  const message = clip([`${title} [${id}]`, ...details].join("\n"), 4000);
  return command(kind, { ...where, title: clip(`${finding.verdict}: ${subject}`, 250) }, message);
}

/** A workflow command, with its parts escaped the way the runner expects. */
function command(kind: Kind, properties: Readonly<Record<string, string>>, message: string): string {
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${kind} ${list.join(",")}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return block(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(oneLine(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/**
 * The report as text. The token that ends the guard is a hash of everything inside, so no response can contain it, and
 * the same report always renders the same.
 */
function guarded(report: Report): string[] {
  const text = renderConsole(report, {
    color: false,
    width: 120,
    verbose: false,
    most: MOST_LOGGED,
    worstFirst: report.outline !== undefined,
  }).trimEnd();
  const token = createHash("sha256").update(text).digest("hex");
  return [
    `::group::${escapeData(oneLine(report.tool))}`,
    `::stop-commands::${token}`,
    text,
    `::${token}::`,
    "::endgroup::",
  ];
}
