// The whole of a verification: plan, connection, run. What commands, tests and the vitest suite call.
import { randomBytes } from "node:crypto";
import type { Contract } from "../src/contract/model.ts";
import { inferResources } from "../src/resource/infer.ts";
import type { AnyCheck } from "./check.ts";
import { CHECKS } from "./checks/index.ts";
import { type HeaderPairs, MAX_BODY, isTimeout } from "./client/exchange.ts";
import { usualWrites } from "./client/sending/budget.ts";
import { type Plan, makePlan } from "./plan.ts";
import { agentsOf, proxyFor } from "./client/sending/proxy.ts";
import { type Result, type Run, run } from "./run.ts";
import { FULL_EXPLORE, type Scope, SMOKE_REQUESTS } from "./scope.ts";
import type { ExploreOptions } from "./explore/explore.ts";
import { Stop } from "./client/sending/stop.ts";
import { Redactor } from "./client/target/redaction.ts";
import type { Session, TargetOptions } from "./client/target/target.ts";
import { type Preflight, preflight } from "./preflight/preflight.ts";
import { Transport } from "./client/sending/transport.ts";

export interface VerifyOptions extends Scope {
  /** "https://staging.example.com/v1". */
  readonly baseUrl: string;
  readonly key?: string | undefined;
  readonly readOnly?: boolean | undefined;
  /**
   * How many items may be created. By default 25; on loopback 200, or 20 of each kind that the document has, where that
   * is more.
   */
  readonly maxWrites?: number | undefined;
  readonly timeoutMs?: number;
  readonly concurrency?: number;
  /** Requests a second. */
  readonly rateLimit?: number | undefined;
  readonly maxTimeMs?: number;
  /** Interrupts the run: nothing more is asked, what it created is removed, and what was found by then is its result. */
  readonly signal?: AbortSignal;
  readonly headers?: HeaderPairs;
  /** A day in UTC, "2026-11-21"; the present one by default. */
  readonly today?: string;
  /** Slower answers than this fail a check of their own. */
  readonly maxMs?: number | undefined;
  /** Bytes of a response that are read, and to which it is decoded; 4 MiB by default. */
  readonly maxBody?: number;
  readonly checks?: readonly AnyCheck[];
  /** Also sends so many generated requests to each operation; the same seed draws the same ones. */
  readonly explore?: { readonly count: number; readonly seed: number };
  readonly onResult?: (result: Result, done: number, total: number) => void;
}

export const DEFAULTS = { timeoutMs: 10_000, concurrency: 12 } as const;

/** Runs the suite. @throws TypeError for a base URL that is none; see `baseUrlFault` for words about it */
export async function verify(contract: Contract, options: VerifyOptions): Promise<Run> {
  const today = options.today ?? new Date().toISOString().slice(0, 10);
  const plan = makePlan(contract, inferResources(contract), today);
  const target = targetOf(options, plan);
  const concurrency = options.concurrency ?? DEFAULTS.concurrency;
  const timeoutMs = options.timeoutMs ?? DEFAULTS.timeoutMs;
  const transport = await openTransport(target.baseUrl, {
    timeoutMs,
    connections: concurrency,
    maxBody: options.maxBody,
  });
  const explore = options.explore ?? (options.profile === "full" ? { count: FULL_EXPLORE, seed: 1 } : undefined);
  const stop = new Stop(options);
  try {
    return await run({
      plan,
      checks: options.checks ?? CHECKS,
      concurrency,
      transport,
      scope: options,
      target: { ...target, stop },
      ...(explore === undefined
        ? {}
        : { afterwards: (session) => exploreWith(session, { ...explore, scope: options }) }),
      onResult: options.onResult,
    });
  } finally {
    stop.close();
    transport.close();
  }
}

/** Loaded only where it is asked for: it brings a generator of values with it. */
async function exploreWith(session: Session, options: ExploreOptions): Promise<readonly Result[]> {
  return (await import("./explore/explore.ts")).explore(session, options);
}

/** The options as the target of a run has them. */
function targetOf(options: VerifyOptions, plan?: Plan): TargetOptions {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const isLocal = isLoopback(new URL(baseUrl).hostname);
  const isSmoke = options.profile === "smoke";
  const { key, rateLimit, maxMs } = options;
  return {
    ...{ baseUrl, isLocal, key, rateLimit, maxMs },
    readOnly: isSmoke || (options.readOnly ?? false),
    maxRequests: isSmoke ? SMOKE_REQUESTS : undefined,
    maxWrites: options.maxWrites ?? usualWrites(isLocal, plan),
    headers: options.headers ?? [],
    marker: `conformance-${randomBytes(4).toString("hex")}`,
  };
}

