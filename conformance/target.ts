// The target: the base URL under test, with its credential and its write budget. It sends, waits where the
// server asks for it, repeats what is safe to repeat, and records every exchange.
import { type JsonValue, isObject } from "../src/contract/json.ts";
import type { Operation, Parameter } from "../src/contract/model.ts";
import { showScalar } from "../src/contract/wire.ts";
import { count } from "../src/report/text.ts";
import { type Stage, Undecidable } from "./check.ts";
import type { CreatedItem } from "./created.ts";
import { credentialFor } from "./credential.ts";
import {
  type Exchange,
  type HeaderPairs,
  isSuccess,
  isTimeout,
  mayHaveCreated,
  statusOf,
  valueOf,
} from "./exchange.ts";
import { LEAST_WAIT_MS, MAX_TOTAL_WAIT_MS, MAX_WAITS, Pace, retryAfter } from "./patience.ts";
import { type Plan, protection, resourceOf } from "./plan.ts";
import { type Probe, SAFE, buildRequest, intentOf, needsOwn } from "./request.ts";
import { sampleParameter, sampleValue } from "./sample.ts";
import { Stop } from "./stop.ts";
import type { Transport } from "./transport.ts";

export interface TargetOptions {
  /** With the version prefix, without a slash at the end. */
  readonly baseUrl: string;
  readonly key?: string;
  readonly readOnly: boolean;
  /** How many items may be created at most. */
  readonly maxWrites: number;
  readonly headers: HeaderPairs;
  /** Requests a second at most; absent means no limit. */
  readonly rateLimit?: number;
  /** Ends the run before it is through; absent means that it is let finish. */
  readonly stop?: Stop;
  /** Slower answers than this are a finding, in milliseconds. */
  readonly maxMs?: number;
  /** Marks what the run creates: "conformance-<run id>". */
  readonly marker: string;
}

const READ_ONLY = new Set(["GET", "HEAD", "OPTIONS"]);

