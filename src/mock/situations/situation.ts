// A situation: what happens to the answers of some operations. Its shape is that of spec/control.yaml, which validates
// input from outside.

/** How long an answer takes, in milliseconds. */
export type Latency = number | { readonly from: number; readonly to: number } | { readonly perByte: number };

/** Several effects can be combined. */
export interface Situation extends Wish {
  /** Which operations; all by default. See `readScope`. */
  readonly on?: string;
  readonly latency?: Latency;
  /** Closes the connection without an answer; nothing is carried out. */
  readonly connection?: "dropped";
  /** Truncates the body, makes it invalid JSON, or makes it JSON that the contract does not allow. */
  readonly body?: BodyFault;
  readonly list?: "empty" | "full";
  /** Milliseconds between the head and the start of the body. */
  readonly slowBody?: number;
  /** How a stream of events or lines arrives. */
  readonly stream?: StreamPace;
  /** Refuses requests beyond this rate with 429 and `Retry-After`. */
  readonly rateLimit?: { readonly requests: number; readonly seconds: number };
  /** Refuses every key as one that has expired. */
  readonly key?: "expired";
  /** The share of requests that are affected; all by default. */
  readonly share?: number;
  /** Determines which requests fall into the share, and which latencies are drawn from a range. */
  readonly seed?: number;
  /** How many times it happens before it is switched off. */
  readonly times?: number;
}

/** How a stream arrives. */
export interface StreamPace {
  /** How many events or lines. */
  readonly events?: number;
  /** Milliseconds before each. */
  readonly interval?: number;
  /** What comes after the last: the connection is cut, or nothing until the client goes. */
  readonly end?: "complete" | "cut" | "open";
}

type BodyFault = "cut" | "malformed" | "breach";

/** What to answer from the document instead of the usual answer. */
export interface Wish {
  /** Answers with the documented response for this status, range or "default"; nothing is carried out. */
  readonly status?: number | string;
  /** The name of the example to answer with. */
  readonly example?: string;
  /** Whether to generate the answer from the schema even if there is an example. */
  readonly dynamic?: boolean;
}

/** What happens to one request: the effects of all matching situations, and what the request itself asked for. */
export interface Disturbance extends Pick<Situation, "connection" | "body" | "list" | "key" | "stream"> {
  /** What caused it, for `X-Mock-Situation`. */
  readonly name: string;
  /** The preferences that were honored, for `Preference-Applied`. */
  readonly applied?: string;
  readonly delay: number;
  readonly delayPerByte: number;
  readonly slowBody: number;
  readonly wish?: Wish;
  /** Seconds until the rate limit allows another request; absent if the limit is not exceeded. */
  readonly retryAfter?: number;
}

/** The effects as a name: "status=503 share=0.2". */
export function nameOf({ on, ...effects }: Situation): string {
  const words = Object.entries(effects).map(([effect, value]) => `${effect}=${shown(value)}`);
  const name = [...(on === undefined ? [] : [on]), ...words].join(" ");
  // The name is sent in a header, but names of operations and examples come from the document.
  return name.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, LONGEST_NAME);
}

const LONGEST_NAME = 200;

function shown(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([part, one]) => `${part}:${String(one)}`)
    .join(",");
}
