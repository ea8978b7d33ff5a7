// The options of a run that concern its target.
import type { HeaderPairs } from "../exchange.ts";
import type { Receiver } from "../receiver.ts";
import type { Stop } from "../stop.ts";
import { Keyring } from "./keyring.ts";

export interface TargetOptions {
  /** With the version prefix, without a trailing slash. */
  readonly baseUrl: string;
  /** A key for every scheme; see `keyring`. */
  readonly key?: string | undefined;
  /** The keys of each scheme; by default, `key` alone. */
  readonly keyring?: Keyring | undefined;
  /** A second identity, which must not see what the first one made. */
  readonly other?: Keyring | undefined;
  /** Secrets that are not keys, such as passwords and client secrets. */
  readonly secrets?: readonly string[] | undefined;
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
  /** Milliseconds after which a store shows what was written; absent: at once. */
  readonly settleMs?: number | undefined;
  /** Milliseconds; a slower answer is a finding. */
  readonly maxMs?: number | undefined;
  /** Receives what the service sends by itself; absent: the service cannot reach this machine. */
  readonly receiver?: Receiver | undefined;
  /** What signs callbacks (Standard Webhooks). */
  readonly callbackSecret?: string | undefined;
  /** Marks what the run creates: "conformance-<run id>". */
  readonly marker: string;
}

/** The keys of a target. */
export function keyringOf({ keyring, key }: Pick<TargetOptions, "keyring" | "key">): Keyring {
  return keyring ?? new Keyring({ key });
}
