// How long the suite waits for a server that asks it to come back later.
import { type Exchange, headerOf, statusOf } from "./exchange.ts";

/** How often one request is sent again. */
export const MAX_WAITS = 8;
/** How long the run waits in all. */
export const MAX_TOTAL_WAIT_MS = 60_000;
const MAX_WAIT_MS = 10_000;
/** Doubled each time the same request is deferred again. */
export const LEAST_WAIT_MS = 20;

/** Milliseconds to wait where the server asks for it (RFC 9110 section 10.2.3). */
export function retryAfter(exchange: Exchange): number | undefined {
  const status = statusOf(exchange);
  const asked = headerOf(exchange, "retry-after");
  if ((status !== 429 && status !== 503) || asked === undefined) return undefined;
  const seconds = /^\d+$/.test(asked.trim()) ? Number(asked) : (Date.parse(asked) - Date.now()) / 1000;
  if (!Number.isFinite(seconds)) return undefined;
  return Math.min(MAX_WAIT_MS, Math.max(LEAST_WAIT_MS, seconds * 1000));
}
