// What a check is: one testable claim of the contract, addressed by a frozen id.
import type { Operation } from "../src/contract/model.ts";
import type { Resource } from "../src/resource/model.ts";
import type { Blame, Signs } from "./causes/cause.ts";
import { type Exchange, describeAnswer } from "./client/exchange.ts";
import { sideBySide } from "./client/side-by-side.ts";
import type { Plan } from "./plan.ts";
import type { Tested } from "./requirements/tested.ts";
import type { Stage } from "./client/stage.ts";
import type { Target, TargetOptions } from "./client/target.ts";

export const FAMILIES = [
  "auth",
  "status",
  "errors",
  "parameters",
  "paging",
  "filters",
  "lists",
  "create",
  "fetch",
  "nested",
  "change",
  "lifecycle",
  "protocol",
  "schema",
  "callbacks",
  "webhooks",
] as const;

export type Family = (typeof FAMILIES)[number];

/** `must`: the document states it. `should`: it rests on an RFC, or on a decision of spec/decisions.md. */
export type Level = "must" | "should";

/** What a check is run on: an operation, or one parameter or property of it. */
export interface Subject {
  readonly operation: Operation;
  /** The place in the document that makes the claim. */
  readonly pointer: string;
  /** The parameter, property or case, if an operation has several. */
  readonly about?: string;
  /** True for a check of the whole run: it then makes no difference which operation this is. */
  readonly isRun?: true;
  /** When it is asked about, if not with the rest of its check. */
  readonly stage?: Stage;
}

/** An operation and the resource that it acts on. */
export interface ResourceSubject extends Subject {
  readonly resource: Resource;
}

/** What a result is about, for people: "GET /items (limit)", "the whole run". */
export function showSubject({ operation, about, isRun }: Subject): string {
  if (isRun === true) return WHOLE_RUN;
  return `${operation.method} ${operation.path}${about === undefined ? "" : ` (${about})`}`;
}

/** Like `showSubject`, without the parameter, property or case. */
export function showOperationOf({ operation, isRun }: Subject): string {
  return isRun === true ? WHOLE_RUN : `${operation.method} ${operation.path}`;
}

const WHOLE_RUN = "the whole run";

export type Outcome =
  | { readonly verdict: "pass" }
  | {
      readonly verdict: "fail";
      readonly expected: string;
      readonly seen: string;
      readonly exchanges?: readonly Exchange[];
      readonly blame?: Blame;
    }
  | { readonly verdict: "inconclusive"; readonly why: string; readonly needs: string }
  | { readonly verdict: "error"; readonly cause: unknown };

export type Verdict = Outcome["verdict"];

/** What one exchange shows against a claim. */
export type Breach = readonly [expected: string, seen: string, blame?: Blame];

/** Judges one exchange after another, from a run or from the proxy. */
export interface Fold {
  /** How many exchanges the claim was about. */
  readonly seen: number;
  /** What follows from all of them. */
  readonly outcome: Outcome;
  /** True for an exchange that the claim is about. */
  isAbout(exchange: Exchange): boolean;
  /** Judges such an exchange. @returns what is wrong with it */
  add(exchange: Exchange): Breach | undefined;
  /** Keeps only the failures that are shown. */
  trim(): void;
}

export interface Check<S extends Subject = Subject> {
  /** Frozen: "auth.missing-credential". */
  readonly id: string;
  readonly family: Family;
  readonly level: Level;
  /** What must be true, 70 characters or fewer: "a request without a credential must be refused". */
  readonly claim: string;
  /** What the claim rests on: a kind of place in the document, or an RFC with its section. */
  readonly basis: string;
  /** The code in the Web Fuzzing Commons fault catalogue, if one fits. */
  readonly fault?: string;
  /** What its failures show of their cause. */
  readonly signs?: Signs;
  readonly stage: Stage;
  /** The parts of the document that it tests, for the register of requirements. */
  readonly tests: readonly Tested[];
  /** False if the user did not ask for what the check is about; it is then left out. */
  asked?(options: TargetOptions): boolean;
  /** True for checks that send requests which may change something. They are left out when read-only. */
  readonly writes?: boolean;
  /**
   * True for checks that compare what lists show with something else: with what was created, or with another answer.
   * They run when all others of their stage are done, and until all of them are, nothing can be written.
   */
  readonly quiet?: true;
  /**
   * Creates what a quiet check needs, while the others of its stage run. It is called again before the check runs, and must
   * then write nothing.
   * @throws Undecidable if that cannot be created; the claim is then undecided
   */
  prepare?(subject: S, target: Target): Promise<unknown>;
  applies(plan: Plan): readonly S[];
  run(subject: S, target: Target): Outcome | Promise<Outcome>;
  /** For checks of recorded exchanges: judges those that the suite did not send. */
  fold?(subject: S, plan: Plan, options: TargetOptions): Fold;
}

/** A check as the registry keeps it, whatever its kind of subject. */
export type AnyCheck = Check;

export type CheckId = `${Family}.${string}`;

/** A check as its author writes it: omitted fields come from `USUAL`, and the family from the id. */
export interface CheckDraft<S extends Subject = Subject> extends Omit<Check<S>, "id" | "family" | keyof typeof USUAL> {
  readonly id: CheckId;
  readonly level?: Level;
  readonly stage?: Stage;
  readonly tests?: readonly Tested[];
}

/** Most checks rest on the document and change nothing. Some test no part of it. */
const USUAL = { level: "must", stage: "main", tests: [] } as const;

/** Declares a check. */
export function defineCheck<S extends Subject>(check: CheckDraft<S>): Check<S> {
  return { ...USUAL, ...check, family: check.id.slice(0, check.id.indexOf(".")) as Family };
}

export const PASS: Outcome = Object.freeze({ verdict: "pass" });

/**
 * The claim does not hold.
 * @param seen the wrong answer, or a description of what was seen
 * @param others the exchanges that show it; if `seen` is an answer, those before it
 */
export function fail(expected: string, seen: string | Exchange, ...others: readonly Exchange[]): Outcome {
  if (typeof seen !== "string") return fail(expected, describeAnswer(seen), ...others, seen);
  return { verdict: "fail", expected, seen, ...(others.length === 0 ? {} : { exchanges: others }) };
}

/** Adds what is known of its cause to a failure; returns any other outcome unchanged. */
export function blame(outcome: Outcome, known: Blame | undefined): Outcome {
  return outcome.verdict === "fail" && known !== undefined ? { ...outcome, blame: known } : outcome;
}

/** The claim cannot be decided. Says why, and what would decide it. */
export function inconclusive(why: string, needs: string): Outcome {
  return { verdict: "inconclusive", why, needs };
}

/** Judges each item, concurrently. @returns the worst outcome */
export async function judgeEach<T>(all: Iterable<T>, judge: (one: T) => Promise<Outcome>): Promise<Outcome> {
  return worst(await sideBySide(all, judge));
}

/** The first error, otherwise the first failure, otherwise the first outcome that is not a pass. */
export function worst(outcomes: readonly Outcome[]): Outcome {
  for (const verdict of ["error", "fail", "inconclusive"] as const) {
    const found = outcomes.find((outcome) => outcome.verdict === verdict);
    if (found !== undefined) return found;
  }
  return PASS;
}
