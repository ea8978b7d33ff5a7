// The whole of a verification: plan, connection, run. What commands, tests and the vitest suite call.
import { randomBytes } from "node:crypto";
import type { Contract } from "../src/contract/model.ts";
import { inferResources } from "../src/resource/infer.ts";
import type { AnyCheck } from "./check.ts";
import { CHECKS } from "./checks/index.ts";
import { type HeaderPairs, isTimeout } from "./exchange.ts";
import { makePlan } from "./plan.ts";
import { agentsOf, proxyFor } from "./proxy.ts";
import { type Result, type Run, run } from "./run.ts";
import { Stop } from "./stop.ts";
import type { Session } from "./target.ts";
import { Transport } from "./transport.ts";

export interface VerifyOptions {
  /** "https://staging.example.com/v1". */
  readonly baseUrl: string;
  readonly key?: string;
  readonly readOnly?: boolean;
  /** How many items may be created. By default 200 on loopback and 25 elsewhere. */
  readonly maxWrites?: number;
  readonly timeoutMs?: number;
  readonly concurrency?: number;
  /** Requests a second. */
  readonly rateLimit?: number;
  readonly maxTimeMs?: number;
  /** Interrupts the run: nothing more is asked, what it created is removed, and what was found by then is its result. */
  readonly signal?: AbortSignal;
  readonly headers?: HeaderPairs;
  /** A day in UTC, "2026-11-21"; the present one by default. */
  readonly today?: string;
  /** Slower answers than this fail a check of their own. */
  readonly maxMs?: number;
  readonly checks?: readonly AnyCheck[];
  /** Also sends so many generated requests to each operation; the same seed draws the same ones. */
  readonly explore?: { readonly count: number; readonly seed: number };
  readonly onResult?: (result: Result, done: number, total: number) => void;
}

export const DEFAULTS = { timeoutMs: 10_000, concurrency: 8, loopbackWrites: 200, remoteWrites: 25 } as const;

/** Runs the suite. @throws TypeError for a base URL that is none; see `baseUrlFault` for words about it */
export async function verify(contract: Contract, options: VerifyOptions): Promise<Run> {
  const baseUrl = options.baseUrl.replace(/\/+$/, "");
  const url = new URL(baseUrl);
  const concurrency = options.concurrency ?? DEFAULTS.concurrency;
  const timeoutMs = options.timeoutMs ?? DEFAULTS.timeoutMs;
  const transport = await openTransport(baseUrl, timeoutMs, concurrency);
  const { explore } = options;
  const stop = new Stop(options);
  try {
    return await run({
      plan: makePlan(contract, inferResources(contract), options.today ?? new Date().toISOString().slice(0, 10)),
      checks: options.checks ?? CHECKS,
      concurrency,
      transport,
      target: {
        baseUrl,
        readOnly: options.readOnly ?? false,
        maxWrites: options.maxWrites ?? (isLoopback(url.hostname) ? DEFAULTS.loopbackWrites : DEFAULTS.remoteWrites),
        headers: options.headers ?? [],
        marker: `conformance-${randomBytes(4).toString("hex")}`,
        ...(options.key === undefined ? {} : { key: options.key }),
        ...(options.rateLimit === undefined ? {} : { rateLimit: options.rateLimit }),
        ...(options.maxMs === undefined ? {} : { maxMs: options.maxMs }),
        stop,
      },
      ...(explore === undefined ? {} : { afterwards: (session) => exploreWith(session, explore) }),
      ...(options.onResult === undefined ? {} : { onResult: options.onResult }),
    });
  } finally {
    stop.close();
    transport.close();
  }
}

/** Loaded only where it is asked for: it brings a generator of values with it. */
async function exploreWith(session: Session, options: { count: number; seed: number }): Promise<readonly Result[]> {
  return (await import("./explore.ts")).explore(session, options);
}

/**
 * Asks whether anything answers at a base URL.
 * @returns why it cannot be reached; undefined when it answers, whatever it answers in HTTP
 */
export async function reach(baseUrl: string, timeoutMs: number): Promise<string | undefined> {
  const transport = await openTransport(baseUrl, timeoutMs, 1);
  try {
    const request = { method: "GET", url: `${baseUrl}/`, headers: [["Host", new URL(baseUrl).host]] as const };
    const sent = await transport.send(request);
    if ("response" in sent || (sent.http && !isTimeout(sent.failure))) return undefined;
    const proxy = await proxyFor(baseUrl);
    // What the network says is about the proxy then. Its credentials are nobody's business.
    const failure = proxy === undefined ? sent.failure : `${sent.failure} (through the proxy ${new URL(proxy).host})`;
    if (isTimeout(sent.failure)) return `${failure}; --timeout gives it longer`;
    // That is also how a port that speaks TLS answers one who does not.
    const secure = /^https:/i.test(baseUrl) || !sent.failure.startsWith("ECONNRESET");
    return secure ? failure : `${failure}; does it take https://?`;
  } finally {
    transport.close();
  }
}

async function openTransport(baseUrl: string, timeoutMs: number, connections: number): Promise<Transport> {
  const secure = new URL(baseUrl).protocol === "https:";
  return new Transport(await agentsOf(baseUrl, connections), { secure, timeoutMs });
}

/** True for a host that is this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(?:\.\d{1,3}){3}$/.test(name);
}
