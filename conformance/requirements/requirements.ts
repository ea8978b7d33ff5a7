// The requirements register: every sentence, table row and constraint of a document, with the checks that test it, or
// the reason why none does. Nothing is left out silently: a requirement with neither is reported as such.
import { type Location } from "../../src/document/location.ts";
import type { Contract } from "../../src/contract/model.ts";
import { countsOf } from "../../src/memo.ts";
import { inferResources } from "../../src/resource/infer.ts";
import type { AnyCheck, Subject } from "../check.ts";
import { type Plan, makePlan } from "../plan.ts";
import type { Result } from "../run.ts";
import { Asked } from "./coverage.ts";
import { type Statement, type StatementKind, statementsOf } from "./statements.ts";
import { REASONS } from "./reasons.ts";
import { type Use, type Uses, usesOf, usesWithin } from "./uses.ts";

export interface Requirement {
  /** The place in the document. */
  readonly pointer: string;
  readonly location: Location;
  readonly kind: StatementKind;
  /** "maximum: 100", or the sentence itself. */
  readonly text: string;
  /** The ids of the checks that test it, sorted. */
  readonly coveredBy: readonly string[];
  /** Why it is not tested; absent if it is tested, or if no reason is known. */
  readonly reason?: string;
  /** For a tested statement: the uses in which it is not tested, each with the reason. */
  readonly untested?: readonly Untested[];
}

interface Untested {
  /** "body of createOrder". */
  readonly use: string;
  /** Absent if no reason is known. */
  readonly reason?: string;
}

/**
 * The register of a contract, in the order of the document.
 * @param today a day in UTC; different checks apply to operations past their sunset
 */
export function requirements(
  contract: Contract,
  checks: readonly AnyCheck[],
  today: string = new Date().toISOString().slice(0, 10),
): Requirement[] {
  return registerOf(makePlan(contract, inferResources(contract), today), checks, usesOf(contract));
}

function registerOf(plan: Plan, checks: readonly AnyCheck[], uses: Uses): Requirement[] {
  const asked = new Asked(checks, plan);
  return statementsOf(plan.contract.document).map((statement) =>
    answerFor(statement, { plan, asked, uses: usesAt(statement, uses, plan) }),
  );
}

interface Context {
  readonly plan: Plan;
  readonly asked: Asked;
  readonly uses: readonly Use[];
}

function answerFor(statement: Statement, { plan, asked, uses }: Context): Requirement {
  const covering = uses.map((use) => asked.covering(statement, use));
  const coveredBy = [...new Set(covering.flat())].sort();
  const open = uses.filter((_, index) => covering[index]?.length === 0);
  const reason = coveredBy.length > 0 ? undefined : reasonFor(statement, open, plan);
  return {
    pointer: statement.pointer,
    location: plan.contract.document.locate(statement.pointer),
    kind: statement.kind,
    text: statement.text,
    coveredBy,
    ...(reason === undefined ? {} : { reason }),
    ...(coveredBy.length === 0 || open.length === 0 ? {} : { untested: untestedUses(statement, open, plan) }),
  };
}

/** The common reason of all uses, or else the reasons of each; undefined if one use has none. */
function reasonFor(statement: Statement, open: readonly Use[], plan: Plan): string | undefined {
  const common = REASONS.find((known) => known.holds(statement, open, plan))?.reason;
  if (common !== undefined) return common;
  const each = open.map((use) => REASONS.find((known) => known.holds(statement, [use], plan))?.reason);
  return each.includes(undefined) ? undefined : [...new Set(each)].join("; ");
}

/** A schema that several operations share may be tested in only one of them. */
function untestedUses(statement: Statement, open: readonly Use[], plan: Plan): Untested[] {
  const found = new Map<string, Untested>();
  for (const one of open) {
    const use = `${one.side}${one.status === undefined ? "" : ` ${one.status}`} of ${one.operation.id}`;
    const reason = reasonFor(statement, [one], plan);
    found.set(use, { use, ...(reason === undefined ? {} : { reason }) });
  }
  return [...found.values()];
}

