// Whose word an answer is. Between the suite and the service there may be a gateway, a balancer or a tunnel, which now and
// then answers itself: 502, 503, 504, 429, or a connection that breaks. Asked again, the same request then gets the
// answer of the service, and what came before says nothing about it. What comes back each time is the service's word.
import { type Exchange, dropBody, isTimeout, statusOf } from "../exchange.ts";
import type { Probe } from "../request.ts";
import { retryAfter } from "./waiting.ts";

/** How often a safe request is sent again; with one answer in ten of something else, one request in a million is lost. */
const TRIES = 5;
/** The first wait; each one after it is twice as long. */
const FIRST_WAIT_MS = 20;
/** Where so many requests got the same each time, and none ever another, the target evidently means it. */
const SETTLED = 3;
/** An operation that changes something cannot be asked again: so many of its answers, and no other, are its word. */
const ENOUGH = 3;

/** What is kept of the body of an answer that nobody judges. */
const SHOWN_BYTES = 4_000;

const STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** True for an answer that may come from something before the service; one that names a time is waited for elsewhere. */
export function maybeOfAnother(exchange: Exchange): boolean {
  const { response, failure } = exchange;
  if (response === undefined) return !isTimeout(failure);
  if (STATUSES.has(response.status)) return retryAfter(exchange) === undefined;
  // One that was cut by us is whole as far as anybody knows.
  return !response.complete && response.cut === undefined;
}

/** What a run knows of how steadily its target answers. */
export class Steadiness {
  readonly #strays: Exchange[] = [];
  /** Requests that were not steadily answered and must not be sent again. */
  readonly doubtful: Exchange[] = [];
  /** A request that was answered properly, to ask whether anything still is. */
  good: Probe | undefined;
  #lasting = 0;
  #wasDown = false;

  /** Answers of something else: each was followed by another one to the same request, or cannot be the service's. */
  get strays(): readonly Exchange[] {
    return this.#strays;
  }

  /** Notes answers of something else. */
  strayed(...exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) dropBody(exchange, SHOWN_BYTES);
    this.#strays.push(...exchanges);
  }

  /** How long to wait before a request is sent again after so many such answers; undefined where it is not sent again. */
  waitAfter(answers: number): number | undefined {
    const isMeant = this.#lasting >= SETTLED && this.strays.length === 0;
    return answers > (isMeant ? 1 : TRIES) ? undefined : FIRST_WAIT_MS * 2 ** (answers - 1);
  }

  /** Tells of a request that got such an answer each time, while others are answered. */
  lasts(): void {
    this.#lasting++;
  }

  /** Tells of answers after which nothing else was answered either. */
  wentDown(...exchanges: readonly Exchange[]): void {
    this.#wasDown = true;
    this.strayed(...exchanges);
  }

  /** True where something else than the service answered. */
  get isUnsteady(): boolean {
    return this.strays.length > 0;
  }

  /**
   * Decides about what could not be asked again, once all has been asked: on an unsteady target it is nobody's word, but
   * for operations that were never answered otherwise.
   * @returns what is left of a record
   */
  settle(record: readonly Exchange[]): Exchange[] {
    if (!this.isUnsteady) return [...record];
    const words = new Set(this.doubtful.filter((exchange) => !this.#wasDown && isOnlyWord(exchange, record)));
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
