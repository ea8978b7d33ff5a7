// What a run was told of its target.
import type { HeaderPairs } from "../exchange.ts";
import type { Stop } from "../sending/stop.ts";

export interface TargetOptions {
  /** With the version prefix, without a slash at the end. */
  readonly baseUrl: string;
  readonly key?: string | undefined;
  readonly readOnly: boolean;
  /** The target is this machine's own: single things, which are there before the run, are changed and put back. */
  readonly isLocal?: boolean;
  /** How many items may be created at most. */
  readonly maxWrites: number;
  readonly headers: HeaderPairs;
  /** So many requests are under way at once; absent means that there is no limit. */
  readonly concurrency?: number;
  /** Requests a second at most; absent means no limit. */
  readonly rateLimit?: number | undefined;
  /** So many requests are sent, and no more; absent means that there is no limit. */
  readonly maxRequests?: number | undefined;
  /** Ends the run before it is through; absent means that it is let finish. */
  readonly stop?: Stop;
  /** Slower answers than this are a finding, in milliseconds. */
  readonly maxMs?: number | undefined;
  /** Marks what the run creates: "conformance-<run id>". */
  readonly marker: string;
}
