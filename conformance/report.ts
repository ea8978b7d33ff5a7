// From a run to what people read: its exit code, and the findings that all renderers share.
import type { Contract } from "../src/contract/model.ts";
import { curlOf } from "../src/report/curl.ts";
import type { Evidence, Finding, Report, Severity } from "../src/report/finding.ts";
import { count } from "../src/report/text.ts";
import type { Verdict } from "./check.ts";
import { type Exchange, describeAnswer, textOf } from "./exchange.ts";
import { showOperation } from "./plan.ts";
import { type ExcusedResult, type KnownFailingOutcome, listFails } from "./known-failing.ts";
import { Redactor } from "./redact.ts";
import { type Coverage, showCoverage } from "./requirements.ts";
import type { Result, Run } from "./run.ts";
import type { EndedBy } from "./stop.ts";

/** How much of a run's evidence is kept: all of what went wrong, a sample of what went well. */
export const KEPT = { pass: { exchanges: 2, bytes: 2_000 }, other: { exchanges: 6, bytes: 20_000 } } as const;

/** A run, and what was made of it afterwards. */
export interface Verified {
  readonly run: Run;
  /** The results that decide: those of the run and of the second judge, less the excused ones. */
  readonly results: readonly Result[];
  /** What a list of known failures said of them, where there was one. */
  readonly known?: KnownFailingOutcome;
  readonly coverage: Coverage;
}

export interface ReportContext {
  readonly contract: Contract;
  readonly version: string;
  readonly target: string;
  /** A failed `should` counts as an error. */
  readonly strict: boolean;
}

