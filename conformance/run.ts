// Runs the checks against a target, one stage after another. Checks of one stage run concurrently, and a failure of one
// does not affect the others.
import { setImmediate } from "node:timers/promises";
import { type AnyCheck, type Outcome, type Subject, inconclusive } from "./check.ts";
import { STAGES } from "./client/stage.ts";
import { strayName } from "./client/sending/steadiness.ts";
import { Undecidable } from "./client/undecidable.ts";
import type { Carrier, Exchange } from "./client/exchange.ts";
import { clearUp } from "./items/clear-up.ts";
import { ParentItems } from "./items/parent-items.ts";
import { findWorking } from "./items/working.ts";
import { underCondition } from "./items/conditions.ts";
import { waitUntilDone } from "./items/later.ts";
import { mustAnswer } from "./probes/answering.ts";
import { Session, Target, type TargetOptions } from "./client/target.ts";
import type { Plan } from "./plan.ts";
import { type Scope, type Task, tasksOf, within } from "./scope.ts";
import type { EndedBy } from "./client/stop.ts";
import { once } from "../src/memo.ts";

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
  /** Why it ended early; absent if it did not. */
  readonly endedBy?: EndedBy;
}

export interface RunOptions {
  readonly plan: Plan;
  readonly checks: readonly AnyCheck[];
  readonly target: TargetOptions;
  readonly transport: Carrier;
  /** How many requests may be pending at once. More checks than that run concurrently. */
  readonly concurrency: number;
  /** Which checks to run; absent: all of them. */
  readonly scope?: Scope;
  /** Sends more requests after the checks and before the cleanup, and returns results of its own. */
  readonly afterwards?: (session: Session) => Promise<readonly Result[]>;
  /** Called with each result as it arrives. */
  readonly onResult?: ((result: Result, done: number, total: number) => void) | undefined;
}

/** Runs all checks that apply. Throws only for a bug of the runner itself: an error thrown by a check is its result. */
export async function run(options: RunOptions): Promise<Run> {
  const startedAt = new Date();
  const started = performance.now();
  const session = new Session(options.plan, { ...options.target, concurrency: options.concurrency }, options.transport);
  session.ways = new ParentItems(session);
  session.condition = (probe) => underCondition(session, probe);
  session.later = (exchange) => waitUntilDone(session, exchange);
  session.working = (operation) => findWorking(session, operation);
  const asked = options.checks.filter((check) => check.asked?.(options.target) !== false);
  // A run that ended before it began should not report thousands of checks as undecided.
  const isOver = session.stop.endedBy !== undefined;
  const tasks = isOver ? [] : within(tasksOf(asked, options.plan), options.scope ?? {}, options.plan);
  const breathe = makeBreath();
  const results = new Map<Task, Result>();
  const more: Result[] = [];
  let made = 0;
  for (const stage of STAGES) {
    session.stage = stage;
    if (stage === "risky") more.push(...((await options.afterwards?.(session)) ?? []));
    // The answers to removals are part of the record, so they are judged too.
    if (stage === "risky" || (stage === "record" && session.created.length > made)) {
      await session.stop.clearingUp(() => clearUp(session));
      session.ways?.forget();
      made = session.created.length;
    }
    if (stage === "record") await session.settle();
    const finish = async (task: Task): Promise<void> => {
      const result = await runOne(task, session);
      results.set(task, result);
      options.onResult?.(result, results.size, tasks.length);
      await breathe();
    };
    const [quiet, others] = split(
      tasks.filter(({ check, subject }) => (subject.stage ?? check.stage) === stage),
      ({ check }) => check.quiet === true,
    );
    const before = [...others.map((task) => () => finish(task)), ...quiet.map((task) => () => prepare(task, session))];
    await inLanes(stage === "risky" ? 1 : options.concurrency, before, (act) => act());
    await session.quietly(() => inLanes(options.concurrency, quiet, finish));
  }
  const ordered = tasks.flatMap((task) => (task.isSupport === true ? [] : (results.get(task) ?? [])));
  const settled = [...ordered, ...more].map((result) => ownWord(result, session));
  const { endedBy } = session.stop;
  const early = endedBy === undefined ? {} : { endedBy };
  return { results: settled, session, startedAt, durationMs: performance.now() - started, ...early };
}

/**
 * Does something for each of many, some at once. Checks wait for answers and for one another, so more of them run at once
 * than requests, which have their own limit.
 */
async function inLanes<T>(concurrency: number, all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  // All lanes share one iterator, because removing thousands of tasks from the front of an array takes quadratic time.
  const waiting = all.values();
  const lane = async (): Promise<void> => {
    for (const one of waiting) await act(one);
  };
  const lanes = concurrency === 1 ? 1 : concurrency * CHECKS_FOR_EACH;
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Those for which something is true, and the others. */
function split<T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

const CHECKS_FOR_EACH = 4;

/** A failure that rests on the answer of a gateway is not a failure of the service. */
function ownWord(result: Result, { steadiness }: Session): Result {
  if (result.outcome.verdict !== "fail" || !steadiness.isUnsteady || result.subject.isRun === true) return result;
  const strays = new Set(steadiness.strays);
  const stray = result.evidence.find((exchange) => strays.has(exchange));
  if (stray === undefined) return result;
  const why = `something before the service may have answered ${stray.request.method} (${strayName(stray)})`;
  return { ...result, outcome: inconclusive(why, "a target that answers every request itself") };
}

/** Checks that only judge never wait: this lets signals and timers run between two checks. */
function makeBreath(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < LONGEST_BREATH_MS) return;
    await setImmediate();
    last = performance.now();
  };
}

const LONGEST_BREATH_MS = 50;

const NOTHING: readonly Exchange[] = Object.freeze([]);

/**
 * Creates what a quiet check needs: its own preparation, and the items that lead to its operation. What cannot be created
 * is found again when the check is judged.
 */
async function prepare({ check, subject }: Task, session: Session): Promise<void> {
  const target = new Target(session);
  await Promise.allSettled([session.ways?.pathFor({ operation: subject.operation }), check.prepare?.(subject, target)]);
}

async function runOne({ check, subject }: Task, session: Session): Promise<Result> {
  const started = performance.now();
  const target = new Target(session);
  const outcome = await judge(check, subject, target);
  const pinned = outcome.verdict === "fail" ? outcome.exchanges : undefined;
  const evidence = pinned ?? (target.evidence.length === 0 ? NOTHING : target.evidence);
  return { check, subject, outcome, evidence, ms: performance.now() - started };
}

async function judge(check: AnyCheck, subject: Subject, target: Target): Promise<Outcome> {
  if (check.writes === true && target.session.options.readOnly) {
    return inconclusive("the run is read-only", "a run without --read-only");
  }
  try {
    const { stop } = target.session;
    // After the end, do not even build the requests: a large document has very many.
    if (check.stage === "record") stop.checkJudging();
    else stop.check();
    await mustAnswer(check, subject, target.session);
    await check.prepare?.(subject, target);
    const outcome = await check.run(subject, target);
    // A verdict must rest on an exchange.
    const bare = outcome.verdict === "pass" || outcome.verdict === "fail";
    if (bare && target.evidence.length === 0)
      return { verdict: "error", cause: new Error("the check looked at no exchange") };
    return outcome;
  } catch (error) {
    if (error instanceof Undecidable) return undecided(error);
    return { verdict: "error", cause: error };
  }
}

/** Cached, because after the end of a large run, hundreds of thousands of results share one outcome. */
const undecided = once(({ message, needs }: Undecidable) => inconclusive(message, needs));
