// Turns a run into what people read: its exit code, and the findings that all renderers share.
import type { Contract } from "../../src/contract/model.ts";
import type { Finding, Report } from "../../src/report/finding.ts";
import { count } from "../../src/report/text.ts";
import { type Family, type Outcome, showSubject } from "../check.ts";
import { type Cause, causeId } from "../causes/cause.ts";
import { causesOf } from "../causes/group.ts";
import { type ExcusedResult, type KnownFailingOutcome, staleLines } from "./known-failing.ts";
import { RANKS, causeGroups } from "./cause-groups.ts";
import { EvidenceWriter } from "./evidence.ts";
import { severityOf, summarise, wordOf } from "./verdicts.ts";
import { redactorFor } from "../client/target/redaction.ts";
import { type Coverage, showCoverage } from "../requirements/requirements.ts";
import type { Result, Run } from "../run.ts";
import type { EndedBy } from "../client/stop.ts";
import { once } from "../../src/memo.ts";

/** A run, and what was derived from it. */
export interface Verified {
  readonly run: Run;
  /** The results that decide the exit code: those of the run, without the excused ones. */
  readonly results: readonly Result[];
  /** The outcome of the list of known failures, if there was one. */
  readonly known?: KnownFailingOutcome;
  /** How much of the document is tested; absent if the run ended early, or if computing it would take too long. */
  readonly coverage?: Coverage;
}

export interface ReportContext {
  readonly contract: Contract;
  readonly version: string;
  readonly target: string;
  /** A failed `should` counts as an error. */
  readonly strict: boolean;
}

/** What decides the exit code besides the results. */
export interface ExitRules {
  /** A failed `should` fails the run. */
  readonly strict: boolean;
  /** A family in which every result is inconclusive does not fail the run. */
  readonly allowUndecided: boolean;
}

/**
 * The exit code of a run: 0 everything passed, 1 something failed or the suite broke, 4 nothing could be decided,
 * either in the whole run or in one family of checks, or the key was no longer accepted.
 */
export function exitCode({ run, results, known }: Verified, { strict, allowUndecided }: ExitRules): 0 | 1 | 4 {
  const counts = summarise(results, strict);
  if (known !== undefined && staleLines(known).length > 0) return 1;
  if (counts.error > 0 || counts.fail > 0) return 1;
  if (run.session.keyWatch.hasEnded) return 4;
  const excused = (known?.excused.length ?? 0) > 0;
  if (!excused && counts.pass + counts.warning === 0) return 4;
  return allowUndecided || undecidedFamilies(run, known).length === 0 ? 0 : 4;
}

/** What a service sends by itself. */
const SENT: ReadonlySet<Family> = new Set(["callbacks", "webhooks"]);

/**
 * The families in which nothing could be decided, except those that a read-only run leaves out, and what a service
 * sends by itself, which not every one can send to this machine.
 */
export function undecidedFamilies({ results, session }: Run, known?: KnownFailingOutcome): Family[] {
  const asked = results.filter(
    ({ check }) => !(session.options.readOnly && check.writes === true) && !SENT.has(check.family),
  );
  const decided = new Set([
    ...asked.filter(({ outcome }) => outcome.verdict !== "inconclusive").map(({ check }) => check.family),
    ...(known?.excused ?? []).map(({ result }) => result.check.family),
  ]);
  return [...new Set(asked.map(({ check }) => check.family))].filter((family) => !decided.has(family));
}

/** One line about the outcome of a check. */
export function detailOf({ outcome }: Result): string {
  switch (outcome.verdict) {
    case "pass":
      return "";
    case "fail":
      return `expected ${outcome.expected}, got ${outcome.seen}`;
    case "inconclusive":
      return `${outcome.why}; it would take ${outcome.needs}`;
    case "error":
      return `the check itself broke: ${outcome.cause instanceof Error ? outcome.cause.message : String(outcome.cause)}`;
  }
}

const ENDINGS = { interruption: "interrupted", time: "--max-time was over" } as const satisfies Record<EndedBy, string>;

/** The redactor for the artifacts of a finished run. */
export const redactorOf = once(({ session: { options, record, secrets, steadiness } }: Run) =>
  redactorFor(options, [...record, ...steadiness.strays], secrets.values(record, options.marker)),
);

