// What the service sends by itself, and what became of the request that was to cause it.
import type { DescribedOperation } from "../../src/contract/model.ts";
import type { JsonValue } from "../../src/json/value.ts";
import type { Subject } from "../check.ts";
import type { Exchange } from "../client/exchange.ts";
import { type Arrival, type Mailbox, type Receiver, untilArrival } from "../client/receiver.ts";
import type { Session, Target } from "../client/target.ts";
import { passTime } from "../client/sending/waiting.ts";
import { Undecidable } from "../client/undecidable.ts";

/** How long something may take to come, and how long a second one is waited for, in milliseconds. */
export const PATIENCE = 5_000;
const LINGERING = 750;

/** What may come to one address: a service sends one or the other. */
export interface SentSubject extends Subject {
  readonly sent: readonly DescribedOperation[];
}

/** What was done so that something is sent. */
export interface Cause {
  readonly exchange: Exchange;
  readonly box: Mailbox;
  /** What signs it, where the service has agreed on a secret for this address. */
  readonly secret?: string | undefined;
  /** The identifier of what it is about, where other things may be told of at the same address. */
  readonly about?: JsonValue | undefined;
}

/** The same, with what came. */
export interface Caused extends Cause {
  readonly arrivals: readonly Arrival[];
  /** Waits for what comes later. */
  readonly later: () => Promise<readonly Arrival[]>;
}

/** What receives. @throws Undecidable if the service cannot reach it */
export function receiverOf({ session }: Target): Receiver {
  const { receiver } = session.options;
  if (receiver !== undefined) return receiver;
  throw new Undecidable(
    "the service cannot reach this machine",
    "--callback-url with an address of this machine that the service reaches",
  );
}

/**
 * Causes something, once for all checks, and waits for what is sent.
 * @throws Undecidable if nothing can be received, or the request is not accepted
 */
export async function causedBy(target: Target, name: string, cause: () => Promise<Cause>): Promise<Caused> {
  const { session } = target;
  const made = await session.once(name, async () => {
    const done = await cause();
    await untilArrival(done.box, PATIENCE + (session.options.settleMs ?? 0), session.stop);
    return done;
  });
  target.look(made.exchange);
  return { ...made, arrivals: made.box.arrivals, later: () => lingering(made.box, session) };
}

async function lingering(box: Mailbox, { stop }: Session): Promise<readonly Arrival[]> {
  await passTime(LINGERING, stop);
  return box.arrivals;
}
