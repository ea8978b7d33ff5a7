// Requests as server-sent events, while the client listens.
import type { ServerResponse } from "node:http";
import type { Entry } from "../../../mock/journal/entry.ts";
import { isMeant } from "../../../mock/journal/filter.ts";
import { readEntry } from "../../../mock/journal/reading.ts";
import { refuse } from "../../../mock/errors/refusal.ts";
import { headerOf } from "../../request/head.ts";
import type { Call, Outcome } from "../call.ts";
import { beginStream } from "./stream.ts";

/** The maximum number of clients that follow at a time. */
const MOST_STREAMS = 64;

/** Starts a stream. */
export function follow(call: Call): Outcome {
  const { visit, world, value, steered, streams } = call;
  if (streams.size >= MOST_STREAMS) {
    return refuse("rate_limited", "requests", `${MOST_STREAMS} clients already follow or wait; close one of them`);
  }
  const { journals, mask, turns } = steered();
  const isAll = value("all") === true;
  const filter = { deliveries: value("deliveries") === true };
  let stop: (() => void) | undefined;
  // Only the Node server has a control plane.
  const stream = beginStream(visit, visit.res as unknown as ServerResponse, streams, () => stop?.());
  const write = (entry: Entry): void => {
    if ((!isAll && entry.session !== world.name) || !isMeant(filter, entry)) return;
    stream.write(`id: ${entry.id}\nevent: request\ndata: ${JSON.stringify(readEntry(entry, mask))}\n\n`);
  };
  stream.write(": requests as they are answered\n\n");
  // A client that reconnects names the last event that it received.
  const last = Number(headerOf(visit.req, "last-event-id") || Number.NaN);
  if (last >= 0)
    for (const entry of isAll ? (journals?.entries ?? []) : (world.journal?.entries ?? []))
      if (entry.id > last) write(entry);
  stop = journals?.listen(write);
  if (journals !== undefined) turns?.follow(world, isAll, journals);
  return "taken";
}
