// Allure results: a folder with one file for each finding, which `allure generate` and Allure TestOps read.
import { createHash } from "node:crypto";
import type { Finding, Report } from "../finding.ts";
import { outcomeOf, type Outcome } from "../parts/outcome.ts";
import { exchangeText, messageOf, shares, textOf, uniqueName } from "../parts/test-case.ts";
import { block, clip, oneLine } from "../text.ts";

/** One file of the folder. */
interface ReportFile {
  readonly name: string;
  readonly text: string;
}

/** A warning does not fail the run, so it must not fail the build. */
const STATUSES = {
  fail: "failed",
  broken: "broken",
  warning: "skipped",
  known: "skipped",
  open: "skipped",
  note: "passed",
  pass: "passed",
} as const satisfies Record<Outcome, string>;

/** Characters of a request with its response that are attached. */
const ATTACHED = 100_000;

/**
 * Makes the files of the report. Their names are the same in every run against the same target, so a second run replaces
 * its former results.
 */
export function* allureFiles(report: Report): Generator<ReportFile> {
  const times = shares(report);
  const names = new Set<string>();
  let start = Date.parse(report.startedAt) || 0;
  for (const finding of report.findings) {
    const name = uniqueName(finding, names);
    const stop = start + (times.get(finding) ?? 0);
    const uuid = uuidOf(report.tool, report.title, name);
    const attachments = [...attachmentsOf(finding, uuid)];
    for (const { source, text } of attachments) yield { name: source, text };
    const shown = attachments.map(({ title, source }) => ({ name: title, type: "text/plain", source }));
    const result = { uuid, name, ...bodyOf(finding, report, name), start, stop, attachments: shown };
    yield { name: `${uuid}-result.json`, text: `${JSON.stringify(result, null, 2)}\n` };
    start = stop;
  }
  yield { name: "environment.properties", text: report.facts.map(propertyOf).join("") };
}

function bodyOf(finding: Finding, { tool, version }: Report, name: string): object {
  const outcome = outcomeOf(finding);
  const { subject, id, group, verdict, help } = finding;
  const label = (label: string, value: string): object => ({ name: label, value: oneLine(value) });
  const details = { message: messageOf(finding), trace: textOf(finding, 0), known: outcome === "known" };
  return {
    fullName: oneLine(`${group}: ${name}`),
    historyId: uuidOf(tool, name),
    testCaseId: uuidOf(tool, name),
    status: STATUSES[outcome],
    ...(outcome === "pass" ? {} : { statusDetails: details }),
    stage: "finished",
    steps: [],
    parameters: [],
    labels: [
      label("framework", `${tool} ${version}`),
      label("parentSuite", tool),
      label("suite", group),
      label("subSuite", subject),
      label("tag", verdict),
      label("package", id),
    ],
    links: help !== undefined && /^https?:\/\//.test(help) ? [{ name: "help", url: oneLine(help), type: "link" }] : [],
  };
}

function* attachmentsOf(
  { evidence }: Finding,
  uuid: string,
): Generator<ReportFile & { readonly title: string; readonly source: string }> {
  for (const [index, item] of evidence.entries()) {
    const source = `${uuidOf(uuid, String(index))}-attachment.txt`;
    yield { title: clip(oneLine(item.title), 200), source, name: source, text: block(exchangeText(item, ATTACHED)) };
  }
}

/** A line of a properties file, in which a backslash escapes. */
function propertyOf([label, value]: readonly [string, string]): string {
  const name = oneLine(label).replaceAll(/[^\w.-]+/g, ".");
  return `${name} = ${oneLine(value).replaceAll("\\", "\\\\")}\n`;
}

/** A UUID made of a hash (RFC 9562 section 5.8). */
function uuidOf(...parts: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    "-",
  );
}
