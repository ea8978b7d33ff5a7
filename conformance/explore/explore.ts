// `--explore N --seed S`: tests beyond the catalog of checks, with valid and invalid requests generated from the
// schemas. A failure is shrunk to the smallest request that still fails. The same seed generates the same requests,
// except for the mark of the run and the identifiers of its items.
import type { RunDetails } from "fast-check";
import type { Operation } from "../../src/contract/model.ts";
import { count } from "../../src/report/text.ts";
import { identifierPart, validProbe } from "../items/operation.ts";
import { resourceOf } from "../plan.ts";
import { protection } from "../operations.ts";
import { type AnyCheck, type Outcome, PASS, type Subject, fail, inconclusive } from "../check.ts";
import { ForeignItem, Undecidable } from "../client/undecidable.ts";
import { ruleOf, ruleOfOthers } from "../judgements/rule.ts";
import type { Exchange } from "../client/exchange.ts";
import { type Aim, type Fault, faultIn } from "./judge.ts";
import { type Drawer, type Drawn, drawingOf } from "./requests.ts";
import type { Draw } from "./values.ts";
import type { Probe } from "../client/request.ts";
import { type Scope, isWanted } from "../scope.ts";
import type { Result } from "../run.ts";
import { type Session, Target } from "../client/target.ts";
import { type JsonValue, isObject } from "../../src/json/value.ts";

export interface ExploreOptions {
  /** How many requests are generated for an operation, not counting those that shrink a failure. */
  readonly count: number;
  readonly seed: number;
  /** Leaves out claims about some operations, for which nothing is generated then. */
  readonly scope?: Scope;
}

/** The most attempts to shrink a failing request. */
const MAX_SHRINKS = 120;
/** How many generated values may miss their purpose for each one that does not. */
const MAX_SKIPS = 30;
const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

function claim(name: Aim | "answer", level: AnyCheck["level"], text: string): AnyCheck {
  return {
    id: `explore.${name}`,
    family: "schema",
    level,
    claim: text,
    basis: "the schemas of the parameters, the body and the responses",
    stage: "main",
    tests: [],
    applies: (plan) => plan.operations.map((operation) => ({ operation, pointer: operation.pointer })),
    run: () => inconclusive("nothing was generated", "a run with --explore"),
  };
}

/** The claims, as checks, so that reports can show them. They are not run: `explore` creates their results. */
export const EXPLORE_CHECKS = {
  valid: claim("valid", "must", "every request that the schemas allow must succeed"),
  invalid: claim("invalid", "must", "every body that the schema does not allow must be refused"),
  "invalid-parameter": claim(
    "invalid-parameter",
    "should",
    "a parameter value that its schema does not allow should be refused",
  ),
  answer: claim("answer", "must", "every response to a generated request must be as documented"),
} as const satisfies Record<Aim | "answer", AnyCheck>;

const AIMS: readonly Aim[] = ["valid", "invalid", "invalid-parameter"];

/** Generates requests for each operation and judges the answers. It sends through the session, within its budgets. */
export async function explore(session: Session, options: ExploreOptions): Promise<Result[]> {
  // Loaded only here: a run without --explore does not need it.
  const fc = await import("fast-check");
  const results: Result[] = [];
  const isAsked = ({ check, subject }: Pick<Result, "check" | "subject">): boolean =>
    isWanted({ check, subject }, options.scope ?? {}, session.plan.contract);
  for (const operation of session.plan.operations) {
    const subject = subjectOf(operation);
    const aims = AIMS.filter((aim) => isAsked({ check: EXPLORE_CHECKS[aim], subject }));
    const judgesAll = isAsked({ check: EXPLORE_CHECKS.answer, subject });
    if (aims.length === 0 && !judgesAll) continue;
    const why = leftOut(session, operation);
    const found =
      why === undefined
        ? await exploreOperation(fc, session, operation, { ...options, aims: judgesAll ? AIMS : aims })
        : [makeResult(EXPLORE_CHECKS[judgesAll ? "answer" : (aims[0] ?? "answer")], operation, why, [])];
    results.push(...found.filter(isAsked));
  }
  return results;
}

