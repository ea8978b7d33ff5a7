// An answer of server-sent events (HTML standard, section 9.2), for as long as the client listens.
import type { ServerResponse } from "node:http";
import type { Visit } from "../../routing/endpoint.ts";

/** Often enough to keep the connection open. */
const HEARTBEAT = 5_000;
/** A client that lets so much lie unread is not following any more. */
const MOST_UNREAD = 1_048_576;

const LINES = [
  ...["Content-Type", "text/event-stream", "Cache-Control", "no-store"],
  ...["X-Accel-Buffering", "no", "X-Content-Type-Options", "nosniff"],
];

/** An answer that goes on. */
export interface Stream {
  write(block: string): void;
  end(): void;
}

/**
 * Begins one.
 * @param streams holds what ends it, until it has ended
 * @param onEnd is called once, whoever ends it
 */
export function beginStream(visit: Visit, res: ServerResponse, streams: Set<() => void>, onEnd: () => void): Stream {
  visit.status = 200;
  res.writeHead(200, LINES);
  const beat = setInterval(() => res.write(":\n\n"), HEARTBEAT);
  const end = (): void => {
    if (!streams.delete(end)) return;
    clearInterval(beat);
    onEnd();
    res.end();
  };
  streams.add(end);
  res.once("close", end);
  return {
    end,
    write(block) {
      if (res.writableLength > MOST_UNREAD) res.destroy();
      else if (streams.has(end)) res.write(block);
    },
  };
}
