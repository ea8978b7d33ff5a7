// A second opinion on every answer of the record. Where the second judge sees otherwise than our validators, and the
// reason is not known, neither wins: the verdict is `error`, shown with both opinions.
import type { Operation } from "../src/contract/model.ts";
import { type AnyCheck, type Outcome, PASS, inconclusive } from "./check.ts";
import { type Exchange, textOf } from "./exchange.ts";
import type { Plan } from "./plan.ts";
import type { Result } from "./run.ts";
import { BLIND_SPOTS, type Difference } from "./second-judge/blind-spots.ts";
import { type Opinion, PARTS, ownOpinion } from "./second-judge/opinion.ts";

/** What the second judge finds wrong with an answer; undefined where it has no opinion. */
export type SecondJudge = (exchange: Exchange) => readonly Opinion[] | undefined;

/** A judge of responses, as src/prism/judge.ts has one. The suite itself knows no such library. */
export interface ResponseJudge {
  judge(
    operation: Operation,
    response: {
      readonly status: number;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly text: string;
    },
  ): { readonly violations: readonly Opinion[] } | undefined;
}

/** Makes a second judge of exchanges out of a judge of responses. */
export function askJudge(judge: ResponseJudge): SecondJudge {
  return (exchange) => {
    const { operation, response } = exchange;
    if (operation === undefined || response === undefined) return undefined;
    const { status, headers } = response;
    return judge.judge(operation, { status, headers, text: textOf(exchange) })?.violations;
  };
}

/** One part of an answer that one judge finds right and the other wrong, for no known reason. */
export interface Disagreement extends Difference {
  readonly operation: Operation;
}

/** What came of asking the second judge about a record. */
export interface SecondOpinion {
  readonly disagreements: readonly Disagreement[];
  /** The exchanges on which both judges had an opinion. */
  readonly judged: readonly Exchange[];
}

/** Asks the second judge about every answer of an operation in the record. */
export function secondOpinion(record: readonly Exchange[], plan: Plan, judge: SecondJudge): SecondOpinion {
  const disagreements: Disagreement[] = [];
  const judged: Exchange[] = [];
  for (const exchange of record) {
    const { operation } = exchange;
    if (operation === undefined || !isAnswer(exchange, operation)) continue;
    const theirs = judge(exchange);
    if (theirs === undefined) continue;
    judged.push(exchange);
    const ours = ownOpinion(exchange, plan);
    for (const part of PARTS) {
      const of = (opinions: readonly Opinion[]): Opinion[] => opinions.filter((opinion) => opinion.part === part);
      const difference = { part, exchange, plan, operation, ours: of(ours), theirs: of(theirs) };
      if ((difference.ours.length === 0) === (difference.theirs.length === 0)) continue;
      const known = BLIND_SPOTS.some((spot) => spot.parts.includes(part) && spot.explains(difference));
      if (!known) disagreements.push(difference);
    }
  }
  return { disagreements, judged };
}

/** Answers to other methods, to unknown paths and broken ones are not described by the operation. */
function isAnswer(exchange: Exchange, operation: Operation): boolean {
  const { response, intent, request } = exchange;
  return response?.complete === true && intent !== "foreign" && request.method === operation.method;
}

/** The second judge as a check, so that reports can show it; it is not run, its results are made from a record. */
export const AGREEMENT: AnyCheck = {
  id: "second-judge.agreement",
  family: "schema",
  level: "must",
  claim: "a second judge finds the same answers right and wrong",
  basis: "the operation's responses",
  stage: "record",
  applies: (plan) => plan.operations.map((operation) => ({ operation, pointer: operation.pointer })),
  run: () => Promise.resolve(inconclusive("no second judge was asked", "a run with a second judge")),
};

const SHOWN = 3;

/** A result for each operation of the plan: whether the judges agree on its answers. */
export function agreementResults(record: readonly Exchange[], plan: Plan, judge: SecondJudge): Result[] {
  const started = performance.now();
  const { disagreements, judged } = secondOpinion(record, plan, judge);
  const ms = (performance.now() - started) / Math.max(1, plan.operations.length);
  return AGREEMENT.applies(plan).map((subject) => {
    const own = disagreements.filter(({ operation }) => operation === subject.operation);
    const seen = judged.filter(({ operation }) => operation === subject.operation);
    const shown = own.length === 0 ? seen : own.map(({ exchange }) => exchange);
    const evidence = [...new Set(shown)].slice(0, SHOWN);
    return { check: AGREEMENT, subject, outcome: outcomeOf(own, seen.length), evidence, ms };
  });
}

function outcomeOf(disagreements: readonly Disagreement[], judged: number): Outcome {
  const [first] = disagreements;
  if (first !== undefined)
    return { verdict: "error", cause: new Error(describeDisagreements(first, disagreements.length)) };
  if (judged > 0) return PASS;
  return inconclusive("no answer was judged by both", "answers of the operation that the second judge can read");
}

function describeDisagreements({ part, ours, theirs }: Disagreement, count: number): string {
  const more = count === 1 ? "" : ` (and ${count - 1} more)`;
  return `the judges disagree on the ${part}: ours says ${show(ours)}; the second says ${show(theirs)}${more}`;
}

function show(opinions: readonly Opinion[]): string {
  const shown = opinions.slice(0, SHOWN).map(({ message }) => message);
  return shown.length === 0 ? "nothing is wrong" : shown.join("; ");
}