/** The uses of a statement's part; for the document's own `security`, only operations that require a credential. */
function usesAt(statement: Statement, uses: Uses, { contract }: Plan): readonly Use[] {
  const own = uses.get(statement.holder) ?? [];
  if (statement.holder !== "" || statement.kind !== "security") return own;
  const { root } = contract.document;
  return root["security"] === undefined ? [] : own.filter(({ operation }) => operation.security.length > 0);
}

/** The most uses to examine for the coverage line of a report, which the user did not ask for. */
const MOST_USES = 100_000;

/** How much of a document is tested; undefined if it has too many uses to examine. */
export function coverageWithin(plan: Plan, checks: readonly AnyCheck[]): Coverage | undefined {
  const uses = usesWithin(plan.contract, MOST_USES);
  return uses === undefined ? undefined : coverageOf(registerOf(plan, checks, uses));
}

/** How much of a document a run decided: a statement counts if some check that tests it passed or failed where it is used. */
export function decidedWithin(
  plan: Plan,
  checks: readonly AnyCheck[],
  results: readonly Result[],
): Coverage | undefined {
  const asked = coverageWithin(plan, checks);
  if (asked === undefined) return undefined;
  const decided = new Set(
    results.flatMap(({ check, subject, outcome }) =>
      outcome.verdict === "pass" || outcome.verdict === "fail" ? [nameOf(check, subject)] : [],
    ),
  );
  const only = checks.map((check): AnyCheck => ({
    ...check,
    applies: (of: Plan) => check.applies(of).filter((subject) => decided.has(nameOf(check, subject))),
  }));
  return { ...asked, decided: coverageWithin(plan, only)?.covered ?? 0 };
}

const nameOf = ({ id }: AnyCheck, { operation, pointer }: Subject): string => `${id} ${operation.pointer} ${pointer}`;

/** The share of a document that was decided, from 0 to 1. */
export function decidedShare({ covered, decided = covered, reasoned, open }: Coverage): number {
  const all = covered + reasoned + open;
  return all === 0 ? 1 : decided / all;
}

export interface Coverage {
  /** Of those that are tested, how many a run decided; absent without a run. */
  readonly decided?: number;
  readonly covered: number;
  /** Not tested, for a known reason. */
  readonly reasoned: number;
  /** Neither tested nor explained. */
  readonly open: number;
}

/** How much of a document is tested. */
export function coverageOf(register: readonly Requirement[]): Coverage {
  const open = register.filter(isUnaccounted).length;
  const covered = register.filter((one) => one.coveredBy.length > 0 && !isUnaccounted(one)).length;
  return { covered, reasoned: register.length - covered - open, open };
}

/** True if a requirement, or one of its uses, has neither a check nor a reason. */
export function isUnaccounted({ coveredBy, reason, untested = [] }: Requirement): boolean {
  if (coveredBy.length === 0) return reason === undefined;
  return untested.some((one) => one.reason === undefined);
}

/** "312 requirements: 140 tested, 172 not tested". After a run, "tested" is what it decided. */
export function showCoverage({ covered, decided = covered, reasoned, open }: Coverage): string {
  const neither = open === 0 ? "" : ` (${open} of them for no known reason)`;
  const undecided = decided === covered ? "" : `, ${covered - decided} not decided`;
  return `${covered + reasoned + open} requirements: ${decided} tested${undecided}, ${reasoned + open} not tested${neither}`;
}

/** The reasons why requirements are not tested, each with its count, the most frequent first. */
export function reasonsOf(register: readonly Requirement[]): [reason: string, count: number][] {
  const untested = register.filter(({ coveredBy }) => coveredBy.length === 0);
  const counts = countsOf(untested.map(({ reason }) => reason ?? NO_REASON));
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** Shown when no reason is known. */
export const NO_REASON = "no reason is known";
