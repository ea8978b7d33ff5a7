// Sends requests at the permitted rate. Repeats a request after the time that the server asks for, and a safe one also
// if something in front of the service may have answered.
import { isIdempotencyKey } from "../../../src/contract/conventions.ts";
import { freshKey } from "../fresh-key.ts";
import { PAGE_STARTS, pageName } from "../../../src/resource/lists/page-names.ts";
import type { Operation, Parameter } from "../../../src/contract/model.ts";
import type { JsonValue } from "../../../src/json/value.ts";
import { sampleParameter, sampleValue } from "../../items/bodies/sample.ts";
import { type Plan, resourceOf } from "../../plan.ts";
import { protection } from "../../operations.ts";
import type { Credential } from "../target/credential.ts";
import type { Keyring } from "../target/keyring.ts";
import { type Carrier, type Exchange, type SentRequest, isSuccess, isTimeout, statusOf } from "../exchange.ts";
import { type Probe, buildRequest, intentOf, needsOwn } from "../request.ts";
import { KeyWatch } from "./key-watch.ts";
import { Steadiness, maybeOfAnother } from "./steadiness.ts";
import type { Stop } from "../stop.ts";
import type { TargetOptions } from "../target/options.ts";
import { Undecidable, orUndecidable } from "../undecidable.ts";
import { sideBySide } from "../side-by-side.ts";
import { LEAST_WAIT_MS, Lanes, MAX_TOTAL_WAIT_MS, MAX_WAITS, Pace, retryAfter } from "./waiting.ts";

/** What a request does: change nothing, remove an item, or make any other change. */
export type RequestKind = "safe" | "removal" | "write";

/**
 * The number of requests that show whether a target is steady. If one answer in ten is a stray, they detect it 19 times
 * out of 20.
 */
const STEADY_PROBES = 30;
/** How many of them are sent at once. */
const PROBES_AT_ONCE = 10;

/** The budget that writes count against. */
export interface Budget {
  /** Asked before a write is repeated; a yes counts that write. */
  readonly mayRepeat: () => boolean;
  /** Counts a write that may have been carried out, although no answer confirms it. */
  readonly spend: () => void;
}

/** How often a request is sent again with a renewed key. */
const MOST_REPEATS = 3;

const FREE: Budget = { mayRepeat: () => true, spend: () => undefined };

export interface SenderParts {
  readonly plan: Plan;
  readonly options: Pick<TargetOptions, "baseUrl" | "headers" | "rateLimit" | "maxRequests" | "concurrency" | "marker">;
  readonly keyring: Keyring;
  readonly transport: Carrier;
  readonly stop: Stop;
  /** Decides on each request before it is sent. @throws Undecidable if it must not be */
  readonly admit: (probe: Probe, request: SentRequest) => Promise<void>;
}

/** Turns probes into exchanges. */
export class Sender {
  readonly steadiness = new Steadiness();
  /** Requests still unanswered when the run ended. */
  readonly cut: Pick<Exchange, "request" | "intent">[] = [];
  requests = 0;
  /** Counts what is sent and received. */
  #clock = 0;
  #keys = 0;
  waitedMs = 0;
  readonly plan: Plan;
  readonly options: SenderParts["options"];
  readonly stop: Stop;
  readonly keyWatch: KeyWatch;
  readonly #keyring: Keyring;
  readonly #transport: Carrier;
  readonly #admit: SenderParts["admit"];
  readonly #keep: (exchange: Exchange) => void;
  readonly #pace: Pace;
  readonly #lanes: Lanes;
  /** Set once a connection was lost between two requests. From then on each request gets its own. */
  #reuseFails = false;

