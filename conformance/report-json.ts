// The JSON report of a run.
import { writeJson } from "../src/contract/json.ts";
import { showLocation } from "../src/contract/location.ts";
import type { Contract } from "../src/contract/model.ts";
import { type Exchange, textOf } from "./exchange.ts";
import { type KnownFailingOutcome, showListProblems } from "./known-failing.ts";
import { showOperation } from "./plan.ts";
import type { Redactor } from "./redact.ts";
import { KEPT, type ReportContext, type Verified, clip, detailOf, redactorOf, summarise } from "./report.ts";
import type { Result } from "./run.ts";

/** The JSON report: machine-readable, complete, without secrets. */
export function jsonReport({ run, results, known, coverage }: Verified, context: ReportContext): string {
  const redactor = redactorOf(run);
  const { contract } = context;
  const report = {
    tool: "animal-store verify",
    version: context.version,
    target: redactor.text(context.target),
    contract: { title: contract.title, version: contract.version },
    startedAt: run.startedAt.toISOString(),
    summary: summarise(results),
    durationMs: Math.round(run.durationMs),
    ...(run.endedBy === undefined ? {} : { endedBy: run.endedBy }),
    requests: run.session.requests,
    writes: run.session.writes,
    created: run.session.created.map(({ id, removed, resource }) => ({
      resource: resource.collection,
      id: typeof id === "string" ? redactor.text(id) : id,
      removed,
    })),
    coverage,
    results: results.map((result) => jsonResult(result, contract, redactor)),
    ...(known === undefined ? {} : { knownFailing: jsonKnown(known, contract, redactor) }),
  };
  return `${writeJson(report, 2)}\n`;
}

function jsonKnown(known: KnownFailingOutcome, contract: Contract, redactor: Redactor): object {
  const excused = known.excused.map(({ result, known: { reason } }) => ({
    ...jsonResult(result, contract, redactor),
    reason,
  }));
  return { excused, problems: showListProblems(known) };
}

function jsonResult(result: Result, contract: Contract, redactor: Redactor): object {
  const { check, subject, outcome } = result;
  const kept = outcome.verdict === "pass" ? KEPT.pass : KEPT.other;
  return {
    id: check.id,
    family: check.family,
    level: check.level,
    operation: showOperation(subject.operation),
    ...(subject.about === undefined ? {} : { about: subject.about }),
    claim: check.claim,
    basis: check.basis,
    ...(check.fault === undefined ? {} : { fault: check.fault }),
    pointer: subject.pointer,
    location: showLocation(contract.document.locate(subject.pointer)),
    verdict: outcome.verdict,
    detail: redactor.sentence(detailOf(result)),
    ms: Math.round(result.ms),
    exchanges: result.evidence.slice(0, kept.exchanges).map((exchange) => jsonExchange(exchange, redactor, kept.bytes)),
  };
}

function jsonExchange(exchange: Exchange, redactor: Redactor, bytes: number): object {
  const { request, response } = exchange;
  return {
    request: {
      method: request.method,
      url: redactor.text(request.url),
      headers: redactor.headers(request.headers),
      body: request.body === undefined ? null : clip(redactor.text(new TextDecoder().decode(request.body)), bytes),
    },
    response:
      response === undefined
        ? { failure: redactor.sentence(exchange.failure ?? "unknown") }
        : {
            status: response.status,
            headers: redactor.headers(response.headers).map(([name, value]) => [redactor.text(name), value] as const),
            body: clip(redactor.text(textOf(exchange)), bytes),
          },
    ms: Math.round(exchange.ms * 10) / 10,
  };
}