/** Why nothing is generated for an operation. */
function leftOut({ options, keyring }: Session, operation: Operation): Outcome | undefined {
  if (options.readOnly && !SAFE.has(operation.method)) {
    return inconclusive("the run is read-only", "a run without --read-only");
  }
  if (operation.method === "DELETE") {
    return inconclusive("a removal has nothing to generate", "nothing: the checks of the change family look at it");
  }
  if (!keyring.fits(protection(operation))) return inconclusive("no key was given", "--key, or --key-env");
  return undefined;
}

async function exploreOperation(
  fc: Draw,
  session: Session,
  operation: Operation,
  options: ExploreOptions & { readonly aims: readonly Aim[] },
): Promise<Result[]> {
  const drawing = drawingOf(fc, session.plan, operation, session.options.marker);
  const drawers = {
    valid: drawing.valid,
    invalid: drawing.invalidBody,
    "invalid-parameter": drawing.invalidParameter,
  } as const satisfies Record<Aim, Drawer | undefined>;
  const aims = options.aims.flatMap((aim): [Aim, Drawer][] => {
    const drawer = drawers[aim];
    return drawer === undefined ? [] : [[aim, drawer]];
  });
  const results: Result[] = [];
  const trials: Trial[] = [];
  for (const [index, [aim, drawn]] of aims.entries()) {
    const numRuns = Math.floor((options.count + aims.length - 1 - index) / aims.length);
    if (numRuns === 0) continue;
    const trial = new Trial(session, operation, aim);
    await trial.run(fc, drawn, { numRuns, seed: options.seed });
    trials.push(trial);
    // What an operation without a known meaning does with a request is not judged; that its answer is well-formed is.
    if (session.plan.unmodelled.has(operation)) continue;
    results.push(makeResult(EXPLORE_CHECKS[aim], operation, trial.outcome(aim), trial.evidence(aim)));
  }
  const telling =
    trials.find(({ fault }) => fault?.claim === "answer") ?? trials.find(({ sent }) => sent > 0) ?? trials[0];
  if (telling !== undefined) {
    results.push(makeResult(EXPLORE_CHECKS.answer, operation, telling.outcome("answer"), telling.evidence("answer")));
  }
  return results;
}

function subjectOf(operation: Operation): Subject {
  return { operation, pointer: operation.pointer };
}

function makeResult(check: AnyCheck, operation: Operation, outcome: Outcome, evidence: readonly Exchange[]): Result {
  return { check, subject: subjectOf(operation), outcome, evidence, ms: evidence.reduce((sum, { ms }) => sum + ms, 0) };
}

/** The requests of one operation with one aim, until one fails; then smaller ones while they fail in the same way. */
class Trial {
  readonly #session: Session;
  readonly #operation: Operation;
  readonly #aim: Aim;
  readonly #seen: Exchange[] = [];
  #stopped: Undecidable | undefined;
  /** Why a request was not sent. Others may still be. */
  #withheld: Undecidable | undefined;
  /** A refusal by a rule that OpenAPI cannot state. */
  #ruled: Undecidable | undefined;
  /** A request got an answer from which something follows. */
  #answered = false;
  #shrinks = 0;
  #seed = 0;
  #smallest: Exchange | undefined;
  sent = 0;
  fault: Fault | undefined;

  constructor(session: Session, operation: Operation, aim: Aim) {
    this.#session = session;
    this.#operation = operation;
    this.#aim = aim;
  }

  async run(fc: Draw, drawn: Drawer, { numRuns, seed }: { numRuns: number; seed: number }): Promise<void> {
    this.#seed = seed;
    const property = fc.asyncProperty(drawn, (one) => {
      fc.pre(one !== undefined);
      return this.#try(one);
    });
    const options = { numRuns, seed, maxSkipsPerRun: MAX_SKIPS };
    const details: RunDetails<[Drawn | undefined]> = await fc.check(property, options);
    // An error thrown by the judge itself is a bug, not a finding.
    const isOurs = this.fault === undefined && this.#stopped === undefined;
    if (details.failed && details.errorInstance instanceof Error && isOurs) throw details.errorInstance;
  }

