// The active situations of a world, and their effect on each request.
import type { Operation } from "../../contract/model.ts";
import { defined } from "../../json/defined.ts";
import { Random } from "../../schema/samples/choices.ts";
import { type Request, type Scope, type Scoped, readScope } from "./scope.ts";
import { type Disturbance, type Latency, type Situation, isBodyFault, nameOf } from "./situation.ts";
import { isMeant, isStub, mismatchesOf } from "./stub.ts";

/** The maximum number of active situations. */
const MOST_SITUATIONS = 100;

/** A situation as it is reported. */
export interface SituationReading {
  readonly id: number;
  readonly name: string;
  readonly situation: Situation;
  /** The number of requests that it affected. */
  readonly applied: number;
  /** What it answers that the document does not allow. */
  readonly mismatches?: readonly string[];
}

export interface Active extends SituationReading {
  id: number;
  readonly scope: Scope;
  random: Random;
  applied: number;
  /** The requests counted for a rate limit, and the end of its time window. */
  counted: number;
  until: number;
}

/** Thrown for a situation that cannot be switched on; the message says why, and what is possible. */
export class SituationError extends Error {}

/** The active situations of one world. */
export class Situations {
  readonly #operations: readonly Operation[];
  /** The situations that are active from the start, and after a reset. */
  readonly #start: readonly Situation[];
  active: Active[] = [];
  lastId = 0;

  /** @throws SituationError if one of the initial situations cannot be switched on */
  constructor(operations: readonly Operation[], start: readonly Situation[] = []) {
    this.#operations = operations;
    this.#start = start;
    for (const situation of start) this.add(situation);
  }

  get isEmpty(): boolean {
    return this.active.length === 0;
  }

  /** Switches a situation on. @throws SituationError */
  add(situation: Situation): SituationReading {
    if (this.active.length >= MOST_SITUATIONS) {
      throw new SituationError(`${MOST_SITUATIONS} situations are on, which is the most; switch one off`);
    }
    const scope = readScope(situation.on, this.#operations);
    if (typeof scope !== "function") throw new SituationError(scope.problem);
    const { latency } = situation;
    if (typeof latency === "object" && "from" in latency && latency.from > latency.to) {
      throw new SituationError(`latency is from ${latency.from} to ${latency.to}; the first must not be larger`);
    }
    const id = ++this.lastId;
    const random = new Random(situation.seed ?? 1);
    const meant = this.#operations.filter((operation) => scope(asScoped(operation)));
    const mismatches = mismatchesOf(situation, meant);
    const told = mismatches.length === 0 ? {} : { mismatches };
    const active = { id, name: nameOf(situation), situation, scope, random, ...told, applied: 0, counted: 0, until: 0 };
    this.active.push(active);
    return readingOf(active);
  }

  /** @returns false if there is none with that id */
  remove(id: number): boolean {
    const before = this.active.length;
    this.active = this.active.filter((one) => one.id !== id);
    return this.active.length < before;
  }

  clear(): void {
    this.active = [];
  }

  /** Returns to the initial situations. */
  reset(): void {
    this.clear();
    for (const situation of this.#start) this.add(situation);
  }

  list(): SituationReading[] {
    return this.active.map(readingOf);
  }

  /** True if the body of a request decides what happens to it. */
  readsBody(request: Scoped): boolean {
    return this.active.some(({ situation, scope }) => situation.when?.body !== undefined && scope(request));
  }

  /** What happens to a request. If two situations have the same effect, the one switched on last wins. */
  meet(request: Request): Disturbance | undefined {
    const isFor = ({ scope, situation: { when } }: Active): boolean =>
      scope(request) && (when === undefined || isMeant(when, request.asked()));
    const met = this.active.filter((one) => isFor(one) && happens(one));
    if (met.length === 0) return undefined;
    const parts = met.map((one) => effectsOf(one));
    // A request that only passes a rate limit is not disturbed.
    const told = met.filter((_, at) => Object.keys(parts[at] ?? {}).length > 0);
    for (const one of told) one.applied++;
    this.active = this.active.filter(({ situation, applied }) => applied < (situation.times ?? Infinity));
    if (told.length === 0) return undefined;
    return Object.assign({ ...CALM, name: told.map(({ name }) => name).join(", ") }, ...parts) as Disturbance;
  }
}

const CALM = { delay: 0, delayPerByte: 0, slowBody: 0 } as const;

function readingOf({ id, name, situation, applied, mismatches }: Active): SituationReading {
  return { id, name, situation, applied, ...defined({ mismatches }) };
}

function asScoped(operation: Operation): Scoped {
  return { operation, method: operation.method, path: operation.path, below: operation.path };
}

function happens({ situation, random }: Active): boolean {
  return situation.share === undefined || fraction(random) < situation.share;
}

const STEPS = 0x1_0000_0000;

function fraction(random: Random): number {
  return Number(random.below(STEPS)) / STEPS;
}

function effectsOf(active: Active): Partial<Disturbance> {
  const { situation, random } = active;
  const { latency, status, example, dynamic, connection, body, list, slowBody, rateLimit, key, stream } = situation;
  const isGiven = isStub(situation);
  const isWish = !isGiven && (status !== undefined || example !== undefined || dynamic === true);
  const retryAfter = rateLimit === undefined ? undefined : overLimit(active, rateLimit);
  return {
    ...(latency === undefined ? {} : latencyOf(latency, random)),
    ...(isWish ? { wish: defined({ status, example, dynamic }) } : {}),
    ...defined({ slowBody, connection, list, retryAfter, key, stream }),
    ...(isBodyFault(body) ? { body } : {}),
    ...(isGiven ? { stub: situation } : {}),
  };
}

function latencyOf(latency: Latency, random: Random): Pick<Disturbance, "delay"> | Pick<Disturbance, "delayPerByte"> {
  if (typeof latency === "number") return { delay: latency };
  if ("perByte" in latency) return { delayPerByte: latency.perByte };
  return { delay: latency.from + fraction(random) * (latency.to - latency.from) };
}

/** Counts a request. @returns the seconds until another is allowed, if the limit is exceeded */
function overLimit(active: Active, { requests, seconds }: NonNullable<Situation["rateLimit"]>): number | undefined {
  const now = Date.now();
  if (now >= active.until) {
    active.until = now + seconds * 1000;
    active.counted = 0;
  }
  if (++active.counted <= requests) return undefined;
  return Math.max(1, Math.ceil((active.until - now) / 1000));
}