/** What all checks of a run share: the connection, the counters, the record. */
export class Session {
  readonly plan: Plan;
  readonly options: TargetOptions;
  readonly stop: Stop;
  readonly record: Exchange[] = [];
  /** First attempts that broke on a new connection. */
  readonly broken: Exchange[] = [];
  /** What the run created, for the report and for clearing up. */
  readonly created: CreatedItem[] = [];
  stage: Stage = "untouched";
  requests = 0;
  writes = 0;
  waitedMs = 0;
  /** Requests whose answer the run could not wait for: nobody knows what came of them. */
  readonly cut: Pick<Exchange, "request" | "intent">[] = [];
  readonly #transport: Transport;
  readonly #memory = new Map<string, Promise<unknown>>();
  readonly #pace: Pace;
  #names = 0;
  /** Set once a connection was lost between two requests: from then on each request gets its own. */
  #reuseFails = false;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(plan: Plan, options: TargetOptions, transport: Transport) {
    this.plan = plan;
    this.options = options;
    this.stop = options.stop ?? new Stop();
    this.#pace = new Pace(this.stop, options.rateLimit);
    this.#transport = transport;
  }

  /** Does something once in a run, however many checks ask for it. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#memory.get(name) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const made = make();
    this.#memory.set(name, made);
    return made;
  }

  /** A text that no other item of the run bears. */
  nextName(): string {
    return `${this.options.marker}-${++this.#names}`;
  }

  /** How many more items may be created. */
  get writesLeft(): number {
    return this.options.readOnly ? 0 : Math.max(0, this.options.maxWrites - this.writes);
  }

  /**
   * Sends a probe and records the exchange.
   * @throws Undecidable when the budget, the clock or the rate limit of the server do not allow it
   */
  async send(probe: Probe): Promise<Exchange> {
    const method = probe.method ?? probe.operation.method;
    const mayCreate = !SAFE.has(method) && method !== "DELETE";
    if (this.options.readOnly && !READ_ONLY.has(method)) {
      throw new Undecidable("the run is read-only", "a run without --read-only");
    }
    const exchange = mayCreate ? await this.#write(probe) : await this.#exchange(probe, SAFE.has(method));
    this.record.push(exchange);
    if (method === "POST" && isSuccess(exchange)) this.#noteCreated(exchange);
    if (method === "DELETE" && isSuccess(exchange)) this.#noteRemoved(exchange);
    if (statusOf(exchange) === 429) {
      throw new Undecidable(
        "the target limits the rate of requests",
        "a lower --rate-limit, or a target without a limit",
      );
    }
    return exchange;
  }

  /** Sends what may create an item, within the budget. */
  async #write(probe: Probe): Promise<Exchange> {
    // What is under way may be refused, and then leaves room.
    while (this.writesLeft === 0 && this.#underWay.size > 0) await Promise.race(this.#underWay);
    if (this.writesLeft === 0) {
      throw new Undecidable(
        `the budget of ${count(this.options.maxWrites, "write")} is spent`,
        "a larger --max-writes",
      );
    }
    this.writes++;
    const sent = this.#exchange(probe, false);
    const settled = sent.then(
      (exchange) => void (mayHaveCreated(exchange) || this.writes--),
      () => void this.writes--,
    );
    this.#underWay.add(settled);
    await settled;
    this.#underWay.delete(settled);
    return sent;
  }

  #noteCreated(exchange: Exchange): void {
    const resource = exchange.operation === undefined ? undefined : resourceOf(this.plan, exchange.operation);
    const item = valueOf(exchange);
    const id = resource === undefined || !isObject(item) ? undefined : item[resource.identifier.property];
    if (resource === undefined || !isObject(item) || id === undefined || id === null) return;
    this.created.push({ resource, id, item, exchange, removed: false });
  }

  #noteRemoved({ operation, request }: Exchange): void {
    const last = decodeURIComponent(new URL(request.url).pathname.split("/").at(-1) ?? "");
    const resource = operation === undefined ? undefined : resourceOf(this.plan, operation);
    for (const one of this.created) one.removed ||= one.resource === resource && showScalar(one.id) === last;
  }

  async #exchange(probe: Probe, safe: boolean): Promise<Exchange> {
    let last: Exchange | undefined;
    let retried = false;
    let patience = LEAST_WAIT_MS;
    for (let attempt = 0; attempt <= MAX_WAITS; attempt++) {
      await this.#pace.turn();
      const { exchange, fresh } = await this.#transmit(probe);
      last = exchange;
      if (exchange.response === undefined) {
        // A kept connection may close at the moment it is used; that is no fault (RFC 9112 section 9.3.1).
        if (fresh) this.broken.push(exchange);
        else this.#reuseFails ||= exchange.stale === true;
        if (!safe || retried || isTimeout(exchange.failure)) return exchange;
        retried = true;
        continue;
      }
      const asked = retryAfter(exchange);
      const wait = Math.max(asked ?? 0, patience);
      if (asked === undefined || attempt === MAX_WAITS || this.waitedMs + wait > MAX_TOTAL_WAIT_MS) return exchange;
      // It may ask for less than it takes: then a little longer each time.
      patience *= 2;
      this.record.push({ ...exchange, intent: "deferred" });
      this.waitedMs += wait;
      await this.stop.sleep(wait);
    }
    return last as Exchange;
  }

  async #transmit(probe: Probe): Promise<{ exchange: Exchange; fresh: boolean }> {
    const credential = probe.credential ?? this.credential(probe.operation);
    const intent = intentOf(probe);
    const fill = (parameter: Parameter): JsonValue | undefined => {
      const value = sampleParameter(this.plan.contract.document, parameter);
      // Whoever refuses a value that is not allowed is right: nothing can be asked of it that must succeed.
      if (value === undefined && (intent === "valid" || intent === "edge"))
        throw new Undecidable(
          `no valid value of the parameter ${parameter.name} can be made from its schema`,
          "an example of the parameter",
        );
      return value ?? sampleValue(this.plan.contract.document, parameter.schema.pointer);
    };
    const request = buildRequest(probe, credential, this.options, fill);
    this.requests++;
    const own = this.#reuseFails || needsOwn(probe, request.method);
    const sent = await this.stop.within(this.#transport.send(request, own)).catch((error: unknown) => {
      this.cut.push({ request, intent });
      throw error;
    });
    const base = { operation: probe.operation, intent, request, ms: sent.ms } as const;
    return "response" in sent
      ? { exchange: { ...base, response: sent.response }, fresh: false }
      : {
          exchange: { ...base, failure: sent.failure, stale: !sent.fresh && !isTimeout(sent.failure) },
          fresh: sent.fresh,
        };
  }

  /** The valid credential for an operation. */
  credential(operation: Operation): ReturnType<typeof credentialFor> {
    return credentialFor(this.options.key === undefined ? [] : protection(operation), this.options.key ?? "");
  }
}

/** A check's own view of the session: what it looked at is its evidence. */
export class Target {
  readonly session: Session;
  readonly plan: Plan;
  readonly evidence: Exchange[] = [];

  constructor(session: Session) {
    this.session = session;
    this.plan = session.plan;
  }

  /** Sends a probe; see `Session.send`. */
  async send(probe: Probe): Promise<Exchange> {
    return this.look(await this.session.send(probe));
  }

  /**
   * Sends a probe whose answer the claim cannot do without.
   * @throws Undecidable when no answer came; that itself is judged by the checks of the protocol family
   */
  async ask(probe: Probe): Promise<Exchange> {
    return answered(await this.send(probe));
  }

  /** As `ask`, but a safe request is not sent again while the run has sent it in this stage and added nothing since. */
  async view(probe: Probe): Promise<Exchange> {
    const { operation, path = {}, query = [] } = probe;
    const { stage, created } = this.session;
    const name = JSON.stringify([stage, created.length, operation.pointer, path, query]);
    return answered(this.look(await this.session.once(name, () => this.session.send(probe))));
  }

  /** Makes an exchange of the record part of this check's evidence. */
  look(exchange: Exchange): Exchange {
    if (!this.evidence.includes(exchange)) this.evidence.push(exchange);
    return exchange;
  }
}

function answered(exchange: Exchange): Exchange {
  if (exchange.response !== undefined) return exchange;
  throw new Undecidable(`no answer came (${exchange.failure ?? "unknown"})`, "a target that answers");
}