/** Asks whether there is anything to verify: whether something answers, lets the suite in, and is the API. */
export async function look(contract: Contract, options: VerifyOptions): Promise<Preflight> {
  const target = targetOf(options);
  const timeoutMs = options.timeoutMs ?? DEFAULTS.timeoutMs;
  // To see whether anything answers takes of its time.
  const stop = new Stop(options);
  const unreachable = await unlessStopped(reach(target.baseUrl, timeoutMs, options.signal), options.signal);
  if (unreachable !== undefined) {
    stop.close();
    // What answers there may know the key of old.
    const redactor = new Redactor(options.key ?? "", target.headers);
    const what = `${target.baseUrl} cannot be reached: ${redactor.text(unreachable.why)}`;
    return { redactor, requests: 1, obstacle: { kind: "unreachable", what, todo: unreachable.todo, exchanges: [] } };
  }
  const transport = await openTransport(target.baseUrl, { timeoutMs, connections: 4, maxBody: options.maxBody });
  try {
    const found = await preflight(contract, { ...target, stop }, transport);
    // Who ended it early did not wait to be told what is in the way.
    return options.signal?.aborted === true ? { redactor: found.redactor, requests: found.requests } : found;
  } finally {
    stop.close();
    transport.close();
  }
}

/** What comes of a question, or nothing where the run is interrupted before. */
function unlessStopped<T>(asked: Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  if (signal === undefined) return asked;
  return new Promise((resolve, reject) => {
    const stop = (): void => resolve(undefined);
    signal.addEventListener("abort", stop);
    void asked.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Why nothing answers, and what to do about it. */
export interface Unreachable {
  readonly why: string;
  readonly todo: string;
}

const LOOK = "Check that the service runs, and that the base URL is right.";

/**
 * Asks whether anything answers at a base URL.
 * @param signal ends the waiting; what is said then is of no use
 * @returns why it cannot be reached; undefined when it answers, whatever it answers in HTTP
 */
export async function reach(
  baseUrl: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Unreachable | undefined> {
  const transport = await openTransport(baseUrl, { timeoutMs, connections: 1 });
  // A process does not end while a connection is open.
  const close = (): void => transport.close();
  signal?.addEventListener("abort", close);
  try {
    const request = { method: "GET", url: `${baseUrl}/`, headers: [["Host", new URL(baseUrl).host]] as const };
    let sent = await transport.send(request);
    // A gateway that drops a connection now and then is there all the same.
    for (let left = 3; left > 0 && "failure" in sent && sent.failure.startsWith("ECONNRESET"); left--) {
      if (signal?.aborted === true) break;
      sent = await transport.send(request, true);
    }
    if ("response" in sent || (sent.http && !isTimeout(sent.failure))) return undefined;
    const proxy = await proxyFor(baseUrl);
    // What the network says is about the proxy then. Its credentials are nobody's business.
    const why = proxy === undefined ? sent.failure : `${sent.failure} (through the proxy ${new URL(proxy).host})`;
    if (isTimeout(sent.failure)) return { why, todo: `${LOOK} --timeout gives it longer.` };
    // That is also how a port that speaks TLS answers one who does not.
    const secure = /^https:/i.test(baseUrl) || !sent.failure.startsWith("ECONNRESET");
    return {
      why,
      todo: sent.todo ?? (secure ? LOOK : "Write https:// in the base URL if the service takes only that."),
    };
  } finally {
    signal?.removeEventListener("abort", close);
    transport.close();
  }
}

interface Connecting {
  readonly timeoutMs: number;
  readonly connections: number;
  readonly maxBody?: number | undefined;
}

async function openTransport(
  baseUrl: string,
  { timeoutMs, connections, maxBody = MAX_BODY }: Connecting,
): Promise<Transport> {
  const secure = new URL(baseUrl).protocol === "https:";
  return new Transport(await agentsOf(baseUrl, connections), { secure, timeoutMs, maxBody });
}

/** True for a host that is this machine. */
function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(?:\.\d{1,3}){3}$/.test(name);
}
