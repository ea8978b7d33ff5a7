// A second opinion on every recorded answer. If the second judge disagrees with our validators for no known reason,
// neither wins: the verdict is `error`, and both opinions are shown.
import type { Operation } from "../../src/contract/model.ts";
import { type AnyCheck, type Outcome, PASS, inconclusive } from "../check.ts";
import { type Exchange, textOf } from "../client/exchange.ts";
import { groupsOf, keptFor } from "../../src/kept.ts";
import type { Plan } from "../plan.ts";
import type { Result } from "../run.ts";
import { BLIND_SPOTS, type Difference } from "./blind-spots.ts";
import { type Opinion, ANSWER_PARTS, ownOpinion } from "./opinion.ts";

/** The second judge's verdict on the answers of one operation. */
type SecondJudgement =
  | {
      /** The faults of each answer; undefined for an answer that it has no opinion on. */
      readonly opinions: readonly (readonly Opinion[] | undefined)[];
    }
  | {
      /** Why it has no opinion on any of them. */
      readonly failure: string;
    };

/** Judges answers of one operation. */
export type SecondJudge = (operation: Operation, exchanges: readonly Exchange[]) => Promise<SecondJudgement>;

/** A judge of responses, such as that of src/prism/judge.ts. The suite itself does not depend on its library. */
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

/** Turns a judge of responses into a second judge of exchanges. */
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

/** A part of an answer that one judge accepts and the other does not, for no known reason. */
interface Disagreement extends Difference {
  readonly operation: Operation;
}

/** The second judge's opinion on a record. */
export interface SecondOpinion {
  readonly disagreements: readonly Disagreement[];
  /** The exchanges on which both judges had an opinion. */
  readonly judged: readonly Exchange[];
  /** Why the second judge has no opinion on the answers of an operation. */
  readonly failures: ReadonlyMap<Operation, string>;
}

/** Asks the second judge about every recorded answer, one operation after another. */
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

/** False for what the operation does not describe: answers to other methods or unknown paths, and incomplete ones. */
function isAnswer(exchange: Exchange, operation: Operation): boolean {
  const { response, intent, request } = exchange;
  // The rest of a truncated answer is unknown.
  const isWhole = response?.complete === true && response.cut === undefined;
  return isWhole && intent !== "foreign" && request.method === operation.method;
}

/** The second judge as a check, so that reports can show it. It is not run: its results are created from a record. */
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

/** The result of judging a run twice. */
export interface Agreement {
  /** Whether the judges agree, for each operation that the second judge could examine. */
  readonly results: readonly Result[];
  /** Why the second judge has no opinion on the other operations. This does not count against the service. */
  readonly failures: ReadonlyMap<Operation, string>;
}

/** Lets the second judge examine the answers of a run too. */
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
