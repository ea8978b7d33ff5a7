// Reads the beginning of a body, so that something can be said of it before the rest is passed on.
import type { IncomingMessage } from "node:http";

/** The memory for all bodies that are read ahead at a time. */
const MOST_HELD = 64 * 1024 * 1024;
let held = 0;

/** What was read of a body. */
export interface Ahead {
  readonly bytes: Buffer;
  /** True if that is all of it. */
  readonly isWhole: boolean;
  /** Frees its share of the memory. */
  readonly release: () => void;
}

/**
 * Reads a body to its end, or up to a limit; the message is then paused.
 * @param done called once; never for a message that breaks off before that: then its `close` event says so
 */
export function readAhead(message: IncomingMessage, limit: number, done: (ahead: Ahead) => void): void {
  const pieces: Buffer[] = [];
  let size = 0;
  let released = false;
  const release = (): void => {
    if (released) return;
    released = true;
    held -= size;
  };
  const settle = (isWhole: boolean): void => {
    message.off("data", onData).off("end", onEnd);
    if (!isWhole) message.pause();
    done({ bytes: Buffer.concat(pieces), isWhole, release });
  };
  const onData = (piece: Buffer): void => {
    pieces.push(piece);
    size += piece.length;
    held += piece.length;
    if (size > limit || held > MOST_HELD) settle(false);
  };
  const onEnd = (): void => settle(true);
  message.on("data", onData).on("end", onEnd).once("close", release);
}
