// What `serve` and the process of a run say to each other.
import type { Step } from "../../io.ts";

/** What `serve` asks of it. */
export interface GuestAsked {
  /** The words of the command line. */
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What stands on standard input. */
  readonly stdin: string;
}

/** What it says. */
export interface GuestSaid {
  readonly step?: Step;
  /** What it had to complain of. */
  readonly ended?: { readonly err: string };
}