/** The beginning of a text, and how long it was. */
export function clip(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters in all)`;
}

export const VERDICTS = ["pass", "fail", "inconclusive", "error"] as const satisfies readonly Verdict[];

/** How many results have each verdict. */
export function summarise(results: readonly Result[]): Record<Verdict, number> {
  const counts: Record<Verdict, number> = { pass: 0, fail: 0, inconclusive: 0, error: 0 };
  for (const { outcome } of results) counts[outcome.verdict]++;
  return counts;
}

/**
 * The exit code of a run: 0 all kept, 1 something failed or the suite broke, 4 nothing could be decided.
 * A failed `should` counts with `strict` only.
 */
export function exitCode({ results, known }: Verified, strict: boolean): 0 | 1 | 4 {
  const counts = summarise(results);
  if (known !== undefined && listFails(known)) return 1;
  if (counts.error > 0 || results.some((result) => severityOf(result, strict) === "error")) return 1;
  return counts.pass + counts.fail === 0 ? 4 : 0;
}

function severityOf({ check, outcome }: Result, strict: boolean): Severity {
  if (outcome.verdict === "pass") return "none";
  if (outcome.verdict === "inconclusive") return "note";
  if (outcome.verdict === "error") return "error";
  return check.level === "must" || strict ? "error" : "warning";
}

/** One line that says what came of a check. */
export function detailOf({ outcome }: Result): string {
  switch (outcome.verdict) {
    case "pass":
      return "";
    case "fail":
      return `expected ${outcome.expected}; seen ${outcome.seen}`;
    case "inconclusive":
      return `${outcome.why}; it would take ${outcome.needs}`;
    case "error":
      return `the check itself broke: ${outcome.cause instanceof Error ? outcome.cause.message : String(outcome.cause)}`;
  }
}

const ENDINGS = { interruption: "interrupted", time: "--max-time was over" } as const satisfies Record<EndedBy, string>;

/** The redactor for the artefacts of a run. */
export function redactorOf(run: Run): Redactor {
  const { options, record, broken } = run.session;
  return new Redactor(options.key ?? "", options.headers, [...record, ...broken]);
}

/** The report that the renderers take. Worst first. */
export function findingReport({ run, results, known, coverage }: Verified, context: ReportContext): Report {
  const redactor = redactorOf(run);
  const { session } = run;
  const summary = summarise(results);
  const findings = [
    ...results.map((result) => findingOf(result, context, redactor)),
    ...(known?.excused ?? []).map((one) => excusedFinding(one, context, redactor)),
  ];
  const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2, none: 3 };
  return {
    tool: "animal-store verify",
    version: context.version,
    title: `${redactor.text(context.target)} against ${context.contract.title} ${context.contract.version}`,
    facts: [
      ["target", redactor.text(context.target)],
      ["contract", `${context.contract.title} ${context.contract.version} (${context.contract.document.file})`],
      ["requests", String(session.requests)],
      ["items created", String(session.writes)],
      ["coverage", showCoverage(coverage)],
      ...(run.endedBy === undefined ? [] : [["ended early", ENDINGS[run.endedBy]] as const]),
      ["mode", session.options.readOnly ? "read-only" : `at most ${count(session.options.maxWrites, "write")}`],
    ],
    summary: [
      ...VERDICTS.map((verdict) => [verdict, summary[verdict]] as const),
      ...(known === undefined ? [] : [["known", known.excused.length] as const]),
    ],
    findings: findings.toSorted((a, b) => rank[a.severity] - rank[b.severity]),
    startedAt: run.startedAt.toISOString(),
    durationMs: Math.round(run.durationMs),
  };
}

function findingOf(result: Result, { contract, strict }: ReportContext, redactor: Redactor): Finding {
  const { check, subject, outcome } = result;
  const about = subject.about === undefined ? "" : ` (${subject.about})`;
  return {
    id: check.id,
    group: check.family,
    title: check.claim,
    subject: `${showOperation(subject.operation)}${about}`,
    verdict: outcome.verdict,
    severity: severityOf(result, strict),
    details: details(result).map((line) => redactor.sentence(line)),
    place: contract.document.locate(subject.pointer),
    pointer: subject.pointer,
    evidence:
      outcome.verdict === "pass" ? [] : result.evidence.slice(-4).map((exchange) => evidenceOf(exchange, redactor)),
    milliseconds: Math.round(result.ms * 1000) / 1000,
    help: `animal-store verify --explain ${check.id}`,
  };
}

/** A failure that was expected is shown apart, as a warning, with the reason that was given for it. */
function excusedFinding({ result, known }: ExcusedResult, context: ReportContext, redactor: Redactor): Finding {
  const finding = findingOf(result, context, redactor);
  return {
    ...finding,
    verdict: "known",
    severity: "warning",
    details: [`known: ${known.reason} (${known.place})`, ...finding.details],
  };
}

function details({ check, outcome }: Result): string[] {
  switch (outcome.verdict) {
    case "pass":
      return [];
    case "fail":
      return [`expected: ${outcome.expected}`, `seen: ${outcome.seen}`, `level: ${check.level} — ${check.basis}`];
    case "inconclusive":
      return [`not decided: ${outcome.why}`, `to decide it: ${outcome.needs}`];
    case "error":
      return [
        `the check itself broke: ${outcome.cause instanceof Error ? outcome.cause.message : String(outcome.cause)}`,
      ];
  }
}

function evidenceOf(exchange: Exchange, redactor: Redactor): Evidence {
  const { request, response } = exchange;
  const body = request.body === undefined ? undefined : redactor.text(new TextDecoder().decode(request.body));
  const { host } = new URL(request.url);
  const headers = redactor
    .headers(request.headers)
    .filter(([name, value]) => !CURL_OWN.has(name.toLowerCase()) || (name.toLowerCase() === "host" && value !== host));
  const url = redactor.text(request.url);
  const received =
    response === undefined
      ? undefined
      : redactor.headers(response.headers).map(([name, value]) => `${redactor.text(name)}: ${value}`);
  return {
    title: `${request.method} ${redactor.text(new URL(request.url).pathname)}: ${redactor.sentence(describeAnswer(exchange))}`,
    curl: curlOf({ method: request.method, url, headers, ...(body === undefined ? {} : { body }) }),
    request: `${request.method} ${url}${body === undefined ? "" : `\n\n${clip(body, KEPT.other.bytes)}`}`,
    response:
      response === undefined || received === undefined
        ? `no answer: ${redactor.sentence(exchange.failure ?? "unknown")}`
        : [`${response.status}`, ...received, "", clip(redactor.text(textOf(exchange)), KEPT.other.bytes)].join("\n"),
    milliseconds: Math.round(exchange.ms * 10) / 10,
  };
}

/** Headers that curl writes by itself. */
const CURL_OWN = new Set(["host", "user-agent", "connection", "content-length"]);
