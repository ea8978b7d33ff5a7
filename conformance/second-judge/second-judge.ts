// A second opinion on every answer of the record. Where the second judge sees otherwise than our validators, and the
// reason is not known, neither wins: the verdict is `error`, shown with both opinions.
import type { Operation } from "../../src/contract/model.ts";
import { type AnyCheck, type Outcome, PASS, inconclusive } from "../check.ts";
import { type Exchange, textOf } from "../client/exchange.ts";
import { groupsOf, keptFor } from "../../src/kept.ts";
import type { Plan } from "../plan.ts";
import type { Result } from "../run.ts";
import { BLIND_SPOTS, type Difference } from "./blind-spots.ts";
import { type Opinion, ANSWER_PARTS, ownOpinion } from "./opinion.ts";

/** What a second judge makes of the answers of one operation. */
type SecondJudgement =
  | {
      /** For each answer what is wrong with it; undefined where there is no opinion on it. */
      readonly opinions: readonly (readonly Opinion[] | undefined)[];
    }
  | {
      /** Why there is none on any. */
      readonly failure: string;
    };

/** Judges answers of one operation. */
export type SecondJudge = (operation: Operation, exchanges: readonly Exchange[]) => Promise<SecondJudgement>;

/** A judge of responses, as src/prism/judge.ts has one. The suite itself knows no such library. */
export interface ResponseJudge {
  judge(
    operation: Operation,
    responses: readonly {
      readonly status: number;
      readonly headers: readonly (readonly [name: string, value: string])[];
      readonly text: string;
    }[],
  ): Promise<SecondJudgement>;
}

/** Makes a second judge of exchanges out of a judge of responses. */
export function askJudge(judge: ResponseJudge): SecondJudge {
  return (operation, exchanges) =>
    judge.judge(
      operation,
      exchanges.map((exchange) => {
        const { status = 0, headers = [] } = exchange.response ?? {};
        return { status, headers, text: textOf(exchange) };
      }),
    );
}

/** One part of an answer that one judge finds right and the other wrong, for no known reason. */
interface Disagreement extends Difference {
  readonly operation: Operation;
}

/** What came of asking the second judge about a record. */
export interface SecondOpinion {
  readonly disagreements: readonly Disagreement[];
  /** The exchanges on which both judges had an opinion. */
  readonly judged: readonly Exchange[];
  /** Why the second judge has no opinion on the answers of an operation. */
  readonly failures: ReadonlyMap<Operation, string>;
}

/** Asks the second judge about every answer of an operation in the record, one operation after the other. */
export async function secondOpinion(
  record: readonly Exchange[],
  plan: Plan,
  judge: SecondJudge,
): Promise<SecondOpinion> {
  const disagreements: Disagreement[] = [];
  const judged: Exchange[] = [];
  const failures = new Map<Operation, string>();
  for (const [operation, exchanges] of answersOf(record)) {
    const judgement = await judge(operation, exchanges);
    if ("failure" in judgement) {
      failures.set(operation, judgement.failure);
      continue;
    }
    for (const [index, exchange] of exchanges.entries()) {
      const theirs = judgement.opinions[index];
      if (theirs === undefined) continue;
      judged.push(exchange);
      disagreements.push(...disagreementsOn(exchange, plan, { operation, theirs }));
    }
  }
  return { disagreements, judged, failures };
}

/** The answers of each operation. */
function answersOf(record: readonly Exchange[]): Map<Operation, Exchange[]> {
  const answers = new Map<Operation, Exchange[]>();
  for (const exchange of record) {
    const { operation } = exchange;
    if (operation !== undefined && isAnswer(exchange, operation)) keptFor(answers, operation, () => []).push(exchange);
  }
  return answers;
}

function disagreementsOn(
  exchange: Exchange,
  plan: Plan,
  { operation, theirs }: { readonly operation: Operation; readonly theirs: readonly Opinion[] },
): Disagreement[] {
  const ours = ownOpinion(exchange, plan);
  return ANSWER_PARTS.flatMap((part): Disagreement[] => {
    const of = (opinions: readonly Opinion[]): Opinion[] => opinions.filter((opinion) => opinion.part === part);
    const difference = { part, exchange, plan, operation, ours: of(ours), theirs: of(theirs) };
    if ((difference.ours.length === 0) === (difference.theirs.length === 0)) return [];
    return BLIND_SPOTS.some((spot) => spot.parts.includes(part) && spot.explains(difference)) ? [] : [difference];
  });
}

/** Answers to other methods, to unknown paths and broken ones are not described by the operation. */
function isAnswer(exchange: Exchange, operation: Operation): boolean {
  const { response, intent, request } = exchange;
  // The rest of an answer that was cut short is not known.
  const isWhole = response?.complete === true && response.cut === undefined;
  return isWhole && intent !== "foreign" && request.method === operation.method;
}

/** The second judge as a check, so that reports can show it; it is not run, its results are made from a record. */
export const AGREEMENT: AnyCheck = {
  id: "second-judge.agreement",
  family: "schema",
  level: "must",
  claim: "both judges must agree on every response",
  basis: "the operation's responses",
  stage: "record",
  tests: [],
  applies: (plan) => plan.operations.map((operation) => ({ operation, pointer: operation.pointer })),
  run: () => inconclusive("no second judge was asked", "a run with a second judge"),
};

const SHOWN = 3;

/** What came of having a run judged twice. */
export interface Agreement {
  /** One for each operation of which there is something to say: whether the judges agree on its answers. */
  readonly results: readonly Result[];
  /** Why the second judge has no opinion on others: that is nobody's fault but its own. */
  readonly failures: ReadonlyMap<Operation, string>;
}

/** Has the answers of a run judged twice. */
export async function agreement(record: readonly Exchange[], plan: Plan, judge: SecondJudge): Promise<Agreement> {
  const started = performance.now();
  const { disagreements, judged, failures } = await secondOpinion(record, plan, judge);
  const ms = (performance.now() - started) / Math.max(1, plan.operations.length);
  const differing = groupsOf(disagreements, ({ operation }) => operation);
  const agreed = groupsOf(judged, ({ operation }) => operation);
  const told = AGREEMENT.applies(plan).filter(({ operation }) => !failures.has(operation));
  const results = told.map((subject) => {
    const own = differing.get(subject.operation) ?? [];
    const seen = agreed.get(subject.operation) ?? [];
    const shown = own.length === 0 ? seen : own.map(({ exchange }) => exchange);
    const evidence = [...new Set(shown)].slice(0, SHOWN);
    return { check: AGREEMENT, subject, outcome: outcomeOf(own, seen.length), evidence, ms };
  });
  return { results, failures };
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
