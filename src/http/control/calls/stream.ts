// An answer of server-sent events (HTML standard, section 9.2), while the client listens.
import type { ServerResponse } from "node:http";
import type { Visit } from "../../routing/visit.ts";

/** Frequent enough to keep the connection open. */
const HEARTBEAT = 5_000;
/** A client with this many unread bytes no longer follows. */
const MOST_UNREAD = 1_048_576;

const LINES = [
  ...["Content-Type", "text/event-stream", "Cache-Control", "no-store"],
  ...["X-Accel-Buffering", "no", "X-Content-Type-Options", "nosniff"],
];

/** An answer that continues until it is ended. */
export interface Stream {
  write(block: string): void;
  end(): void;
}

/**
 * Starts a stream.
 * @param streams contains the function that ends it, until it has ended
 * @param onEnd called once, however it ends
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
