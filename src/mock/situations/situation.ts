// A situation: what happens to the answers of some operations. Its shape is that of spec/control.yaml, which validates
// input from outside.

import type { JsonValue } from "../../json/value.ts";

/** The requests that a situation is for: each part that is given must be there. */
export interface When {
  /** Parameters of the path, by name. */
  readonly path?: Readonly<Record<string, JsonValue>>;
  readonly query?: Readonly<Record<string, JsonValue>>;
  /** What the body must contain. */
  readonly body?: JsonValue;
}

/** How long an answer takes, in milliseconds. */
export type Latency = number | { readonly from: number; readonly to: number } | { readonly perByte: number };

/** Several effects can be combined. */
export interface Situation extends Wish {
  /** Which operations; all by default. See `readScope`. */
  readonly on?: string;
  readonly latency?: Latency;
  /** Closes the connection without an answer; nothing is carried out. */
  readonly connection?: "dropped";
  /** The requests that it is for; all of the operations by default. */
  readonly when?: When;
  /** Header lines of the answer, by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The answer's body; nothing is carried out. Three words change the usual body instead: "cut" truncates it,
   * "malformed" makes it invalid JSON, and "breach" makes it JSON that the contract does not allow.
   */
  readonly body?: JsonValue;
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

/** True for a word that changes the usual body. */
export function isBodyFault(body: JsonValue | undefined): body is BodyFault {
  return body === "cut" || body === "malformed" || body === "breach";
}

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
export interface Disturbance extends Pick<Situation, "connection" | "list" | "key" | "stream"> {
  /** What caused it, for `X-Mock-Situation`. */
  readonly name: string;
  /** The preferences that were honored, for `Preference-Applied`. */
  readonly applied?: string;
  readonly delay: number;
  readonly delayPerByte: number;
  readonly slowBody: number;
  readonly wish?: Wish;
  readonly body?: BodyFault;
  /** The situation that gives the answer. */
  readonly stub?: Situation;
  /** Seconds until the rate limit allows another request; absent if the limit is not exceeded. */
  readonly retryAfter?: number;
}

/** The effects as a name: "status=503 share=0.2". */
export function nameOf({ on, when, headers, body, ...effects }: Situation): string {
  const isStub = headers !== undefined || (body !== undefined && !isBodyFault(body));
  const own = isBodyFault(body) ? { ...effects, body } : effects;
  const words = [
    ...Object.entries(own).map(([effect, value]) => `${effect}=${shown(value)}`),
    ...(isStub ? ["stub"] : []),
    ...(when === undefined ? [] : [`when=${Object.keys(when).join(",")}`]),
  ];
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