/** The numbers of every report. The exit code rests on those of the results. */
export function summaryOf(
  { results, known }: { readonly results: readonly Result[]; readonly known: KnownFailingOutcome | undefined },
  { strict }: ReportContext,
): Readonly<Record<string, number>> {
  const stale = known === undefined ? 0 : staleLines(known).length;
  return {
    ...summarise(results, strict),
    ...(known === undefined ? {} : { known: known.excused.length }),
    ...(stale === 0 ? {} : { [STALE]: stale }),
  };
}

/** The report for the renderers, worst findings first. */
export function findingReport({ run, results, known, coverage }: Verified, context: ReportContext): Report {
  const redactor = redactorOf(run);
  const writer = new EvidenceWriter(redactor);
  const { session } = run;
  const causes = causesOf(results);
  const told = new Map<Outcome, readonly string[]>();
  const own = new Map(results.map((result) => [result, findingOf(result, { context, writer, causes, told })]));
  const findings = [
    ...(known === undefined ? [] : staleLines(known).map(staleFinding)),
    ...own.values(),
    ...(known?.excused ?? []).map((one) => excusedFinding(one, { context, writer, causes: new Map(), told })),
  ];
  return {
    tool: "animal-store verify",
    version: context.version,
    title: `${redactor.text(context.target)} against ${context.contract.title} ${context.contract.version}`,
    facts: [
      ["target", redactor.text(context.target)],
      ["contract", `${context.contract.title} ${context.contract.version} (${context.contract.document.file})`],
      ["requests", String(session.requests)],
      ["items created", String(session.created.length + session.unnamed.length)],
      ...(coverage === undefined ? [] : [["coverage", showCoverage(coverage)] as const]),
      ...(run.endedBy === undefined ? [] : [["ended early", ENDINGS[run.endedBy]] as const]),
      ["mode", session.options.readOnly ? "read-only" : `at most ${count(session.options.maxWrites, "write")}`],
    ],
    summary: Object.entries(summaryOf({ results, known }, context)),
    causes: causeGroups(causes, own),
    findings: findings.toSorted((a, b) => RANKS[a.severity] - RANKS[b.severity]),
    startedAt: run.startedAt.toISOString(),
    durationMs: Math.round(run.durationMs),
  };
}

interface Making {
  readonly context: ReportContext;
  readonly writer: EvidenceWriter;
  readonly causes: ReadonlyMap<Result, Cause>;
  /** The lines of an outcome, cached because many results share one. */
  readonly told: Map<Outcome, readonly string[]>;
}

function findingOf(result: Result, { context: { contract, strict }, writer, causes, told }: Making): Finding {
  const { check, subject, outcome } = result;
  const word = wordOf(result, strict);
  const cause = causes.get(result);
  const lines = told.get(outcome) ?? details(result).map((line) => writer.sentence(line));
  if (outcome.verdict === "inconclusive") told.set(outcome, lines);
  return {
    id: check.id,
    group: check.family,
    title: check.claim,
    subject: showSubject(subject),
    verdict: word,
    severity: severityOf(word),
    details: lines,
    place: contract.document.locate(subject.pointer),
    pointer: subject.pointer,
    evidence: outcome.verdict === "pass" ? [] : result.evidence.slice(-4).map((exchange) => writer.evidence(exchange)),
    milliseconds: Math.round(result.ms * 1000) / 1000,
    ...(cause === undefined ? {} : { cause: causeId(cause) }),
    help: `animal-store verify --explain ${check.id}`,
  };
}

/** The verdict for an entry in the list of known failures that fails the run. */
const STALE = "stale";

function staleFinding(line: string): Finding {
  return {
    id: "known-failing",
    group: "known failures",
    title: line,
    subject: "the list of known failures",
    verdict: STALE,
    severity: "error",
    details: [],
    evidence: [],
  };
}

/** An expected failure is shown separately, with the reason given for it. */
function excusedFinding({ result, known }: ExcusedResult, making: Making): Finding {
  const finding = findingOf(result, making);
  return {
    ...finding,
    verdict: "known",
    severity: "warning",
    details: [`known: ${known.reason} (${known.place})`, ...finding.details],
  };
}

function details(result: Result): string[] {
  const { check, outcome } = result;
  switch (outcome.verdict) {
    case "pass":
      return [];
    case "fail":
      return [detailOf(result), `${check.level}: ${check.basis}`];
    case "inconclusive":
      return [`inconclusive: ${outcome.why}`, `to decide it: ${outcome.needs}`];
    case "error":
      return [detailOf(result)];
  }
}
