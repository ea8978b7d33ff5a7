// A complete verification: plan, connection, run. Commands, tests and the vitest suite call this.
import type { Contract } from "../src/contract/model.ts";
import { clipped } from "../src/json/quote.ts";
import { inferResources } from "../src/resource/infer.ts";
import type { AnyCheck } from "./check.ts";
import { CHECKS } from "./checks/index.ts";
import type { HeaderPairs } from "./client/exchange.ts";
import { usualWrites } from "./client/sending/budget.ts";
import { newMarker } from "./items/bodies/marks.ts";
import { type Plan, makePlan } from "./plan.ts";
import { openTransport, reach } from "./client/connection.ts";
import { type Result, type Run, run } from "./run.ts";
import { FULL_EXPLORE, type Scope, SMOKE_REQUESTS } from "./scope.ts";
import type { ExploreOptions } from "./explore/explore.ts";
import { Receiver } from "./client/receiver.ts";
import { Stop } from "./client/stop.ts";
import { redactorFor } from "./client/target/redaction.ts";
import { type Choice, type Keyring, withChosenSecurity } from "./client/target/keyring.ts";
import type { Session, TargetOptions } from "./client/target.ts";
import { keyringOf } from "./client/target/options.ts";
import { type Preflight, preflight } from "./preflight/preflight.ts";
import type { TlsFiles } from "./client/sending/tls-files.ts";

export interface VerifyOptions extends Scope {
  /** "https://staging.example.com/v1". */
  readonly baseUrl: string;
  /** A key for every scheme. */
  readonly key?: string | undefined;
  /** The keys of each scheme; by default, `key` alone. */
  readonly keyring?: Keyring | undefined;
  /** A second identity, which must not see what the first one made. */
  readonly other?: Keyring | undefined;
  /** Secrets that are not keys, such as passwords and client secrets. */
  readonly secrets?: readonly string[] | undefined;
  /** The schemes to use where an operation has several requirements. */
  readonly schemes?: readonly string[] | undefined;
  /** A client certificate, and whom to trust. */
  readonly tls?: TlsFiles | undefined;
  readonly readOnly?: boolean | undefined;
  /**
   * How many items may be created. By default 25; on loopback 200, or 20 of each kind in the document if that is more.
   */
  readonly maxWrites?: number | undefined;
  /** Also changes things that existed before: singletons, which it restores, and what is below items. */
  readonly changeExisting?: boolean | undefined;
  /** Whether the target runs on this machine; by default, what its host name says. */
  readonly isLocal?: boolean;
  readonly timeoutMs?: number;
  readonly concurrency?: number;
  /** Requests per second. */
  readonly rateLimit?: number | undefined;
  readonly maxTimeMs?: number;
  /** Interrupts the run: it sends no more checks, removes what it created, and reports what it has found so far. */
  readonly signal?: AbortSignal;
  readonly headers?: HeaderPairs;
  /** A day in UTC, such as "2026-11-21"; today by default. */
  readonly today?: string;
  /** Milliseconds after which a store shows what was written; absent: at once. */
  readonly settleMs?: number | undefined;
  /** Where the service reaches this machine, for what it sends by itself; by default, only on the same machine. */
  readonly callbackUrl?: string | undefined;
  /** What signs callbacks (Standard Webhooks). */
  readonly callbackSecret?: string | undefined;
  /** Slower answers fail a check of their own. */
  readonly maxMs?: number | undefined;
  /** The most bytes of a response to read, both before and after decoding; 4 MiB by default. */
  readonly maxBody?: number;
  readonly checks?: readonly AnyCheck[];
  /** Also sends `count` generated requests to each operation; the same seed generates the same ones. */
  readonly explore?: { readonly count: number; readonly seed: number };
  readonly onResult?: (result: Result, done: number, total: number) => void;
}

export const DEFAULTS = { timeoutMs: 10_000, concurrency: 12 } as const;

