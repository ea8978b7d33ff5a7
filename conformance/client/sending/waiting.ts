// How long the suite waits: for a server that asks it to come back later, and for its turn when the rate or the number
// of pending requests is limited.
import { readHttpDate } from "../../../src/contract/http-date.ts";
import { type Exchange, headerOf, statusOf } from "../exchange.ts";
import type { Stop } from "../stop.ts";

/** How often one request is repeated. */
export const MAX_WAITS = 8;
/** How long the run waits in total. */
export const MAX_TOTAL_WAIT_MS = 60_000;
const MAX_WAIT_MS = 10_000;
/** Doubled each time the same request is deferred again. */
export const LEAST_WAIT_MS = 20;

/** The milliseconds that the server asks to wait (RFC 9110 section 10.2.3). */
export function retryAfter(exchange: Exchange): number | undefined {
  const status = statusOf(exchange);
  const asked = headerOf(exchange, "retry-after");
  if ((status !== 429 && status !== 503) || asked === undefined) return undefined;
  const seconds = /^\d+$/.test(asked.trim())
    ? Number(asked)
    : ((readHttpDate(asked) ?? Number.NaN) - Date.now()) / 1000;
  if (!Number.isFinite(seconds)) return undefined;
  return Math.min(MAX_WAIT_MS, Math.max(LEAST_WAIT_MS, seconds * 1000));
}

/** The time is counted in so many steps. */
const STEPS = 20;

/**
 * Calls back after a time in which this process could have read an answer. Where it was busy itself, for longer than a
 * step, only one step counts: what came meanwhile still has to be read.
 * @returns ends the waiting
 */
export function afterWaiting(ms: number, late: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (left: number): void => {
    timer = setTimeout(() => (left > 1 ? wait(left - 1) : late()), ms / STEPS);
  };
  wait(STEPS);
  return () => clearTimeout(timer);
}

/** Lets a time pass in which this process could have read what arrives, as `afterWaiting` counts it. */
export async function passTime(ms: number, stop: Stop): Promise<void> {
  for (let left = STEPS; left > 0 && stop.endedBy === undefined; left--) {
    // One step after another is the point.
    // oxlint-disable-next-line no-await-in-loop
    await stop.sleep(ms / STEPS);
  }
}

/** Sends the requests of a run one after another, as fast as the user allows. */
export class Pace {
  readonly #stop: Stop;
  readonly #rateLimit: number | undefined;
  #next = 0;

  /** @param rateLimit requests per second at most; absent: no limit */
  constructor(stop: Stop, rateLimit: number | undefined) {
    this.#stop = stop;
    this.#rateLimit = rateLimit;
  }

  /** Waits for the turn of the next request. @throws Undecidable when nothing more may be sent */
  async turn(): Promise<void> {
    this.#stop.check();
    if (this.#rateLimit === undefined) return;
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + 1000 / this.#rateLimit;
    if (at <= now) return;
    await this.#stop.sleep(at - now);
    this.#stop.check();
  }
}

/**
 * Limits how many requests are pending at once. The others wait in order, and their timeout does not start until their
 * turn.
 */
export class Lanes {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Does something in a lane of its own. */
  async within<T>(act: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}
