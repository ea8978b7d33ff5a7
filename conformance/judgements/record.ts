// Checks that send nothing: they judge the answers that other checks recorded, one at a time.
import type { Operation } from "../../src/contract/model.ts";
import type { Blame } from "../causes/cause.ts";
import {
  type Check,
  type CheckDraft,
  type Outcome,
  PASS,
  type Subject,
  blame,
  defineCheck,
  fail,
  inconclusive,
} from "../check.ts";
import type { Exchange } from "../client/exchange.ts";
import type { Target, TargetOptions } from "../client/target.ts";
import { Undecidable } from "../client/undecidable.ts";
import type { Plan } from "../plan.ts";
import { unseen } from "./unseen.ts";

/** A check of recorded exchanges. Each selected exchange of an operation is judged by itself. */
export interface RecordCheck extends Omit<CheckDraft, "run" | "stage"> {
  /** Includes requests that the operation does not describe, and other methods on its path. */
  readonly everything?: boolean;
  /** One answer that shows the claim is enough, even if others leave it undecided. */
  readonly onceIsEnough?: boolean;
  /** True for an exchange that the claim is about. */
  select(exchange: Exchange, plan: Plan): boolean;
  /** The fault in one of them; undefined if there is none. */
  judge(
    exchange: Exchange,
    plan: Plan,
    options: TargetOptions,
  ): readonly [expected: string, seen: string, blame?: Blame] | undefined;
}

/** Declares a check of the record. If no exchange is relevant to a claim, it is inconclusive, never a pass. */
export function recordCheck(check: RecordCheck): Check {
  return defineCheck({
    ...check,
    stage: "record",
    run: (subject, target) => judgeRecord(check, subject, target),
  });
}

const SHOWN_FAILURES = 3;

/** How much work an exchange is to read and to repeat. The simplest request shows a failure best. */
function effort({ request, intent }: Exchange): number {
  const { headers, body, url } = request;
  // An altered key is not shown, so nobody can repeat the request exactly.
  const isSecret = intent === "unauthenticated" && headers.some(([name]) => name.toLowerCase() === "authorization");
  return (isSecret ? 1_000 : 0) + headers.length * 100 + (body?.length ?? 0) + url.length;
}

/** The blame for several failures, with a cause only if they share it. */
function together(all: readonly Blame[]): Blame {
  const [first] = all;
  const isShared = all.every(({ cause }) => cause?.kind === first?.cause?.kind && cause?.name === first?.cause?.name);
  const isKnown = all.every(({ values }) => values !== undefined);
  const values = all.flatMap((one) => one.values ?? []);
  return { ...(isKnown ? { values } : {}), ...(isShared && first?.cause !== undefined ? { cause: first.cause } : {}) };
}

function isOf(operation: Operation, { intent, request }: Exchange): boolean {
  return intent !== "foreign" && request.method === operation.method;
}

function judgeRecord(check: RecordCheck, { operation }: Subject, target: Target): Outcome {
  const { session, plan } = target;
  const own = session.recordOf(operation).filter((exchange) => check.everything === true || isOf(operation, exchange));
  const relevant = own.filter((exchange) => exchange.response !== undefined && check.select(exchange, plan));
  if (relevant.length === 0) return unseen(session, operation, own);
  let open: Undecidable | undefined;
  let undecided = 0;
  const failures = relevant.flatMap((exchange) => {
    try {
      session.stop.checkJudging();
      const wrong = check.judge(exchange, plan, session.options);
      return wrong === undefined ? [] : [{ exchange, wrong }];
    } catch (error) {
      if (!(error instanceof Undecidable)) throw error;
      open ??= error;
      undecided++;
      return [];
    }
  });
  failures.sort((a, b) => effort(a.exchange) - effort(b.exchange));
  relevant.slice(0, SHOWN_FAILURES).forEach((exchange) => target.look(exchange));
  const [first] = failures;
  if (first === undefined) {
    const isShown = open === undefined || (check.onceIsEnough === true && undecided < relevant.length);
    return isShown ? PASS : inconclusive(open?.message ?? "", open?.needs ?? "");
  }
  const [expected, seen, known] = first.wrong;
  const times = failures.length === 1 ? "" : ` (in ${failures.length} of ${relevant.length} answers)`;
  const shown = failures.slice(0, SHOWN_FAILURES).map(({ exchange }) => exchange);
  const cause = known && together(failures.map(({ wrong }) => wrong[2] ?? {}));
  return blame(fail(expected, `${seen}${times}`, ...shown), cause);
}
