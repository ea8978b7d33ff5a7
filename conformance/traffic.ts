// Judges exchanges that the suite did not send, such as those of an app and a service that talk through a proxy: one at
// a time by the checks of recorded exchanges, and all together as a run that the usual reports show.
import type { Contract, Operation } from "../src/contract/model.ts";
import { inferResources } from "../src/resource/infer.ts";
import { fieldsIn } from "../src/redaction/fields.ts";
import { keptFor } from "../src/memo.ts";
import { type AnyCheck, type Fold, type Subject, fail, inconclusive } from "./check.ts";
import { CHECKS } from "./checks/index.ts";
import { type Carrier, type Exchange, describeAnswer, dropBody, isSuccess } from "./client/exchange.ts";
import { Session } from "./client/target.ts";
import type { TargetOptions } from "./client/target/options.ts";
import { redactorFor } from "./client/target/redaction.ts";
import { makePlan } from "./plan.ts";
import { protection } from "./operations.ts";
import type { Result, Run } from "./run.ts";

/** What an exchange shows against the document, in words without secrets. */
export interface Violation {
  readonly check: AnyCheck;
  readonly expected: string;
  readonly seen: string;
}

export interface TrafficOptions {
  /** The base URL of the service. */
  readonly baseUrl: string;
  /** A day in UTC; today by default. */
  readonly today?: string | undefined;
}

/** An exchange, and why the document does not allow its request. */
export interface Judged extends Exchange {
  readonly objection?: string | undefined;
}

/** Bytes kept of each body that a report may show. */
const KEPT_BODY = 16_384;
/** Secrets that are remembered in order to hide them. */
const MOST_SECRETS = 10_000;

/** Shorter values are words. */
const SHORTEST = 4;

const UNSEEN = inconclusive("no exchange that the claim is about came by", "traffic that has one");

function claim(name: string, level: AnyCheck["level"], text: string, basis: string): AnyCheck {
  const shown = { id: `traffic.${name}`, family: "protocol", level, claim: text, basis } as const;
  return { ...shown, stage: "record", tests: [], applies: () => [], run: () => UNSEEN };
}

/** What is claimed of requests that the suite did not send, as checks, so that reports can show it. */
export const TRAFFIC_CHECKS = {
  request: claim(
    "request",
    "must",
    "a request that is served must be one that the document allows",
    "the operation's parameters and body",
  ),
  operation: claim(
    "operation",
    "should",
    "a request that is served should be for a documented operation",
    "the document's paths",
  ),
} as const;

const NOBODY: Carrier = {
  send: () => Promise.resolve({ failure: "nothing is sent", loss: "other", fresh: true, http: false, ms: 0 }),
};

interface Claim {
  readonly check: AnyCheck;
  readonly subject: Subject;
  readonly fold: Fold;
  failures: number;
}

export class Traffic {
  readonly #session: Session;
  readonly #secrets = new Set<string>();
  readonly #claims = new Map<Operation, Claim[]>();
  /** Served requests that the document does not allow, by operation. */
  readonly #requests = new Map<Operation | undefined, Result>();
  readonly #startedAt = new Date();
  readonly #began = performance.now();

