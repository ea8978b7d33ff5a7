// Records an answer in the journal of its world, and lets what follows it be sent.
import type { Exchange, Outgoing } from "../exchange.ts";

/** Records a request with its answer, once it was sent. */
export function record(exchange: Exchange, outgoing: Outgoing): void {
  const { world } = exchange;
  // A refused client that names a new session has no world, and no room in the journal of another.
  if (exchange.isSilent || exchange.session !== world.name) return;
  world.journal?.record(exchange, outgoing);
  world.outbox?.answered(exchange, outgoing);
}
