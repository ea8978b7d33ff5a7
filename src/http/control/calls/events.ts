// Requests as server-sent events (HTML standard, section 9.2), for as long as the client listens.
import type { ServerResponse } from "node:http";
import type { Entry } from "../../../mock/journal/entry.ts";
import { readEntry } from "../../../mock/journal/reading.ts";
import { refuse } from "../../../mock/refusal.ts";
import type { Call, Outcome } from "../call.ts";

/** So many clients may follow at a time. */
const MOST_STREAMS = 64;
/** Often enough to keep the connection open. */
const HEARTBEAT = 5_000;
/** A client that lets so much lie unread is not following any more. */
const MOST_UNREAD = 1_048_576;

const LINES = [
  ...["Content-Type", "text/event-stream", "Cache-Control", "no-store"],
  ...["X-Accel-Buffering", "no", "X-Content-Type-Options", "nosniff"],
];

/** Begins a stream. */
export function follow(call: Call): Outcome {
  const { visit, world, value, steered, streams } = call;
  if (streams.size >= MOST_STREAMS) {
    return refuse("rate_limited", "requests", `${MOST_STREAMS} clients follow or wait already; close one of them`);
  }
  const { journals, mask } = steered();
  // The control plane is Node's alone.
  const res = visit.res as unknown as ServerResponse;
  const isAll = value("all") === true;
  const write = (entry: Entry): void => {
    if (!isAll && entry.session !== world.name) return;
    if (res.writableLength > MOST_UNREAD) res.destroy();
    else res.write(`id: ${entry.id}\nevent: request\ndata: ${JSON.stringify(readEntry(entry, mask))}\n\n`);
  };
  visit.status = 200;
  res.writeHead(200, LINES);
  res.write(": requests as they are answered\n\n");
  // A client that lost its connection says what it had last.
  const last = Number(visit.req.headers["last-event-id"] ?? Number.NaN);
  if (last >= 0)
    for (const entry of isAll ? (journals?.entries ?? []) : (world.journal?.entries ?? []))
      if (entry.id > last) write(entry);
  const stop = journals?.listen(write);
  const beat = setInterval(() => res.write(":\n\n"), HEARTBEAT);
  const end = (): void => {
    stop?.();
    clearInterval(beat);
    streams.delete(end);
    res.end();
  };
  streams.add(end);
  res.once("close", end);
  return "taken";
}