  constructor(contract: Contract, { baseUrl, today = new Date().toISOString().slice(0, 10) }: TrafficOptions) {
    const plan = makePlan(contract, inferResources(contract), today);
    const secrets = this.#secrets;
    const options: TargetOptions = {
      baseUrl,
      readOnly: true,
      maxWrites: 0,
      headers: [],
      marker: "traffic",
      get secrets() {
        return [...secrets];
      },
    };
    this.#session = new Session(plan, options, NOBODY);
    for (const check of CHECKS) {
      for (const subject of check.fold === undefined ? [] : check.applies(plan)) {
        const fold = check.fold?.(subject, plan, options);
        const own = keptFor(this.#claims, subject.operation, () => []);
        if (fold !== undefined) own.push({ check, subject, fold, failures: 0 });
      }
    }
  }

  /** Judges an exchange. @returns what it shows against the document */
  judge(exchange: Judged): readonly Violation[] {
    const { operation } = exchange;
    const found: Violation[] = [];
    for (const claim of (operation && this.#claims.get(operation)) ?? []) {
      const wrong = claim.fold.isAbout(exchange) ? claim.fold.add(exchange) : undefined;
      if (wrong === undefined) continue;
      if (++claim.failures % 32 === 0) claim.fold.trim();
      found.push({ check: claim.check, expected: wrong[0], seen: wrong[1] });
    }
    const wrong = isSuccess(exchange) ? requestFault(exchange) : undefined;
    if (wrong !== undefined) {
      found.push(wrong);
      this.#noteRequest(exchange, wrong);
    }
    this.#session.count();
    if (found.length === 0) return found;
    this.#session.secrets.note(exchange);
    found.sort((a, b) => Number(a.check.level === "should") - Number(b.check.level === "should"));
    const secrets = [...this.#secretsIn(exchange)].map((one) => one.trim()).filter((one) => one.length >= SHORTEST);
    for (const secret of secrets) if (this.#secrets.size < MOST_SECRETS) this.#secrets.add(secret);
    const redactor = redactorFor({ headers: [], secrets });
    dropBody(exchange, KEPT_BODY);
    return found.map((one) => ({ ...one, expected: redactor.text(one.expected), seen: redactor.text(one.seen) }));
  }

  /** Keeps the first such request to each operation. */
  #noteRequest(exchange: Exchange, { check, expected, seen }: Violation): void {
    const { operation = this.#session.plan.contract.operations[0] } = exchange;
    if (operation === undefined || this.#requests.has(exchange.operation)) return;
    const subject = { operation, pointer: operation.pointer, ...(exchange.operation ? {} : { isRun: true as const }) };
    const outcome = fail(expected, seen, exchange);
    this.#requests.set(exchange.operation, { check, subject, outcome, evidence: [exchange], ms: 0 });
  }

  *#secretsIn(exchange: Exchange): Generator<string> {
    const { operation, request } = exchange;
    const { secrets } = this.#session;
    const keys = new Set((operation === undefined ? [] : protection(operation)).map(({ key }) => key?.toLowerCase()));
    const isSecret = (name: string): boolean => secrets.isSecret(name) || keys.has(name.toLowerCase());
    for (const [name, value] of request.headers) {
      if (/^cookie$/i.test(name)) for (const pair of value.split(";")) yield pair.slice(pair.indexOf("=") + 1);
      else if (/^(?:proxy-)?authorization$/i.test(name) || isSecret(name)) yield* wordsOf(value);
    }
    for (const [name, value] of new URLSearchParams(request.url.split("?")[1] ?? "")) if (isSecret(name)) yield value;
    for (const { value } of fieldsIn(new TextDecoder().decode(request.body), isSecret)) yield value;
    yield* secrets.in(exchange);
  }

  /** Everything that came by, as a run. */
  get run(): Run {
    const claims = [...this.#claims.values()].flat().map(({ check, subject, fold }): Result => {
      const outcome = fold.seen === 0 ? UNSEEN : fold.outcome;
      const evidence = outcome.verdict === "fail" ? (outcome.exchanges ?? []) : [];
      return { check, subject, outcome, evidence, ms: 0 };
    });
    return {
      results: [...claims, ...this.#requests.values()],
      session: this.#session,
      startedAt: this.#startedAt,
      durationMs: performance.now() - this.#began,
    };
  }
}

/** What is secret in a credential: what follows the name of its scheme, and the password in it. */
function wordsOf(value: string): string[] {
  const [scheme = "", rest = scheme] = value.split(/ +(.*)/, 2);
  const pair = /^basic$/i.test(scheme) ? Buffer.from(rest, "base64").toString("latin1") : "";
  return [rest, pair.slice(pair.indexOf(":") + 1)];
}

/** What is wrong with a request that was served. */
function requestFault(exchange: Judged): Violation | undefined {
  const { operation, objection, request } = exchange;
  const and = `, answered ${describeAnswer(exchange)}`;
  if (operation === undefined) {
    // Every path may answer it, documented or not (RFC 9110 section 9.3.7).
    if (request.method === "OPTIONS") return undefined;
    const seen = `${request.method} ${new URL(request.url).pathname}${and}`;
    return { check: TRAFFIC_CHECKS.operation, expected: "an operation of the document", seen };
  }
  if (objection === undefined) return undefined;
  return { check: TRAFFIC_CHECKS.request, expected: "a request that the document allows", seen: `${objection}${and}` };
}
