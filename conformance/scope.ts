// Which checks a run includes: a profile, and what `--only` and `--except` select.
import type { Contract } from "../src/contract/model.ts";
import { operationNames } from "../src/selection/operation.ts";
import { EVERYTHING, type Selectable, type Selection, isSelected, selectsAll } from "../src/selection/selection.ts";
import type { AnyCheck, Subject } from "./check.ts";
import type { Plan } from "./plan.ts";
import { type Shard, inShard } from "./shard.ts";

/** `smoke`: under 40 requests that change nothing, for every deployment. `full`: also generated requests. */
export const PROFILES = ["smoke", "standard", "full"] as const;

export type Profile = (typeof PROFILES)[number];

/** Requests of a smoke run, not counting those sent before the suite. */
export const SMOKE_REQUESTS = 32;
/** Generated requests for each operation of a full run, by default. */
export const FULL_EXPLORE = 20;

/** The checks of a smoke run: the key works, each kind of operation answers, and every answer is as documented. */
const SMOKE: ReadonlySet<string> = new Set([
  "auth.missing",
  "auth.unknown",
  "auth.valid",
  "fetch.missing",
  "paging.default",
  "parameters.unknown",
  "status.success",
  "status.documented",
  "status.no-server-error",
  "errors.media-type",
  "errors.body",
  "errors.status-field",
  "errors.no-internals",
  "schema.media-type",
  "schema.json",
  "schema.body",
  "schema.required-headers",
  "schema.header-values",
  "lifecycle.deprecation",
  "lifecycle.deprecation-on-errors",
  "lifecycle.deprecation-syntax",
  "lifecycle.sunset-syntax",
  "lifecycle.sunset-day",
  "protocol.whole-answers",
  "protocol.steady",
  "protocol.in-time",
]);

export interface Scope {
  /** `smoke` runs the most important checks in a few requests; `full` is `standard` plus generated requests. */
  readonly profile?: Profile | undefined;
  /** What `--only` and `--except` select. */
  readonly selection?: Selection | undefined;
  /** Runs only one part of the suite; together, the parts are the whole suite. */
  readonly shard?: Shard | undefined;
}

/** One check of one subject. */
export interface Task {
  readonly check: AnyCheck;
  readonly subject: Subject;
  /** True if it only sends what other checks judge; its own result is not reported. */
  readonly isSupport?: true;
}

/** The names by which a task can be selected. */
export function taskNames({ check, subject }: Task, { document }: Contract): Selectable {
  const named = { family: [check.family], check: [check.id] };
  return subject.isRun === true ? named : { ...named, ...operationNames(subject.operation, document) };
}

/** True for a task that `--only` and `--except` let through. */
export function isWanted(task: Task, { selection = EVERYTHING }: Scope, contract: Contract): boolean {
  return isSelected(selection, taskNames(task, contract));
}

/** Every task of these checks. */
export function tasksOf(checks: readonly AnyCheck[], plan: Plan): Task[] {
  return checks.flatMap((check) => check.applies(plan).map((subject): Task => ({ check, subject })));
}

/**
 * The tasks of a scope. Checks that judge recorded exchanges need exchanges to judge, so the checks that send to their
 * operations run as well, without a result of their own.
 */
export function within(tasks: readonly Task[], { shard, ...scope }: Scope, plan: Plan): Task[] {
  const chosen = selected(tasks, scope, plan);
  return shard === undefined ? chosen : inShard(chosen, shard, plan);
}

function selected(tasks: readonly Task[], { profile, selection = EVERYTHING }: Scope, plan: Plan): Task[] {
  const { contract } = plan;
  const asked = profile === "smoke" ? tasks.filter(({ check }) => SMOKE.has(check.id)) : [...tasks];
  if (selectsAll(selection)) return asked;
  const chosen = new Set(asked.filter((task) => isSelected(selection, taskNames(task, contract))));
  const judged = [...chosen].filter(({ check }) => check.stage === "record").map(({ subject }) => subject);
  if (judged.length === 0) return asked.filter((task) => chosen.has(task));
  const isWhole = judged.some(({ isRun }) => isRun === true);
  const operations = new Set(judged.map(({ operation }) => operation));
  // Operations excluded by name get no requests either.
  const allowed = { only: [], except: selection.except };
  return asked.flatMap((task): Task[] => {
    if (chosen.has(task)) return [task];
    const { check, subject } = task;
    const helps = check.stage !== "record" && (isWhole || operations.has(subject.operation));
    return helps && isSelected(allowed, taskNames(task, contract)) ? [{ ...task, isSupport: true }] : [];
  });
}