/** Runs the suite. @throws TypeError for an invalid base URL; `baseUrlFault` says what is wrong with it */
export async function verify(described: Contract, given: VerifyOptions): Promise<Run> {
  const { contract, options } = authorized(described, given);
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  const plan = makePlan(contract, inferResources(contract), today, options.baseUrl);
  const target = targetOf(options, plan);
  const concurrency = options.concurrency ?? DEFAULTS.concurrency;
  const timeoutMs = options.timeoutMs ?? DEFAULTS.timeoutMs;
  const transport = await openTransport(target.baseUrl, {
    timeoutMs,
    connections: concurrency,
    maxBody: options.maxBody,
    tls: options.tls,
  });
  const explore = options.explore ?? (options.profile === "full" ? { count: FULL_EXPLORE, seed: 1 } : undefined);
  const stop = new Stop(options);
  const receiver = receiverFor(options);
  try {
    return await run({
      plan,
      checks: options.checks ?? CHECKS,
      concurrency,
      transport,
      scope: options,
      target: { ...target, stop, receiver },
      ...(explore === undefined
        ? {}
        : { afterwards: (session) => exploreWith(session, { ...explore, scope: options }) }),
      onResult: options.onResult,
    });
  } finally {
    stop.close();
    transport.close();
    receiver?.close();
  }
}

/** What receives callbacks, if the service can reach it. */
function receiverFor(options: VerifyOptions): Receiver | undefined {
  const { callbackUrl } = options;
  return callbackUrl !== undefined || isOnThisMachine(options) ? new Receiver(callbackUrl) : undefined;
}

function isOnThisMachine({ baseUrl, isLocal }: VerifyOptions): boolean {
  return isLocal ?? isLoopback(new URL(baseUrl).hostname);
}

/** Decides which keys go where, and which requirement of each operation is satisfied. */
function authorized(contract: Contract, options: VerifyOptions): { contract: Contract; options: VerifyOptions } {
  const { keyring, headers } = keyringOf(options).withHeaders(contract, options.headers ?? []);
  const choice: Choice = { keyring, schemes: options.schemes, hasCertificate: options.tls?.cert !== undefined };
  return { contract: withChosenSecurity(contract, choice), options: { ...options, keyring, headers } };
}

/** Loaded on demand, because it needs a generator of values. */
async function exploreWith(session: Session, options: ExploreOptions): Promise<readonly Result[]> {
  return (await import("./explore/explore.ts")).explore(session, options);
}

/** The options of the target. */
function targetOf(options: VerifyOptions, plan?: Plan): TargetOptions {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const isLocal = isOnThisMachine(options);
  const isSmoke = options.profile === "smoke";
  const { keyring, other, secrets, rateLimit, maxMs, settleMs, callbackSecret } = options;
  return {
    baseUrl,
    keyring,
    other,
    secrets,
    rateLimit,
    maxMs,
    settleMs,
    callbackSecret,
    changeExisting: options.changeExisting ?? false,
    leavesOne: !isLocal && options.maxWrites === undefined,
    readOnly: isSmoke || (options.readOnly ?? false),
    maxRequests: isSmoke ? SMOKE_REQUESTS : undefined,
    maxWrites: options.maxWrites ?? usualWrites(isLocal, plan),
    headers: options.headers ?? [],
    marker: newMarker(),
  };
}

/** Asks whether there is anything to verify: whether something answers, lets the suite in, and is the API. */
export async function look(described: Contract, given: VerifyOptions): Promise<Preflight> {
  const { contract, options } = authorized(described, given);
  const target = targetOf(options);
  const timeoutMs = options.timeoutMs ?? DEFAULTS.timeoutMs;
  // Checking whether anything answers counts towards the time limit.
  const stop = new Stop(options);
  const { signal, tls } = options;
  const unreachable = await unlessStopped(reach(target.baseUrl, timeoutMs, { signal, tls }), signal);
  if (unreachable !== undefined) {
    stop.close();
    // The message may quote the key.
    const redactor = redactorFor(target);
    const what = `${clipped(target.baseUrl)} cannot be reached: ${clipped(redactor.text(unreachable.why))}`;
    return { redactor, requests: 1, obstacle: { kind: "unreachable", what, todo: unreachable.todo, exchanges: [] } };
  }
  const transport = await openTransport(target.baseUrl, {
    timeoutMs,
    connections: 4,
    maxBody: options.maxBody,
    tls: options.tls,
  });
  try {
    const found = await preflight(contract, { ...target, stop }, transport);
    // A user who ended it early is not waiting to hear what is in the way.
    return options.signal?.aborted === true ? { redactor: found.redactor, requests: found.requests } : found;
  } finally {
    stop.close();
    transport.close();
  }
}

/** The result of a question; undefined if the run is interrupted first. */
function unlessStopped<T>(asked: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (signal === undefined) return asked;
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    signal.addEventListener("abort", stop);
    void asked.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** True for a host name of this machine. */
function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(?:\.\d{1,3}){3}$/.test(name);
}
