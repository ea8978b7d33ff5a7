// Messages on their way: to each receiver one after another, in order. One that does not arrive is repeated after a
// while, by the clock of the world, and what comes after it waits.
import type { Clock } from "../clock.ts";
import type { Delivery } from "../journal/entry.ts";
import type { Carried, Courier, Message } from "./message.ts";

/** How long it takes until each repetition, in milliseconds. */
const PAUSES = [1_000, 5_000, 30_000, 120_000];
/** The most messages that wait at a time. */
export const MOST_WAITING = 1_000;
/** A timer must not run longer than Node can count. */
const LONGEST_TIMER = 60_000;
/** The receiver wants nothing more (RFC 9110 section 15.5.11). */
const GONE = 410;

/** Told of each attempt, and of what was never sent. */
export type OnAttempt = (message: Message, delivery: Delivery, carried: Carried | undefined) => void;

/** What waits for one receiver. */
interface Lane {
  readonly waiting: Message[];
  /** Attempts of the first message. */
  attempt: number;
  /** When the next one is due, by the clock of the world. */
  due: number;
  isBusy: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
}

export class Queue {
  readonly #clock: Clock;
  readonly #courier: Courier;
  readonly #tell: OnAttempt;
  readonly #lanes = new Map<string, Lane>();
  #stop = new AbortController();
  #size = 0;

  constructor(clock: Clock, courier: Courier, tell: OnAttempt) {
    this.#clock = clock;
    this.#courier = courier;
    this.#tell = tell;
    clock.onChange = () => {
      for (const lane of this.#lanes.values()) this.#go(lane);
    };
  }

  add(message: Message): void {
    const { id, name, url } = message;
    const objection = this.#courier.objection(url);
    if (objection !== undefined) {
      this.#tell(message, { name, id, attempt: 0, outcome: "refused", why: objection }, undefined);
      return;
    }
    if (this.#size >= MOST_WAITING) {
      const why = `${MOST_WAITING} messages wait already`;
      this.#tell(message, { name, id, attempt: 0, outcome: "failed", why }, undefined);
      return;
    }
    this.#size++;
    const lane = this.#lanes.get(url) ?? { waiting: [], attempt: 0, due: 0, isBusy: false, timer: undefined };
    this.#lanes.set(url, lane);
    lane.waiting.push(message);
    this.#go(lane);
  }

  /** Forgets all that waits, and breaks off what is on its way. */
  clear(): void {
    for (const { timer } of this.#lanes.values()) clearTimeout(timer);
    this.#lanes.clear();
    this.#size = 0;
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  #go(lane: Lane): void {
    const [message] = lane.waiting;
    if (message === undefined || lane.isBusy) return;
    clearTimeout(lane.timer);
    const wait = lane.due - this.#clock.now();
    if (wait <= 0) {
      lane.isBusy = true;
      void this.#attempt(lane, message);
    } else if (!this.#clock.read().frozen) {
      lane.timer = setTimeout(() => this.#go(lane), Math.min(wait, LONGEST_TIMER));
      lane.timer.unref();
    }
  }

  async #attempt(lane: Lane, message: Message): Promise<void> {
    const { signal } = this.#stop;
    const attempt = ++lane.attempt;
    const carried = await this.#courier.carry(message, this.#clock.now(), signal);
    if (signal.aborted) return;
    const { id, name } = message;
    const isDelivered = carried.status >= 200 && carried.status < 300;
    const pause = carried.status === GONE ? undefined : PAUSES[attempt - 1];
    const outcome = isDelivered ? "delivered" : pause === undefined ? "failed" : "repeated";
    const why = isDelivered ? undefined : (carried.why ?? whyOf(carried.status));
    lane.isBusy = false;
    if (outcome === "repeated") lane.due = this.#clock.now() + (pause ?? 0);
    else {
      lane.waiting.shift();
      this.#size--;
      Object.assign(lane, { attempt: 0, due: 0 });
      if (lane.waiting.length === 0) this.#lanes.delete(message.url);
    }
    this.#tell(message, { name, id, attempt, outcome, ...(why === undefined ? {} : { why }) }, carried);
    this.#go(lane);
  }
}

function whyOf(status: number): string {
  if (status >= 300 && status < 400) return `the receiver answered ${status}; redirects are not followed`;
  return `the receiver answered ${status}`;
}