  /** @param keep receives exchanges that are recorded although they are not final */
  constructor({ plan, options, keyring, transport, stop, admit }: SenderParts, keep: (exchange: Exchange) => void) {
    this.plan = plan;
    this.options = options;
    this.stop = stop;
    this.#keyring = keyring;
    this.keyWatch = new KeyWatch(keyring, async (probe) => (await this.#transmit(probe, true)).exchange);
    this.#transport = transport;
    this.#admit = admit;
    this.#keep = keep;
    this.#pace = new Pace(stop, options.rateLimit);
    this.#lanes = new Lanes(options.concurrency ?? Number.POSITIVE_INFINITY);
  }

  /**
   * Sends a request. A safe one is repeated if something other than the service may have answered.
   * @param budget what a write counts against if it is repeated, or may have been carried out
   * @throws Undecidable when nothing more may be sent, or nothing answers
   */
  async send(probe: Probe, kind: RequestKind, budget: Budget = FREE): Promise<Exchange> {
    const { steadiness } = this;
    const held: Exchange[] = [];
    let repeats = 0;
    for (;;) {
      this.keyWatch.admit(probe);
      const { renewals } = this.#keyring;
      const exchange = await this.#deferrable(probe, kind, { own: held.length > 0, budget });
      // A request that was refused for its key changed nothing, so it can be sent again.
      const sent = { number: this.requests, renewals };
      if ((await this.keyWatch.isToRepeat(probe, exchange, sent)) && repeats++ < MOST_REPEATS) continue;
      if (!maybeOfAnother(exchange)) {
        steadiness.strayed(...held);
        if (kind === "safe" && isSuccess(exchange)) steadiness.good = probe;
        return exchange;
      }
      if (kind !== "safe") {
        // A connection that was idle too long is lost before the server reads the request.
        if (exchange.stale !== true) steadiness.doubtful.push(exchange);
        return exchange;
      }
      held.push(exchange);
      const wait = steadiness.waitAfter(held.length);
      if (wait === undefined || this.waitedMs + wait > MAX_TOTAL_WAIT_MS) {
        if (await this.anythingAnswers()) {
          steadiness.lasts();
          return exchange;
        }
        steadiness.wentDown(...held);
        throw new Undecidable("nothing at the base URL answers any more", "a target that stays up during the run");
      }
      this.waitedMs += wait;
      await this.stop.sleep(wait);
    }
  }

  /** Whether a request that was answered properly before still is. True if there was none. */
  async anythingAnswers(tries = 4): Promise<boolean> {
    const { steadiness } = this;
    for (let left = tries; left > 0; left--) {
      if (steadiness.good === undefined) return true;
      const { exchange } = await this.#transmit(steadiness.good, true);
      if (!maybeOfAnother(exchange)) return true;
    }
    return false;
  }

  /**
   * Decides whether the doubtful answers, which could not be requested again, came from the service. While no stray has
   * been seen, it first sends a few more requests to find out whether the target is steady.
   */
  async settle(): Promise<void> {
    const { steadiness } = this;
    const { good } = steadiness;
    if (good === undefined) return;
    for (let left = STEADY_PROBES; left > 0 && steadiness.doubtful.length > 0; left -= PROBES_AT_ONCE) {
      if (steadiness.isUnsteady || this.stop.endedBy !== undefined) break;
      const sent = await sideBySide(Array<Probe>(PROBES_AT_ONCE).fill(good), (probe) =>
        orUndecidable(this.#paced(probe)),
      );
      const answers = sent.flatMap((one) => (one instanceof Undecidable ? [] : [one]));
      const strays = answers.filter(maybeOfAnother);
      steadiness.wasDown ||= strays.length > 0 && strays.length === answers.length;
      steadiness.strayed(...strays);
    }
  }

  async #paced(probe: Probe): Promise<Exchange> {
    await this.#pace.turn();
    return (await this.#transmit(probe, true)).exchange;
  }

  /** Sends a request, and repeats it after the time that the server asks for. */
  async #deferrable(
    probe: Probe,
    kind: RequestKind,
    { own, budget }: { readonly own: boolean; readonly budget: Budget },
  ): Promise<Exchange> {
    let last: Exchange | undefined;
    let retried = false;
    let patience = LEAST_WAIT_MS;
    for (let attempt = 0; attempt <= MAX_WAITS; attempt++) {
      await this.#pace.turn();
      const { exchange, fresh } = await this.#transmit(probe, own || retried);
      last = exchange;
      if (exchange.response === undefined) {
        // A kept connection may close just as it is used; that is not a fault (RFC 9112 section 9.3.1).
        this.#reuseFails ||= exchange.stale === true;
        if (kind !== "safe" || retried || fresh || isTimeout(exchange)) return exchange;
        retried = true;
        continue;
      }
      const asked = retryAfter(exchange);
      const wait = Math.max(asked ?? 0, patience);
      if (asked === undefined || attempt === MAX_WAITS || this.waitedMs + wait > MAX_TOTAL_WAIT_MS) return exchange;
      // A write is repeated only if it was not carried out, which 429 guarantees. 503 may come from something in front
      // of the service.
      const isRefused = statusOf(exchange) === 429 && (kind === "removal" || budget.mayRepeat());
      if (kind !== "safe" && probe.isIdempotent !== true && !isRefused) {
        if (statusOf(exchange) !== 503) return exchange;
        // The server asked to come back later, which does not say whether the write was carried out.
        if (kind === "write") budget.spend();
        throw new Undecidable(
          `the target answered ${statusOf(exchange)} with Retry-After, and what may have been carried out is not sent again`,
          "a target that is available",
        );
      }
      // The server may ask for less time than it needs, so wait a little longer each time.
      patience *= 2;
      this.#keep({ ...exchange, intent: "deferred" });
      this.waitedMs += wait;
      await this.stop.sleep(wait);
    }
    return last as Exchange;
  }

  async #transmit(probe: Probe, alone = false): Promise<{ exchange: Exchange; fresh: boolean }> {
    const credential = probe.credential ?? this.credential(probe.operation);
    const intent = intentOf(probe);
    const fill = (parameter: Parameter): JsonValue | undefined => {
      // Other numbers than those of the names of the run.
      if (isIdempotencyKey(parameter)) return freshKey(`${this.options.marker}-key-9${++this.#keys}000000`, parameter);
      const value =
        beginningOf(this.plan, probe.operation, parameter) ?? sampleParameter(this.plan.contract.document, parameter);
      // A server may rightly refuse a value that is not allowed, so no request can be built that must succeed.
      if (value === undefined && (intent === "valid" || intent === "edge"))
        throw new Undecidable(
          `no valid value of the parameter ${parameter.name} can be made from its schema`,
          "an example of the parameter",
        );
      return value ?? sampleValue(this.plan.contract.document, parameter.schema.pointer);
    };
    const request = buildRequest(probe, credential, this.options, fill);
    await this.#admit(probe, request);
    let began = 0;
    const sent = await this.#lanes.within(() => {
      // While this request waited for its lane, others may have been sent and the run may have ended.
      this.stop.check();
      const { maxRequests } = this.options;
      if (maxRequests !== undefined && this.requests >= maxRequests)
        throw new Undecidable(`the ${maxRequests} requests of the profile are sent`, "--profile standard");
      this.requests++;
      began = ++this.#clock;
      // Requests that were cut off may still occupy all kept connections.
      const own = alone || this.#reuseFails || this.cut.length > 0 || needsOwn(probe, request.method);
      return this.stop.within(this.#transport.send(request, own)).catch((error: unknown) => {
        this.cut.push({ request, intent });
        throw error;
      });
    });
    const where = probe.elsewhere === true ? { elsewhere: true as const } : {};
    const span = { sent: began, answered: ++this.#clock };
    const base = { operation: probe.operation, intent, request, ms: sent.ms, span, ...where };
    return "response" in sent
      ? { exchange: { ...base, response: sent.response }, fresh: false }
      : {
          exchange: { ...base, failure: sent.failure, loss: sent.loss, stale: !sent.fresh && !isTimeout(sent) },
          fresh: sent.fresh,
        };
  }

  /** The valid credential for an operation. */
  credential(operation: Operation): Credential {
    return this.#keyring.credential(protection(operation));
  }
}

/** Where a list begins: what a request that must say it asks for, so that it shows what there is. */
function beginningOf(plan: Plan, operation: Operation, { in: place, name, schema }: Parameter): number | undefined {
  const counts = place === "query" ? PAGE_STARTS.get(pageName(name)) : undefined;
  if (counts === undefined) return undefined;
  const start = resourceOf(plan, operation)?.pageStart;
  const first = start?.parameter.name === name ? start.first : counts === "pages" ? 1 : 0;
  return schema.validate(first).length === 0 ? first : undefined;
}
