// A situation: what is to happen to the answers of some operations. The shape is the one of spec/control.yaml, which
// judges what comes from outside.

/** How long an answer takes, in milliseconds. */
export type Latency = number | { readonly from: number; readonly to: number } | { readonly perByte: number };

/** Several effects can be wished for at once. */
export interface Situation {
  /** Which operations; all of them unless given. See `readScope`. */
  readonly on?: string;
  readonly latency?: Latency;
  /** The answer is one that the document has for this status, range or "default"; nothing is carried out. */
  readonly status?: number | string;
  /** The name of the example to answer with. */
  readonly example?: string;
  /** Whether the answer is made from the schema where there is an example. */
  readonly dynamic?: boolean;
  /** The connection is closed without an answer; nothing is carried out. */
  readonly connection?: "dropped";
  /** The body ends too early, is no JSON, or is JSON that the contract does not allow. */
  readonly body?: BodyFault;
  readonly list?: "empty" | "full";
  /** So many milliseconds after the head the body begins. */
  readonly slowBody?: number;
  /** More requests in the time are refused with 429 and `Retry-After`. */
  readonly rateLimit?: { readonly requests: number; readonly seconds: number };
  /** Every key is refused as one that was valid once. */
  readonly key?: "expired";
  /** The share of requests that it happens to; all unless given. */
  readonly share?: number;
  /** Which requests the share has, and which latencies a range. */
  readonly seed?: number;
  /** After it has happened so many times it is switched off. */
  readonly times?: number;
}

type BodyFault = "cut" | "malformed" | "breach";

/** What is asked of the document instead of the usual answer. */
export interface Wish {
  readonly status?: number | string;
  readonly example?: string;
  readonly dynamic?: boolean;
}

/** What happens to one request: the effects of all situations that it meets, and what it wished for itself. */
export interface Disturbance {
  /** What made it, for `X-Mock-Situation`. */
  readonly name: string;
  /** The preferences that were followed, for `Preference-Applied`. */
  readonly applied?: string;
  readonly delay: number;
  readonly delayPerByte: number;
  readonly slowBody: number;
  readonly wish?: Wish;
  readonly connection?: "dropped";
  readonly body?: BodyFault;
  readonly list?: "empty" | "full";
  /** So many seconds from now the limit allows more; absent where it is kept. */
  readonly retryAfter?: number;
  readonly key?: "expired";
}

/** The effects, in the words of a name: "status=503 share=0.2". */
export function nameOf({ on, ...effects }: Situation): string {
  const words = Object.entries(effects).map(([effect, value]) => `${effect}=${shown(value)}`);
  const name = [...(on === undefined ? [] : [on]), ...words].join(" ");
  // It travels in a header, and names of operations and examples are the document's.
  return name.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, LONGEST_NAME);
}

const LONGEST_NAME = 200;

function shown(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([part, one]) => `${part}:${String(one)}`)
    .join(",");
}
