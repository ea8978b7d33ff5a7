// Runs the checks against a target: stage by stage, side by side within a stage, each answering for itself.
import { type AnyCheck, type Outcome, STAGES, type Subject, Undecidable, inconclusive } from "./check.ts";
import type { Exchange } from "./exchange.ts";
import { clearUp } from "./clear-up.ts";
import { Session, Target, type TargetOptions } from "./target.ts";
import type { Plan } from "./plan.ts";
import type { EndedBy } from "./stop.ts";
import type { Transport } from "./transport.ts";

/** The outcome of one check on one subject, with the exchanges it rests on. */
export interface Result {
  readonly check: AnyCheck;
  readonly subject: Subject;
  readonly outcome: Outcome;
  readonly evidence: readonly Exchange[];
  readonly ms: number;
}

export interface Run {
  readonly results: readonly Result[];
  readonly session: Session;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** Why it ended before it was through; absent where it did not. */
  readonly endedBy?: EndedBy;
}

export interface RunOptions {
  readonly plan: Plan;
  readonly checks: readonly AnyCheck[];
  readonly target: TargetOptions;
  readonly transport: Transport;
  /** How many checks run side by side. */
  readonly concurrency: number;
  /** More to ask after the checks, with results of its own, before anything is cleared up. */
  readonly afterwards?: (session: Session) => Promise<readonly Result[]>;
  /** Told of each result as it comes. */
  readonly onResult?: (result: Result, done: number, total: number) => void;
}

interface Task {
  readonly check: AnyCheck;
  readonly subject: Subject;
}

/** Runs all checks that apply. Throws only for a bug of the runner itself: what checks throw is their result. */
export async function run(options: RunOptions): Promise<Run> {
  const startedAt = new Date();
  const started = performance.now();
  const session = new Session(options.plan, options.target, options.transport);
  const asked = options.checks.filter((check) => check.asked?.(options.target) !== false);
  const tasks = asked.flatMap((check) => check.applies(options.plan).map((subject): Task => ({ check, subject })));
  const results = new Map<Task, Result>();
  const more: Result[] = [];
  for (const stage of STAGES) {
    const waiting = tasks.filter(({ check }) => check.stage === stage);
    session.stage = stage;
    if (stage === "record") {
      more.push(...((await options.afterwards?.(session)) ?? []));
      // What is removed again is still judged: its answers are part of the record.
      await session.stop.clearingUp(() => clearUp(session));
    }
    const lane = async (): Promise<void> => {
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
        const result = await runOne(task, session);
        results.set(task, result);
        options.onResult?.(result, results.size, tasks.length);
      }
    };
    await Promise.all(Array.from({ length: options.concurrency }, lane));
  }
  const ordered = tasks.map((task) => results.get(task) as Result);
  const { endedBy } = session.stop;
  const early = endedBy === undefined ? {} : { endedBy };
  return { results: [...ordered, ...more], session, startedAt, durationMs: performance.now() - started, ...early };
}

async function runOne({ check, subject }: Task, session: Session): Promise<Result> {
  const started = performance.now();
  const target = new Target(session);
  const outcome = await judge(check, subject, target);
  const pinned = outcome.verdict === "fail" ? outcome.exchanges : undefined;
  return { check, subject, outcome, evidence: pinned ?? target.evidence, ms: performance.now() - started };
}

async function judge(check: AnyCheck, subject: Subject, target: Target): Promise<Outcome> {
  if (check.writes === true && target.session.options.readOnly) {
    return inconclusive("the run is read-only", "a run without --read-only");
  }
  try {
    const outcome = await check.run(subject, target);
    // A verdict without an exchange behind it would be an opinion.
    const bare = outcome.verdict === "pass" || outcome.verdict === "fail";
    if (bare && target.evidence.length === 0)
      return { verdict: "error", cause: new Error("the check looked at no exchange") };
    return outcome;
  } catch (error) {
    if (error instanceof Undecidable) return inconclusive(error.message, error.needs);
    return { verdict: "error", cause: error };
  }
}
