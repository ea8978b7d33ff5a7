// Checks that send nothing: they judge the answers that other checks recorded, one at a time.
import type { Operation } from "../../src/contract/model.ts";
import type { Blame } from "../causes/cause.ts";
import {
  type Breach,
  type Check,
  type CheckDraft,
  type Fold,
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
  judge(exchange: Exchange, plan: Plan, options: TargetOptions): Breach | undefined;
}

/** Declares a check of the record. If no exchange is relevant to a claim, it is inconclusive, never a pass. */
export function recordCheck(check: RecordCheck): Check {
  return defineCheck({
    ...check,
    stage: "record",
    run: (subject, target) => judgeRecord(check, subject, target),
    fold: ({ operation }, plan, options) => new RecordFold(check, operation, { plan, options }),
  });
}

const SHOWN_FAILURES = 3;

/** How much work an exchange is to read and to repeat. The simplest request shows a failure best. */
function effort({ request, intent }: Exchange): number {
  const { headers, body, url } = request;
  // An altered key is not shown, so nobody can repeat the request exactly.
  const isSecret = intent === "unauthenticated" && headers.some(([name]) => name.toLowerCase() === "authorization");
  // What goes wrong with a request that is allowed says more than what follows from one that should have been refused.
  const isWrong = intent === "invalid";
  return (isWrong ? 1_000_000 : 0) + (isSecret ? 1_000 : 0) + headers.length * 100 + (body?.length ?? 0) + url.length;
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

interface Failure {
  readonly exchange: Exchange;
  readonly wrong: Breach;
}

interface Asked {
  readonly plan: Plan;
  readonly options: TargetOptions;
}

/** The most failures whose exchanges are kept at a time. */
const MOST_FAILURES = 10_000;

/** What becomes of one claim, one exchange after another. */
class RecordFold implements Fold {
  readonly #check: RecordCheck;
  readonly #operation: Operation;
  readonly #asked: Asked;
  readonly #failures: Failure[] = [];
  #open: Undecidable | undefined;
  #undecided = 0;
  #failed = 0;
  seen = 0;

  constructor(check: RecordCheck, operation: Operation, asked: Asked) {
    this.#check = check;
    this.#operation = operation;
    this.#asked = asked;
  }

  isAbout(exchange: Exchange): boolean {
    const check = this.#check;
    if (check.everything !== true && !isOf(this.#operation, exchange)) return false;
    return exchange.response !== undefined && check.select(exchange, this.#asked.plan);
  }

  /** @param begin says that judging may go on @throws what is no Undecidable */
  add(exchange: Exchange, begin?: () => void): Breach | undefined {
    this.seen++;
    try {
      begin?.();
      const wrong = this.#check.judge(exchange, this.#asked.plan, this.#asked.options);
      if (wrong === undefined) return undefined;
      this.#failed++;
      if (this.#failures.length < MOST_FAILURES) this.#failures.push({ exchange, wrong });
      return wrong;
    } catch (error) {
      if (!(error instanceof Undecidable)) throw error;
      this.#open ??= error;
      this.#undecided++;
      return undefined;
    }
  }

  trim(): void {
    this.#sort();
    this.#failures.splice(SHOWN_FAILURES);
  }

  #sort(): void {
    this.#failures.sort((a, b) => effort(a.exchange) - effort(b.exchange));
  }

  get outcome(): Outcome {
    this.#sort();
    const [first] = this.#failures;
    if (first === undefined) {
      const open = this.#open;
      const isShown = open === undefined || (this.#check.onceIsEnough === true && this.#undecided < this.seen);
      return isShown ? PASS : inconclusive(open?.message ?? "", open?.needs ?? "");
    }
    const [expected, seen, known] = first.wrong;
    const times = this.#failed === 1 ? "" : ` (in ${this.#failed} of ${this.seen} answers)`;
    const shown = this.#failures.slice(0, SHOWN_FAILURES).map(({ exchange }) => exchange);
    const cause = known && together(this.#failures.map(({ wrong }) => wrong[2] ?? {}));
    return blame(fail(expected, `${seen}${times}`, ...shown), cause);
  }
}

function judgeRecord(check: RecordCheck, { operation }: Subject, target: Target): Outcome {
  const { session, plan } = target;
  const fold = new RecordFold(check, operation, { plan, options: session.options });
  const own = session.recordOf(operation).filter((exchange) => check.everything === true || isOf(operation, exchange));
  const relevant = own.filter((exchange) => fold.isAbout(exchange));
  if (relevant.length === 0) return unseen(session, operation, own);
  for (const exchange of relevant) fold.add(exchange, () => session.stop.checkJudging());
  relevant.slice(0, SHOWN_FAILURES).forEach((exchange) => target.look(exchange));
  return fold.outcome;
}
