// The JSON report of a run.
import { showLocation } from "../../src/document/location.ts";
import { type Cause, causeId } from "../causes/cause.ts";
import { byCause, causesOf } from "../causes/group.ts";
import { type Outcome, showOperationOf } from "../check.ts";
import { type KnownFailingOutcome, expiredLines, staleLines } from "./known-failing.ts";
import { EvidenceWriter, KEPT } from "./evidence.ts";
import { type ReportContext, type Verified, detailOf, redactorOf, summaryOf } from "./report.ts";
import { wordOf } from "./verdicts.ts";
import { jsonCreated } from "./left.ts";
import { keptFor } from "../../src/memo.ts";
import type { Result } from "../run.ts";
import { writeJson } from "../../src/json/write.ts";

/** The JSON report: machine-readable, complete, without secrets. */
export function jsonReport({ run, results, known, coverage }: Verified, context: ReportContext): string {
  const writer = new EvidenceWriter(redactorOf(run));
  const { redactor } = writer;
  const { contract } = context;
  const making: Making = { context, writer, causes: causesOf(results), told: new Map(), places: new Map() };
  const unrecognised = run.session.plan.unrecognised.map(({ pointer, message }) => ({
    pointer,
    location: showLocation(contract.document.locate(pointer)),
    message,
  }));
  const report = {
    tool: "animal-store verify",
    version: context.version,
    target: redactor.text(context.target),
    contract: { title: contract.title, version: contract.version },
    startedAt: run.startedAt.toISOString(),
    summary: summaryOf({ results, known }, context),
    durationMs: Math.round(run.durationMs),
    ...(run.endedBy === undefined ? {} : { endedBy: run.endedBy }),
    requests: run.session.requests,
    writes: run.session.writes,
    created: jsonCreated(run, redactor),
    ...(coverage === undefined ? {} : { coverage }),
    ...(unrecognised.length === 0 ? {} : { unrecognised }),
    causes: [...byCause(making.causes)].map(([id, { results: own }]) => ({ id, results: own.length })),
    results: results.map((result) => jsonResult(result, making)),
    ...(known === undefined ? {} : { knownFailing: jsonKnown(known, { ...making, causes: new Map() }) }),
  };
  return `${writeJson(report, 2)}\n`;
}

function jsonKnown(known: KnownFailingOutcome, making: Making): object {
  const excused = known.excused.map(({ result, known: { reason } }) => ({
    ...jsonResult(result, making),
    reason,
  }));
  return { excused, problems: [...staleLines(known), ...expiredLines(known)] };
}

interface Making {
  readonly context: ReportContext;
  readonly writer: EvidenceWriter;
  readonly causes: ReadonlyMap<Result, Cause>;
  /** The line of an outcome and the place of a pointer, cached because many results share them. */
  readonly told: Map<Outcome, string>;
  readonly places: Map<string, string>;
}

function jsonResult(result: Result, { context: { contract, strict }, writer, causes, told, places }: Making): object {
  const cause = causes.get(result);
  const { check, subject, outcome } = result;
  const detail = keptFor(told, outcome, () => writer.sentence(detailOf(result)));
  const location = keptFor(places, subject.pointer, (pointer) => showLocation(contract.document.locate(pointer)));
  const kept = outcome.verdict === "pass" ? KEPT.pass : KEPT.other;
  return {
    id: check.id,
    family: check.family,
    level: check.level,
    operation: showOperationOf(subject),
    ...(subject.about === undefined ? {} : { about: subject.about }),
    claim: check.claim,
    basis: check.basis,
    ...(check.fault === undefined ? {} : { fault: check.fault }),
    pointer: subject.pointer,
    location,
    verdict: wordOf(result, strict),
    ...(cause === undefined ? {} : { cause: causeId(cause) }),
    detail,
    ms: Math.round(result.ms),
    exchanges: result.evidence.slice(0, kept.exchanges).map((exchange) => writer.json(exchange, kept.bytes)),
  };
}