  /** False for a request whose answer has a fault. */
  async #try(drawn: Drawn): Promise<boolean> {
    if (this.#stopped !== undefined) return true;
    if (this.fault !== undefined && ++this.#shrinks > MAX_SHRINKS) return true;
    const found = await this.#ask(drawn);
    // When the run must stop, fail once so that nothing more is generated; while shrinking, pass instead.
    if (this.#stopped !== undefined) return this.fault !== undefined;
    if (found === undefined || (this.fault !== undefined && found.fault.claim !== this.fault.claim)) return true;
    this.fault = found.fault;
    this.#smallest = found.exchange;
    return false;
  }

  /** Sends a generated request. @returns its fault; undefined if there is none, or if nothing more can be sent */
  async #ask(drawn: Drawn): Promise<{ readonly fault: Fault; readonly exchange: Exchange } | undefined> {
    try {
      const exchange = await this.#send(drawn);
      const fault = faultIn(exchange, this.#session.plan, this.#aim, drawn);
      const isRefused = this.#aim === "valid" && fault?.claim === "valid";
      const rule = isRefused ? (ruleOf(exchange) ?? ruleOfOthers(exchange, true)) : undefined;
      if (rule !== undefined) {
        this.#ruled ??= rule;
        return undefined;
      }
      this.#answered = true;
      return fault === undefined ? undefined : { fault, exchange };
    } catch (error) {
      if (!(error instanceof Undecidable)) throw error;
      if (error instanceof ForeignItem) this.#withheld ??= error;
      else this.#stopped = error;
      return undefined;
    }
  }

  async #send({ query = [], headers = [], json }: Drawn): Promise<Exchange> {
    const base = this.#base();
    const intent = this.#aim === "valid" ? ("valid" as const) : ("invalid" as const);
    const exchange = await this.#session.send({
      ...base,
      written: query,
      headers,
      intent,
      ...(json === undefined ? {} : { json: this.#aim === "valid" ? this.#withFreeIdentifier(json) : json }),
    });
    this.sent++;
    if (this.#seen.length < 2) this.#seen.push(exchange);
    return exchange;
  }

  /** Identifiers that the client chooses are not generated: the same one may be generated twice, and is then taken. */
  #withFreeIdentifier(json: JsonValue): JsonValue {
    if (!isObject(json)) return json;
    return { ...json, ...identifierPart(this.#session, this.#operation, this.#session.nextName()) };
  }

  /** A valid request, whose generated part is replaced. */
  #base(): Probe {
    const base = validProbe(new Target(this.#session), this.#operation);
    const isItem = resourceOf(this.#session.plan, this.#operation)?.itemPath === this.#operation.path;
    if (isItem && base.path === undefined) throw new Undecidable("no item is known", "a store that holds one");
    return base;
  }

  /** The outcome for one claim. */
  outcome(about: Fault["claim"]): Outcome {
    const { fault } = this;
    if (fault?.claim === about) {
      const drawn = ` (generated with --seed ${this.#seed}, made smaller ${count(Math.min(this.#shrinks, MAX_SHRINKS), "time")})`;
      return fail(fault.expected, fault.seen + drawn, ...(this.#smallest === undefined ? [] : [this.#smallest]));
    }
    if (this.#stopped !== undefined) return inconclusive(this.#stopped.message, this.#stopped.needs);
    if (fault !== undefined)
      return inconclusive(`explore.${fault.claim} failed first`, "a target on which it does not");
    if (about === "valid" && !this.#answered && this.#ruled !== undefined)
      return inconclusive(this.#ruled.message, this.#ruled.needs);
    if (this.sent > 0) return PASS;
    return this.#withheld === undefined
      ? inconclusive("no request could be generated", "a schema that allows a value")
      : inconclusive(this.#withheld.message, this.#withheld.needs);
  }

  evidence(about: Fault["claim"]): readonly Exchange[] {
    return this.fault?.claim === about && this.#smallest !== undefined ? [this.#smallest] : this.#seen;
  }
}
