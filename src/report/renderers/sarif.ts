// SARIF 2.1.0, for GitHub code scanning and editors. Code scanning raises an alert for every result, whatever its
// `kind`, so only findings that need action become results. The number of passes is in the properties of the run.
import { createHash } from "node:crypto";
import { groupsOf } from "../../memo.ts";
import type { Finding, Place, Report } from "../finding.ts";
import { repositoryPath, repositoryUri } from "../parts/place.ts";
import { clip, count, oneLine } from "../text.ts";

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** Code scanning rejects a run with more results. */
const MOST_RESULTS = 25_000;

const PROBLEM = { error: "error", warning: "warning" } as const;

type Level = keyof typeof PROBLEM;
type Problem = Finding & { readonly severity: Level };

/** Renders the report as SARIF. Findings with severity `error` or `warning` become results. */
export function renderSarif(report: Report): string {
  const problems = report.findings.filter(isProblem);
  const kept = problems.slice(0, MOST_RESULTS);
  const rules = rulesOf(kept);
  const shared = sharedLines(kept);
  const ruleIndex = new Map(rules.map(({ id }, index) => [id, index]));
  const fallback = report.findings.find(({ place }) => place !== undefined)?.place;
  const run = {
    tool: { driver: { name: oneLine(report.tool), version: oneLine(report.version), rules } },
    automationDetails: { id: `${oneLine(report.tool).replaceAll(" ", "-")}/` },
    columnKind: "utf16CodeUnits",
    invocations: [invocation(report, problems.length - kept.length)],
    results: kept.map((problem) => ({
      ruleId: ruleId(problem),
      ruleIndex: ruleIndex.get(ruleId(problem)) ?? 0,
      level: problem.severity,
      message: { text: message(problem) },
      ...locations(problem, fallback),
      partialFingerprints: fingerprints(problem, shared),
      properties: { id: oneLine(problem.id), subject: oneLine(problem.subject), verdict: oneLine(problem.verdict) },
    })),
    properties: {
      title: oneLine(report.title),
      summary: Object.fromEntries(report.summary.map(([verdict, number]) => [oneLine(verdict), number])),
    },
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: "2.1.0", runs: [run] }, null, 2)}\n`;
}

function ruleId({ rule: own, id }: Problem): string {
  return oneLine(own ?? id);
}

function isProblem(finding: Finding): finding is Problem {
  return finding.severity in PROBLEM;
}

function invocation({ startedAt, durationMs }: Report, leftOut: number): object {
  const notifications = [
    { level: "warning", message: { text: `${count(leftOut, "more finding")} left out: see another report.` } },
  ];
  return {
    executionSuccessful: true,
    ...times(Date.parse(startedAt), durationMs),
    ...(leftOut > 0 ? { toolExecutionNotifications: notifications } : {}),
  };
}

function times(start: number, milliseconds: number): object {
  if (Number.isNaN(start)) return {};
  return {
    startTimeUtc: new Date(start).toISOString(),
    endTimeUtc: new Date(start + Math.max(0, milliseconds)).toISOString(),
  };
}

interface Rule {
  readonly id: string;
  readonly [property: string]: unknown;
}

function rulesOf(problems: readonly Problem[]): readonly Rule[] {
  return [...groupsOf(problems, ruleId)].map(([id, found]) => rule(id, found));
}

function rule(id: string, found: readonly Problem[]): Rule {
  const titles = new Set(found.map(({ title }) => oneLine(title)));
  // The alert list shows one description for all results, so use a title only if all share it.
  const { ruleMeaning, ruleHelp } = found[0] ?? {};
  const own = titles.size === 1 ? [...titles].join("") : id.replace(/[-_./]+/g, " ");
  const shared = ruleMeaning ?? own;
  const description = shared.trim() === "" ? "A finding without a description" : shared;
  const level: Level = found.some(({ severity }) => severity === "error") ? "error" : "warning";
  const page = found.find((problem) => problem.help !== undefined)?.help;
  const help = ruleHelp === undefined ? description : `${description}. ${ruleHelp}`;
  const group = oneLine(found[0]?.group ?? "");
  return {
    id,
    shortDescription: { text: messageText(description) },
    help: { text: messageText(page === undefined ? help : `${help}. More: ${oneLine(page)}`) },
    defaultConfiguration: { level },
    properties: { tags: group === "" ? [] : [group], "problem.severity": PROBLEM[level] },
  };
}

/** Where room is scarce, only the first sentence is shown, so it says what is wrong and with what. */
function message({ id, rule: own, subject, title, details }: Problem): string {
  const first = oneLine(`${subject}: ${title}`).replace(/[.\s]+$/, "");
  // An exemption needs the id of this finding.
  const name = own === undefined || own === id ? [] : [`Id: ${oneLine(id)}`];
  return messageText(clip([`${first}.`, ...name, ...details.map(oneLine)].join("\n"), 4000));
}

/**
 * In a message, `{0}` is a placeholder and `[text](target)` a link, so untrusted text must contain neither (3.11.5,
 * 3.11.6).
 */
function messageText(text: string): string {
  return text.replace(/\{(\d+)\}/g, "{{$1}}").replace(/\[(?=[^\]]*\]\()/g, String.raw`\[`);
}

function locations({ place, subject, pointer }: Problem, fallback: Place | undefined): object {
  // Code scanning drops results without a line, so a finding without one goes on the first line of the document.
  const at = place ?? (fallback && { file: fallback.file, line: 1, column: 1 });
  const logicalLocations = [{ fullyQualifiedName: oneLine(pointer ?? subject) }];
  if (!at) return { locations: [{ logicalLocations }] };
  const region = { startLine: atLeastOne(at.line), startColumn: atLeastOne(at.column) };
  const artifactLocation = { uri: repositoryUri(at.file), uriBaseId: "%SRCROOT%" };
  return { locations: [{ physicalLocation: { artifactLocation, region }, logicalLocations }] };
}

function atLeastOne(number: number): number {
  return Number.isFinite(number) ? Math.max(1, Math.trunc(number)) : 1;
}

/** The lines on which one rule has several results. */
function sharedLines(problems: readonly Problem[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const key of problems.map(lineKey)) (seen.has(key) ? shared : seen).add(key);
  return shared;
}

function lineKey(problem: Problem): string {
  const { place } = problem;
  return JSON.stringify([ruleId(problem), place ? repositoryPath(place.file) : "", place?.line ?? 1]);
}

/**
 * Derived from what does not change when lines move. Code scanning only uses `primaryLocationLineHash`, which the
 * upload action computes from the line, warning about any other value. So it is set only if results of the same rule
 * share a line, where they would become a single alert.
 */
function fingerprints(problem: Problem, shared: ReadonlySet<string>): Readonly<Record<string, string>> {
  const { id, subject, title, pointer } = problem;
  const hash = createHash("sha256")
    .update(JSON.stringify([id, subject, title, pointer ?? ""]))
    .digest("hex")
    .slice(0, 16);
  return { "animalStore/v1": hash, ...(shared.has(lineKey(problem)) ? { primaryLocationLineHash: `${hash}:1` } : {}) };
}
