// Handles Ctrl-C and the signal with which CI ends a job: the first one asks a command to finish cleanly, the next one
// ends it at once.
import type { CommandIo } from "./io.ts";

/** The exit code of an interrupted command, as in shells. */
export const INTERRUPTED = 130;

/**
 * npm forwards Ctrl-C to the program, which has already received it from the terminal. A second signal within this time
 * is the same one.
 */
const SAME_MS = 500;

/**
 * Runs something that can be interrupted.
 * @param told the message for the user who interrupts it
 */
export async function interruptible<T>(
  io: CommandIo,
  told: string,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  let first = 0;
  const onSignal = (): void => {
    if (stop.signal.aborted) {
      if (performance.now() - first > SAME_MS) process.exit(INTERRUPTED);
      return;
    }
    first = performance.now();
    io.progress?.("");
    io.stderr(`${told}\n`);
    stop.abort();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  try {
    return await act(stop.signal);
  } finally {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  }
}
