// The options of a run that concern its target.
import type { HeaderPairs } from "../exchange.ts";
import type { Stop } from "../sending/stop.ts";

export interface TargetOptions {
  /** With the version prefix, without a trailing slash. */
  readonly baseUrl: string;
  readonly key?: string | undefined;
  readonly readOnly: boolean;
  /** Things that existed before the run may be changed: singletons, which are restored, and what is below items. */
  readonly changeExisting?: boolean;
  /** Of each kind that the document has no operation to remove, only one valid item is created. */
  readonly leavesOne?: boolean;
  /** How many items may be created at most. */
  readonly maxWrites: number;
  readonly headers: HeaderPairs;
  /** How many requests may be pending at once; absent: no limit. */
  readonly concurrency?: number;
  /** Requests per second at most; absent: no limit. */
  readonly rateLimit?: number | undefined;
  /** How many requests may be sent in total; absent: no limit. */
  readonly maxRequests?: number | undefined;
  /** Ends the run early; absent: it runs to its end. */
  readonly stop?: Stop;
  /** Milliseconds; a slower answer is a finding. */
  readonly maxMs?: number | undefined;
  /** Marks what the run creates: "conformance-<run id>". */
  readonly marker: string;
}
