// Decides whether an answer comes from the service. A gateway, balancer or tunnel in between sometimes answers by
// itself: 502, 503, 504, 429, or a broken connection. If the same request is sent again and gets another answer, the
// earlier one was a stray and says nothing about the service. An answer that comes back each time is the service's.
import { type Exchange, dropBody, isTimeout, statusOf } from "../exchange.ts";
import type { Probe } from "../request.ts";
import { retryAfter } from "./waiting.ts";

/** How often a safe request is repeated. If one answer in ten is a stray, one request in a million is lost. */
const TRIES = 5;
/** The first wait; each later one is twice as long. */
const FIRST_WAIT_MS = 20;
/** If this many requests got the same answer each time, and none ever got another, the answer is the service's. */
const SETTLED = 3;
/** A write cannot be repeated. This many of its answers, with no other among them, count as the service's. */
const ENOUGH = 3;

/** Bytes kept of the body of an answer that is not judged. */
const SHOWN_BYTES = 4_000;

const STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * True for an answer that may come from something in front of the service. An answer with Retry-After is handled
 * elsewhere.
 */
export function maybeOfAnother(exchange: Exchange): boolean {
  const { response, request } = exchange;
  // What follows the head of an answer to HEAD is broken HTTP if it comes in time, and it is the service that sent it.
  if (response === undefined) return !isTimeout(exchange) && !(request.method === "HEAD" && exchange.loss === "broken");
  if (STATUSES.has(response.status)) return retryAfter(exchange) === undefined;
  // If the suite itself cut the body, assume that the answer was complete.
  return !response.complete && response.cut === undefined;
}

/** What a run knows about how steadily its target answers. */
export class Steadiness {
  readonly #strays: Exchange[] = [];
  /** Requests without a steady answer that must not be repeated. */
  readonly doubtful: Exchange[] = [];
  /** A request that was answered properly, to find out whether anything still is. */
  good: Probe | undefined;
  #lasting = 0;
  /** True once nothing was answered any more. */
  wasDown = false;

  /**
   * Answers that are not the service's: the same request got another answer later, or the service cannot have sent
   * them.
   */
  get strays(): readonly Exchange[] {
    return this.#strays;
  }

  /** Records stray answers. */
  strayed(...exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) dropBody(exchange, SHOWN_BYTES);
    this.#strays.push(...exchanges);
  }

  /** How long to wait before repeating a request after this many such answers; undefined if it is not repeated. */
  waitAfter(answers: number): number | undefined {
    const isMeant = this.#lasting >= SETTLED && this.strays.length === 0;
    return answers > (isMeant ? 1 : TRIES) ? undefined : FIRST_WAIT_MS * 2 ** (answers - 1);
  }

  /** Records a request that got such an answer each time, while others are answered. */
  lasts(): void {
    this.#lasting++;
  }

  /** Records answers after which nothing else was answered either. */
  wentDown(...exchanges: readonly Exchange[]): void {
    this.wasDown = true;
    this.strayed(...exchanges);
  }

  /** True if something other than the service answered. */
  get isUnsteady(): boolean {
    return this.strays.length > 0;
  }

  /**
   * Decides about the requests that could not be repeated, once everything has been sent. On an unsteady target their
   * answers do not count, except for operations that never got another one.
   * @returns the remaining record
   */
  settle(record: readonly Exchange[]): Exchange[] {
    if (!this.isUnsteady) return [...record];
    const words = new Set(this.doubtful.filter((exchange) => !this.wasDown && isOnlyWord(exchange, record)));
    const strays = new Set(this.doubtful.filter((exchange) => !words.has(exchange)));
    this.strayed(...strays);
    return record.filter((exchange) => !strays.has(exchange));
  }
}

function isOnlyWord({ operation, request }: Exchange, record: readonly Exchange[]): boolean {
  const alike = record.filter((one) => one.operation === operation && one.request.method === request.method);
  return alike.length >= ENOUGH && alike.every(maybeOfAnother);
}

/** "503", or "no answer": what came instead of the service's answer. */
export function strayName(exchange: Exchange): string {
  if (exchange.response === undefined) return exchange.failure?.split(":")[0] ?? "no answer";
  return exchange.response.complete ? String(statusOf(exchange)) : `${statusOf(exchange)}, cut off`;
}
