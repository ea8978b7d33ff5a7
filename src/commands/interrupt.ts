// Ctrl-C, and the signal by which CI ends a job: the first asks a command to end well, the next ends it at once.
import type { CommandIo } from "./io.ts";

/** The exit code of a command that was interrupted, as shells say it. */
export const INTERRUPTED = 130;

/**
 * npm passes the Ctrl-C of a terminal on to the program, which got it from the terminal already: what comes so soon
 * after the first is the same one, not a second.
 */
const SAME_MS = 500;

/**
 * Does something that can be interrupted.
 * @param told what to say to whoever interrupts it
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
