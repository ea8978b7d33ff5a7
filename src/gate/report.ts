// Turns a result of the gate into its JSON report, and into the report that all renderers use.
import type { Document } from "../document/document.ts";
import { showLocation } from "../document/location.ts";
import type { Evidence, Finding, Report, Severity } from "../report/finding.ts";
import { describeExchange, goesToClient, serverOf, showRequest, showResponse } from "./exchange/show.ts";
import { KINDS } from "./kinds/kinds.ts";
import type { Change, ChangePlace, GateResult, Verdict, Witness } from "./model.ts";
import { writeJson } from "../json/write.ts";
import { wordOf } from "./summary.ts";
import { tagsOf } from "./review/operations.ts";
import { outlineOf } from "./review/outline.ts";
import { listedOperations } from "./surface/read.ts";
import { sayBecame } from "./properties.ts";
import { detailsOf, showOperations } from "./details.ts";

/** What happened when a witness was sent to a running server, by the id of its change. */
type Replays = ReadonlyMap<string, string>;

export interface RunFacts {
  readonly version: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly replays: Replays;
  /** The server that the witnesses were sent to; without one, commands use the document's server. */
  readonly server?: string;
  /** Sentences about anything other than changes: invalid or stale exemptions. */
  readonly failures: readonly string[];
  /** The reason for the exit code. */
  readonly conclusion?: string;
}

/** The text of the JSON report. */
export function gateJson(result: GateResult, facts: RunFacts): string {
  const value = {
    tool: `animal-store gate ${facts.version}`,
    base: result.base.file,
    revision: result.revision.file,
    profile: result.profile,
    summary: Object.fromEntries(summaryOf(result, facts)),
    advice: result.advice,
    failures: facts.failures,
    ...(facts.conclusion === undefined ? {} : { conclusion: facts.conclusion }),
    changes: result.changes.map((change) => changeJson(change, facts.replays)),
  };
  return `${writeJson(value, 2)}\n`;
}

function changeJson(change: Change, replays: Replays): object {
  const { base, revision, witness, ...rest } = change;
  const replay = replays.get(change.id);
  return {
    ...rest,
    base: placeJson(base),
    revision: placeJson(revision),
    ...(witness === undefined ? {} : { witness: witnessJson(witness) }),
    ...(replay === undefined ? {} : { replay }),
  };
}

function placeJson(place: ChangePlace | null): object | null {
  return place === null ? null : { pointer: place.pointer, location: showLocation(place.location) };
}

function witnessJson({ exchange, acceptedBy, refusedBy, violations, grown }: Witness): object {
  const shown = exchange.kind === "request" ? { request: showRequest(exchange) } : { response: showResponse(exchange) };
  const told = violations.map(({ keyword, at, message, pointer }) => ({ keyword, at, message, pointer }));
  return { ...shown, ...(grown === undefined ? {} : { grown }), acceptedBy, refusedBy, violations: told };
}

/** The report for the renderers. */
export function gateReport(result: GateResult, facts: RunFacts): Report {
  const tags = tagsByOperation(result);
  const found = result.changes.map((change) => {
    return {
      ...toFinding(change, result, facts),
      tags: [...new Set(change.operations.flatMap((name) => tags.get(name) ?? []))],
    };
  });
  const findings = [...facts.failures.map(failureFinding), ...found];
  return {
    tool: "animal-store gate",
    version: facts.version,
    title: `${result.base.file} against ${result.revision.file}`,
    facts: [
      ["base", result.base.file],
      ["revision", result.revision.file],
      ["profile", result.profile],
      ["semver asks for", result.advice],
    ],
    summary: summaryOf(result, facts),
    findings,
    outline: outlineOf(result, found),
    ...(facts.conclusion === undefined ? {} : { conclusion: facts.conclusion }),
    startedAt: facts.startedAt,
    durationMs: facts.durationMs,
  };
}

function tagsByOperation({ base, revision }: GateResult): ReadonlyMap<string, readonly string[]> {
  return new Map([...listedOperations(base), ...listedOperations(revision)].map((one) => [one.name, tagsOf(one)]));
}

/** The meaning and help of a kind, wherever rules are listed. */
function aboutRule(kind: Change["kind"]): Pick<Finding, "ruleMeaning" | "ruleHelp"> {
  const info = KINDS.get(kind);
  return info === undefined ? {} : { ruleMeaning: info.meaning, ruleHelp: `Safe would be: ${info.help}` };
}

/** The numbers of every report. */
function summaryOf({ summary }: GateResult, { failures }: RunFacts): (readonly [string, number])[] {
  return [...(failures.length === 0 ? [] : [[FAILED, failures.length] as const]), ...Object.entries(summary)];
}

/** The verdict for failures that are not changes, such as an invalid exemption. */
const FAILED = "failed";

function failureFinding(failure: string): Finding {
  return {
    id: "gate-failure",
    group: "run",
    title: failure,
    subject: "the run",
    verdict: FAILED,
    severity: "error",
    details: [],
    evidence: [],
  };
}

const SEVERITIES: Readonly<Record<Verdict, Severity>> = {
  breaking: "error",
  policy: "warning",
  unknown: "warning",
  compatible: "none",
};

function toFinding(change: Change, result: GateResult, facts: RunFacts): Finding {
  const place = change.revision ?? change.base;
  const replay = facts.replays.get(change.id);
  return {
    id: change.id,
    rule: change.kind,
    group: change.kind,
    ...aboutRule(change.kind),
    title: titleOf(change),
    ...(change.edit === undefined ? {} : { edit: editOf(change) }),
    subject: showOperations(change.operations),
    operations: change.operations,
    verdict: wordOf(change),
    severity: severityOf(change),
    details: [...detailsOf(change), ...(replay === undefined ? [] : [`Replayed: ${replay}`])],
    ...(place === null ? {} : { place: place.location, pointer: place.pointer }),
    evidence: change.witness === undefined ? [] : [evidenceOf(change.witness, result, facts.server)],
  };
}

/** Several properties share an entry, whatever their names. */
function editOf({ edit = "", property }: Change): string {
  return property === undefined ? edit : `properties ${sayBecame(property.became, false)}`;
}

/** The text without the operation, which the report shows in front of it. */
function titleOf({ text, operations }: Change): string {
  const [only = ""] = operations;
  if (operations.length !== 1 || !text.startsWith(only)) return text;
  const rest = text.slice(only.length);
  return rest.startsWith(": ") ? rest.slice(2) : `the operation${rest}`;
}

function severityOf({ verdict, severity, exempted }: Change): Severity {
  if (exempted !== undefined) return "note";
  if (verdict === "policy" || verdict === "breaking" || severity !== "none") return severity;
  return SEVERITIES[verdict];
}

/** A placeholder for the client's own address, which is not in the document. */
const CLIENT = "https://client.example";

function evidenceOf(witness: Witness, result: GateResult, server: string | undefined): Evidence {
  const document: Document = witness.acceptedBy === "base" ? result.base : result.revision;
  return {
    title: `allowed by the ${witness.acceptedBy}, refused by the ${witness.refusedBy}`,
    ...describeExchange(
      witness.exchange,
      goesToClient(witness) ? CLIENT : (server ?? serverOf(document)),
      witness.grown,
    ),
  };
}
