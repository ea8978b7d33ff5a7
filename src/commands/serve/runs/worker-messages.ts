// The messages between `serve` and the process of a run.
import type { Step } from "../../io.ts";

/** The request from `serve`. */
export interface WorkerTask {
  /** The words of the command line. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The content of standard input. */
  readonly stdin: string;
}

/** The messages from the process. */
export interface WorkerMessage {
  readonly step?: Step;
  /** What it wrote to standard error. */
  readonly ended?: { readonly err: string };
}
